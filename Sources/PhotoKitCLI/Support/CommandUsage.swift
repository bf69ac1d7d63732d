import ArgumentParser
import Foundation

/// How the command that arguments name is written.
struct CommandUsage {
    /// The words of the command, such as "photokit album create".
    let path: [String]
    let command: ProgramDescription.Command
    /// The arguments after the words of the command.
    let arguments: ArraySlice<String>

    /// Finds the command that arguments name.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the program, without its name and without `--library PATH`.
    ///   - program: The commands of the program.
    init(arguments: [String], program: ProgramDescription.Command) {
        var (command, path, rest) = (program, [program.commandName], arguments[...])
        while let word = rest.first,
            let next = command.subcommands?.first(where: { $0.commandName == word })
        {
            (command, rest) = (next, rest.dropFirst())
            path.append(word)
        }
        if let name = command.defaultSubcommand,
            let usual = command.subcommands?.first(where: { $0.commandName == name })
        {
            command = usual
            path.append(name)
        }
        (self.command, self.path, self.arguments) = (command, path, rest)
    }

    /// Finds the command among those of a program; nil if they cannot be described.
    init?(arguments: [String], of program: any ParsableCommand.Type) {
        let dump = Data(program._dumpHelp().utf8)
        guard let program = try? JSONDecoder().decode(ProgramDescription.self, from: dump) else {
            return nil
        }
        self.init(arguments: arguments, program: program.command)
    }

    /// The command with what it needs, and without the names of its options: they are in the help.
    var synopsis: String {
        var parts = [path.joined(separator: " ")]
        let shown = (command.subcommands ?? []).filter(\.shouldDisplay)
        if !shown.isEmpty { parts.append("<command>") }
        let all = (command.arguments ?? []).filter(\.shouldDisplay)
        if all.contains(where: { $0.kind != .positional && $0.isOptional }) {
            parts.append("[options]")
        }
        for argument in all where argument.kind == .positional || !argument.isOptional {
            let name = argument.kind == .positional ? nil : argument.preferredName?.written
            let value = argument.kind == .flag ? nil : "<\(argument.valueName ?? "value")>"
            let text = [name, value].compactMap(\.self).joined(separator: " ")
            let written = text + (argument.isRepeating ? " ..." : "")
            parts.append(argument.isOptional ? "[\(written)]" : written)
        }
        return parts.joined(separator: " ")
    }

    /// Where the help is.
    var advice: String { Self.advice(path) }

    static func advice(_ path: [String]) -> String {
        "See '\(path.joined(separator: " ")) --help' for more information."
    }

    /// Returns what is wrong with the options; nil if they are all known.
    ///
    /// - Parameter message: The message of the argument parser.
    /// - Returns: A sentence, and where the help is.
    func suggestion(for message: String) -> String? {
        OptionSuggestion(self)
            .suggestionSentence(
                missing: message.firstMatch(of: /Missing value for '(-[^ ']+)/).map {
                    String($0.output.1)
                }
            )
    }
}
