import ArgumentParser
import Foundation
import OpenPhotoKit

/// The entry point of the program, which decides the exit code.
@main
enum Program {
    static func main() async {
        Interruption.endProgramAtOnce()
        PlainLogging.toStandardError(prefix: "photokit: ")
        do {
            // The argument parser would start the worker for its text with every command.
            if programArguments == ["--version"] {
                VersionText.write()
                return Output.shared.flush()
            }
            var command = try PhotoKit.parseAsRoot(programArguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            Output.shared.flush()
        } catch {
            Output.shared.flush()
            end(with: error)
        }
    }

    /// Accepts `--library PATH` before the subcommand, by setting the environment variable.
    private static func leadingOptionsApplied(_ arguments: [String]) -> [String] {
        guard let first = arguments.first else { return arguments }
        if first == "--library", arguments.count > 1 {
            setenv(LibraryOptions.variable, arguments[1], 1)
            return Array(arguments.dropFirst(2))
        }
        let prefix = "--library="
        guard first.hasPrefix(prefix) else { return arguments }
        setenv(LibraryOptions.variable, String(first.dropFirst(prefix.count)), 1)
        return Array(arguments.dropFirst())
    }

    private static var programArguments: [String] {
        leadingOptionsApplied(Array(CommandLine.arguments.dropFirst()))
    }

    /// Returns a sentence about a mistyped command, if there is one.
    private static func mistypedCommand() -> String? {
        CommandSuggestion.suggestionSentence(for: programArguments, of: PhotoKit.self)
    }

    /// The help that a person asked for, or text for programs, such as a script for completion.
    private static func helpText(for error: any Error) -> String {
        // Paragraphs come in one line, and are broken here.
        let message = PhotoKit.fullMessage(for: error, columns: 100_000)
        guard HelpText.isHelp(message) else { return PhotoKit.fullMessage(for: error) }
        return HelpText.wrappedHelp(message, width: Output.shared.width ?? TerminalWidth.usual)
    }

    /// Returns the problem with the arguments, once, and the usage of the command.
    private static func usageText(for error: any Error) -> String {
        let message = PhotoKit.message(for: error)
        guard let usage = CommandUsage(arguments: programArguments, of: PhotoKit.self) else {
            return PhotoKit.fullMessage(for: error)
        }
        return usage.suggestion(for: message)
            ?? "Error: \(message)\nUsage: \(usage.synopsis)\n  \(usage.advice)"
    }

    private static func end(with error: any Error) -> Never {
        let code: ExitStatus
        switch error {
        case is ExitStatus: break
        case is CancellationError: Output.shared.complain("The command was interrupted.")
        case let failure as CommandFailure: Output.shared.complain(failure.message)
        case let error as FetchSyntaxError: Output.shared.complain(error.description)
        default:
            if ExitStatus(anyError: error) != nil {
                Output.shared.complain(error.localizedDescription)
            }
        }
        if let known = ExitStatus(anyError: error) {
            code = known
        } else {
            // The argument parser answers `help improt` and `improt --help` with the general help.
            let mistyped = mistypedCommand()
            let isHelp = mistyped == nil && PhotoKit.exitCode(for: error).isSuccess
            if isHelp {
                Output.shared.writeLine(helpText(for: error))
                Output.shared.flush()
            } else {
                let message = mistyped.map { "Error: " + $0 } ?? usageText(for: error)
                let width = TerminalWidth.columns(of: STDERR_FILENO)
                let lines = message.split(separator: "\n").flatMap { line in
                    Paragraph(String(line), indent: 2).lines(width: width)
                }
                let text = lines.joined(separator: "\n") + "\n"
                FileHandle.standardError.write(Data(text.utf8))
            }
            code = isHelp ? .done : .usage
        }
        exit(code.rawValue)
    }
}
