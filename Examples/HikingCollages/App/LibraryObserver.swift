import Photos

/// Hears of every change of the photo library, whoever makes it.
final class LibraryObserver: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private enum Event: Sendable {
        case changed
        case quiet(sinceRound: Int)
    }

    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    override init() {
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(8))
        super.init()
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        continuation.yield(.changed)
    }

    /// One element for a change, or for several that came while the last one was worked on.
    ///
    /// Ends after so many seconds without a change; never, where none are given.
    func changes(untilQuietFor seconds: Double?) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { stream in
            let task = Task {
                var round = 0
                startWaiting(seconds, round)
                for await event in events {
                    switch event {
                    case .changed:
                        round += 1
                        stream.yield()
                        startWaiting(seconds, round)
                    case .quiet(round):
                        stream.finish()
                        return
                    case .quiet:
                        break
                    }
                }
            }
            stream.onTermination = { _ in task.cancel() }
        }
    }

    private func startWaiting(_ seconds: Double?, _ round: Int) {
        guard let seconds else { return }
        Task {
            try await Task.sleep(for: .seconds(seconds))
            continuation.yield(.quiet(sinceRound: round))
        }
    }
}
