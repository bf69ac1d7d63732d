import ArgumentParser
import OpenPhotoKit

/// The command `photokit changes`.
struct Changes: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells what happened since a moment, oldest first.",
        discussion: """
            The last line says where to go on next time. When the history does not reach back to the token, or the \
            token is of another library, the exit code is 4: look at the whole library then.

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
            "A moment as \"photokit token\" prints it. Without it, the whole history is told.",
            valueName: "token"
        )
    )
    var since: String?

    @Flag(help: "Go on telling until interrupted.")
    var follow = false

    func run(in library: PHPhotoLibrary) async throws {
        var token = try startingToken(library)
        let reporter = ChangeReporter(json: output.json)
        // Register the observer before the first read, so that no change between the two is missed.
        let observer = follow ? HistoryObserver(library) : nil
        token = try tell(library, since: token, reporter)
        guard let observer else {
            reporter.conclude(token)
            return
        }
        for await _ in observer.rings { token = try tell(library, since: token, reporter) }
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
                "That is no change token. Give one as \"photokit token\" printed it, or look at the whole library."
            )
        }
        return token
    }

    private func tell(
        _ library: PHPhotoLibrary,
        since token: PHPersistentChangeToken,
        _ reporter: ChangeReporter
    ) throws -> PHPersistentChangeToken {
        var last = token
        for change in try library.fetchPersistentChanges(since: token) {
            try reporter.tell(change)
            last = change.changeToken
        }
        Output.shared.flush()
        return last
    }
}

/// Sends an element to a stream when the history has new changes, of any process.
final class HistoryObserver: NSObject, PHPhotoLibraryPersistentChangesObserver, Sendable {
    let rings: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation

    init(_ library: PHPhotoLibrary) {
        (rings, ring) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        super.init()
        library.register(self)
    }

    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary) { ring.yield() }
}
