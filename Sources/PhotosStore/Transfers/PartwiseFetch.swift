import Crypto
import Dispatch
import Foundation
import Synchronization

/// Fetches a file part by part, so that its bytes can be used before all have come.
struct PartwiseFetch {
    let source: PartSource
    let meter: FetchMeter
    let isCancelled: @Sendable () -> Bool
    /// Called after each part that was compared, on the calling thread.
    let arrived: @Sendable (ArrivingFile) -> Void

    /// The number of parts that are under way at once, and in memory.
    private static let width = 3

    /// Writes the file to a path where none is; it has the checksum of the resource afterwards.
    ///
    /// - Throws: ``ObjectTransferFailure``, and ``StoreError`` where the file cannot be written.
    func run(to draft: URL) throws {
        let file = try ArrivingFile(draft)
        let count = source.hashes.count
        let end = FetchEnd()
        var underWay: [PartReading] = []
        defer {
            end.come()
            for reading in underWay { _ = reading.wait() }
        }
        var hash = SHA256()
        var begun = 0
        for number in 0..<count {
            // The first part gets the whole bandwidth, because somebody waits for it.
            let width = number == 0 ? 1 : Self.width
            while begun < min(count, number + width) {
                underWay.append(partReading(begun, end: end))
                begun += 1
            }
            let data = try underWay.removeFirst().wait().get()
            hash.update(data: data)
            try file.append(data)
            arrived(file)
        }
        try source.conclude(Array(hash.finalize()))
    }

    private func partReading(_ number: Int, end: FetchEnd) -> PartReading {
        let (source, meter, isCancelled) = (source, meter, isCancelled)
        return PartReading {
            try source.part(number) {
                meter.add($0)
            } check: {
                if end.hasCome || isCancelled() { throw ObjectTransferFailure.cancelled }
            }
        }
    }
}

/// Whether a fetch has ended, so that its parts are not needed any more; the mutex guards that.
private final class FetchEnd: Sendable {
    private let isOver = Mutex(false)

    var hasCome: Bool { isOver.withLock { $0 } }

    func come() { isOver.withLock { $0 = true } }
}

/// A part that a thread of its own reads; the mutex guards the outcome, the semaphore signals it.
private final class PartReading: Sendable {
    private let isDone = DispatchSemaphore(value: 0)
    private let outcome = Mutex<Result<Data, any Error>?>(nil)

    init(_ work: @escaping @Sendable () throws -> Data) {
        let thread = Thread { [self] in
            let result = Result { try work() }
            outcome.withLock { $0 = result }
            isDone.signal()
        }
        thread.name = "OpenPhotoKit parts"
        thread.start()
    }

    /// Waits for the outcome.
    func wait() -> Result<Data, any Error> {
        isDone.wait()
        return outcome.withLock { $0 } ?? .failure(ObjectTransferFailure.cancelled)
    }
}
