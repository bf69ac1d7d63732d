import ArgumentParser
import OpenPhotoKit

/// The command `photokit changes`.
struct Changes: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the changes since a token, oldest first.",
        discussion: """
            The last line contains the token for the next call. If the history no longer reaches back to the token, \
            or if the token is of another library, the exit code is 4. Without --since the command lists all changes \
            that the history still has.

            EXAMPLES:
              photokit changes --since pk1.AbC...
              photokit changes --json
              photokit changes --since $(photokit token) --follow
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "A token from \"photokit token\". Without it, the whole history is listed.",
            valueName: "token"
        )
    )
    var since: String?

    @Flag(help: "Continue with new changes until the command is interrupted.")
    var follow = false

    func adaptedMessage(_ message: String) -> String {
        TokenAdvice.adaptedMessage(
            message,
            advice:
                "\"photokit changes\" without --since lists all changes that the history still has. A program that follows the library reads all photos again (\"photokit ls --json\"), and goes on from the token that \"photokit token\" prints."
        )
    }

    func run(in library: PHPhotoLibrary) async throws {
        var token = try startingToken(library)
        let reporter = ChangeReporter(json: output.json, library: library)
        // Register the observer before the first read, so that no change between the two is missed.
        let observer = follow ? HistoryObserver(library) : nil
        token = try showChanges(of: library, since: token, reporter: reporter)
        guard let observer else {
            reporter.showToken(token)
            return
        }
        for await _ in observer.notifications {
            token = try showChanges(of: library, since: token, reporter: reporter)
        }
    }

    private func startingToken(_ library: PHPhotoLibrary) throws -> PHPersistentChangeToken {
        guard let since else { return try library.oldestChangeToken() }
        guard
            let token = PHPersistentChangeToken(
                string: since.trimmingCharacters(in: .whitespacesAndNewlines)
            )
        else {
            throw CommandFailure(
                .token,
                "\"\(Table.printableText(since))\" is not a change token. Give a token that \"photokit token\" or \"photokit changes\" printed, or leave out --since to list all changes."
            )
        }
        return token
    }

    private func showChanges(
        of library: PHPhotoLibrary,
        since token: PHPersistentChangeToken,
        reporter: ChangeReporter
    ) throws -> PHPersistentChangeToken {
        var last = token
        for change in try library.fetchPersistentChanges(since: token) {
            try reporter.showChange(change)
            last = change.changeToken
        }
        Output.shared.flush()
        return last
    }
}

/// Sends an element to a stream when the history has new changes, of any process.
final class HistoryObserver: NSObject, PHPhotoLibraryPersistentChangesObserver, Sendable {
    let notifications: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init(_ library: PHPhotoLibrary) {
        (notifications, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        super.init()
        library.register(self)
    }

    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary) {
        continuation.yield()
    }
}
