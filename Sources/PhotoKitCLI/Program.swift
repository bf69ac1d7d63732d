import ArgumentParser
import Foundation
import OpenPhotoKit

/// The entry point of the program, which decides the exit code.
@main
enum Program {
    static func main() async {
        PlainLogging.toStandardError(prefix: "photokit: ")
        do {
            let arguments = leadingOptionsApplied(Array(CommandLine.arguments.dropFirst()))
            var command = try PhotoKit.parseAsRoot(arguments)
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

    /// Returns a sentence about a mistyped command, if there is one.
    private static func mistypedCommand() -> String? {
        CommandSuggestion.sentence(
            for: leadingOptionsApplied(Array(CommandLine.arguments.dropFirst()))
        )
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
            let isHelp = PhotoKit.exitCode(for: error).isSuccess
            let message =
                (isHelp ? nil : mistypedCommand().map { "Error: " + $0 })
                ?? PhotoKit.fullMessage(for: error)
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
