import ArgumentParser
import Foundation
import PhotosBase

/// The problem with the options of a command line that the argument parser refused.
///
/// The argument parser validates a command before it checks for unknown options, so a missing value would be reported
/// where a name is wrong.
struct OptionSuggestion {
    /// The words of the command, such as "photokit album create".
    private let path: [String]
    private let command: ProgramDescription.Command
    /// The arguments after the words of the command.
    private let arguments: ArraySlice<String>

    init(_ usage: CommandUsage) {
        (command, path, arguments) = (usage.command, usage.path, usage.arguments)
    }

    /// Returns a sentence about the first option that is unknown or has a value with a minus sign; nil if there is none.
    ///
    /// - Parameter missing: The option for which the argument parser found no value.
    /// - Returns: The sentence, and where the help is.
    func suggestionSentence(missing: String?) -> String? {
        var rest = arguments
        while let word = rest.popFirst(), word != "--" {
            guard word.hasPrefix("-"), word != "-" else { continue }
            let name = String(word.prefix { $0 != "=" })
            guard let option = option(named: name) else { return unknownOptionText(name) }
            guard option.kind == .option, name == word, let value = rest.first else { continue }
            let isOption = self.option(named: String(value.prefix { $0 != "=" })) != nil
            if name == missing, value.hasPrefix("-"), value != "-", value != "--", !isOption {
                let remedy =
                    name == "--sort"
                    ? "Write --sort \(value.dropFirst()):desc for the reverse order."
                    : "Write \(ShellWord.option(name, value).joined(separator: " ")) if it is meant so."
                return adviceText(
                    for: "The value \(value) of \(name) begins with a minus sign. \(remedy)"
                )
            }
            if !isOption { rest = rest.dropFirst() }
        }
        return nil
    }

    private func option(named name: String) -> ProgramDescription.Argument? {
        command.arguments?.first { ($0.names ?? []).contains { $0.written == name } }
    }

    private func unknownOptionText(_ name: String) -> String {
        if let near = nearestOption(to: name) {
            return adviceText(for: "Unknown option '\(name)'. Did you mean '\(near)'?")
        }
        let takesWords = command.arguments?.contains { $0.kind == .positional } == true
        guard takesWords, !name.hasPrefix("--") else {
            return adviceText(for: "Unknown option '\(name)'.")
        }
        return adviceText(
            for:
                "Unknown option '\(name)'. Write -- before words that begin with a minus sign: \(path.joined(separator: " ")) -- \(ShellWord.quoted(name))"
        )
    }

    private func nearestOption(to name: String) -> String? {
        guard name.hasPrefix("--") else { return nil }
        let word = String(name.dropFirst(2)).lowercased()
        let names = (command.arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }
            .filter { $0.kind == "long" }.map(\.name)
        let meant = Self.customary[word].flatMap { names.contains($0) ? $0 : nil }
        let near = meant ?? CommandSuggestion.nearestName(to: word, among: names)
        return (near ?? names.first { Self.contains($0, word: word) }).map { "--" + $0 }
    }

    /// Whether a name such as `add-keyword` has a word, or its singular.
    private static func contains(_ name: String, word: String) -> Bool {
        let parts = name.split(separator: "-").map(String.init)
        guard parts.count > 1 else { return false }
        return parts.contains(word)
            || (word.hasSuffix("s") && parts.contains(String(word.dropLast())))
    }

    /// The options that have other names in other programs.
    private static let customary = [
        "location": "place", "gps": "place", "coordinates": "place", "stars": "rating",
        "description": "caption", "in": "folder", "output": "to", "dest": "to", "filter": "where",
        "time": "date", "timezone": "zone", "revert": "revert-field",
    ]

    private func adviceText(for sentence: String) -> String {
        "Error: \(sentence)\n  \(CommandUsage.advice(path))"
    }
}
