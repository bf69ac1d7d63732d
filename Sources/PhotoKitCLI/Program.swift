import ArgumentParser
import Foundation
import OpenPhotoKit

/// The entry point of the program, which decides the exit code.
@main
enum Program {
    static func main() async {
        PlainLogging.toStandardError(prefix: "photokit: ")
        do {
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
        CommandSuggestion.sentence(for: programArguments)
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
            var message = mistyped.map { "Error: " + $0 } ?? PhotoKit.fullMessage(for: error)
            if mistyped == nil, !isHelp {
                message =
                    OptionSuggestion.sentence(for: programArguments, message: message) ?? message
            }
            if isHelp {
                Output.shared.line(message)
                Output.shared.flush()
            } else {
                FileHandle.standardError.write(Data((message + "\n").utf8))
            }
            code = isHelp ? .done : .usage
        }
        exit(code.rawValue)
    }
}
