import PhotosStore
import Synchronization

/// The transfers of this process: one for each file, however many requests wait for it.
///
/// Transfers begin in the order of their requests, several at a time. Transfers that no request waits for yet have
/// threads of their own. The mutex guards the transfers by file.
final class FileFetches: Sendable {
    static let shared = FileFetches()

    /// The number of files that are fetched at once for requests.
    static let limit = 6
    /// The number of files that are fetched at once before a request needs them.
    static let limitAhead = 2

    /// The identity of a file; a transfer keeps its library, so that no other one has the same identifier.
    private struct Key: Hashable {
        var library: ObjectIdentifier
        var file: String
    }

    private let fetches = Mutex<[Key: FileFetch]>([:])
    private let threads = WorkThreads("OpenPhotoKit fetches", limit: FileFetches.limit)
    private let threadsAhead = WorkThreads(
        "OpenPhotoKit fetches ahead",
        limit: FileFetches.limitAhead
    )

    /// A request's part in a transfer.
    struct Part: Sendable {
        fileprivate let fetch: FileFetch
        fileprivate let number: Int
    }

    /// Fetches a file, or waits for a transfer of the file that is under way.
    ///
    /// - Parameters:
    ///   - resource: The file.
    ///   - library: The library of the file.
    ///   - isAhead: Whether no request waits for the file yet.
    ///   - progress: Called with the progress from 0 to 1, on a thread of the transfer.
    ///   - arrived: Called whenever further bytes came and were compared; nil for a request that needs the whole file.
    ///     Never called if the transfer began for requests of the whole file alone.
    ///   - end: Called once, on a thread of the transfer, with the error that ended it. After ``leave(_:)``, it was
    ///     called with `cancelled`.
    /// - Returns: The part to leave.
    func join(
        _ resource: ResourceRecord,
        in library: Library,
        isAhead: Bool,
        progress: @escaping @Sendable (Double) -> Void,
        arrived: FileFetch.Arrival? = nil,
        end: @escaping FileFetch.End
    ) -> Part {
        let key = Key(library: ObjectIdentifier(library), file: resource.file)
        while true {
            let (fetch, isNew) = fetches.withLock { fetches in
                if let fetch = fetches[key] { return (fetch, false) }
                let fetch = FileFetch(of: resource, in: library)
                fetches[key] = fetch
                return (fetch, true)
            }
            guard let number = fetch.join(progress: progress, arrived: arrived, end: end) else {
                remove(fetch, for: key)
                continue
            }
            if isNew || (!isAhead && fetch.isWaiting) {
                (isAhead ? threadsAhead : threads).addWork(urgency: .ordinary) {
                    fetch.run { self.remove(fetch, for: key) }
                }
            }
            return Part(fetch: fetch, number: number)
        }
    }

    /// Ends the part of a request; the transfer ends if nobody else waits for it.
    func leave(_ part: Part) {
        guard part.fetch.leave(part.number) else { return }
        let library = ObjectIdentifier(part.fetch.library)
        remove(part.fetch, for: Key(library: library, file: part.fetch.resource.file))
    }

    private func remove(_ fetch: FileFetch, for key: Key) {
        fetches.withLock { fetches in
            if fetches[key] === fetch { fetches[key] = nil }
        }
    }
}
