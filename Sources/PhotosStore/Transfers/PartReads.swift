import CPhotosSystem
import Dispatch
import Foundation
import Glibc
import Synchronization

/// The parts of files that programs read in ranges: each is fetched once for all who wait for it, and kept for a while.
///
/// The parts are kept in a file without a name, which goes with the process. Safe on any thread. The mutex guards the file,
/// its content and the parts under way; parts are fetched outside the mutex.
final class PartReads: Sendable {
    /// The number of parts that are kept: 256 MiB.
    static let capacity = 64

    private struct Key: Hashable {
        var checksum: [UInt8]
        var number: Int
    }

    private struct Kept {
        /// The position in the file, counted in parts.
        var position: Int
        var byteCount: Int64
    }

    private struct State {
        var descriptor: Int32 = -1
        var kept: [Key: Kept] = [:]
        /// The keys of the parts that are kept, the least recently used first.
        var order: [Key] = []
        var underWay: [Key: Reading] = [:]
    }

    /// A part that a thread fetches; the group ends with it, and the mutex guards the outcome.
    private final class Reading: Sendable {
        let end = DispatchGroup()
        let outcome = Mutex<Result<Data, any Error>?>(nil)

        init() { end.enter() }
    }

    private let state = Mutex(State())

    deinit {
        let descriptor = state.withLock { $0.descriptor }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns a part that is kept, or nil.
    func cached(_ number: Int, of object: RemoteObject) -> Data? {
        state.withLock { cachedData(for: Key(checksum: object.checksum, number: number), in: &$0) }
    }

    /// Returns a part that is kept, or that this or another thread fetches.
    ///
    /// - Parameters:
    ///   - number: The number of the part.
    ///   - object: The file.
    ///   - folder: The folder for the file without a name; nil keeps nothing.
    ///   - check: Throws if the caller does not wait any longer.
    ///   - fetch: Fetches the part.
    /// - Returns: The bytes.
    /// - Throws: The errors of `fetch` and `check`.
    func part(
        _ number: Int,
        of object: RemoteObject,
        keptIn folder: URL?,
        check: () throws -> Void,
        fetch: () throws -> Data
    ) throws -> Data {
        let key = Key(checksum: object.checksum, number: number)
        while true {
            let (found, reading, isMine) = state.withLock { state -> (Data?, Reading?, Bool) in
                if let data = cachedData(for: key, in: &state) { return (data, nil, false) }
                if let reading = state.underWay[key] { return (nil, reading, false) }
                let reading = Reading()
                state.underWay[key] = reading
                return (nil, reading, true)
            }
            if let found { return found }
            guard let reading else { continue }
            guard !isMine else {
                return try performReading(reading, of: key, in: folder, fetch: fetch)
            }
            while reading.end.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
                try check()
            }
            switch reading.outcome.withLock({ $0 }) {
            case .success(let data): return data
            // The thread that fetched it does not wait any longer, but this one does.
            case .failure(ObjectTransferFailure.cancelled), nil: continue
            case .failure(let error): throw error
            }
        }
    }

    private func performReading(
        _ reading: Reading,
        of key: Key,
        in folder: URL?,
        fetch: () throws -> Data
    ) throws -> Data {
        let result = Result { try fetch() }
        reading.outcome.withLock { $0 = result }
        state.withLock { state in
            state.underWay[key] = nil
            if case .success(let data) = result, let folder {
                storeData(data, for: key, in: folder, state: &state)
            }
        }
        reading.end.leave()
        return try result.get()
    }

    /// Forgets the parts of a file, which is on this disk now.
    func forget(_ checksum: [UInt8]) {
        state.withLock { state in
            for key in state.order where key.checksum == checksum {
                removePart(for: key, state: &state)
            }
        }
    }

    // MARK: The file

    private func cachedData(for key: Key, in state: inout State) -> Data? {
        guard let kept = state.kept[key] else { return nil }
        let start = Int64(kept.position) * PartHashes.size
        guard
            let data = try? FileRange.read(
                state.descriptor,
                at: Self.name,
                range: start..<start + kept.byteCount
            )
        else {
            removePart(for: key, state: &state)
            return nil
        }
        state.order.removeAll { $0 == key }
        state.order.append(key)
        return data
    }

    private static let name = URL(fileURLWithPath: "/parts")

    /// Keeps a part in the place of the least recently used one; a disk that is full keeps nothing.
    private func storeData(_ data: Data, for key: Key, in folder: URL, state: inout State) {
        if state.descriptor < 0 { state.descriptor = Self.openFile(in: folder) }
        guard state.descriptor >= 0, state.kept[key] == nil else { return }
        if state.order.count >= Self.capacity, let first = state.order.first {
            removePart(for: first, state: &state)
        }
        let taken = Set(state.kept.values.map(\.position))
        guard let position = (0..<Self.capacity).first(where: { !taken.contains($0) }) else {
            return
        }
        let start = off_t(Int64(position) * PartHashes.size)
        let count = data.withUnsafeBytes {
            pwrite(state.descriptor, $0.baseAddress, $0.count, start)
        }
        guard count == data.count else { return releaseSpace(at: position, state: state) }
        state.kept[key] = Kept(position: position, byteCount: Int64(data.count))
        state.order.append(key)
    }

    private func removePart(for key: Key, state: inout State) {
        guard let kept = state.kept.removeValue(forKey: key) else { return }
        state.order.removeAll { $0 == key }
        releaseSpace(at: kept.position, state: state)
    }

    /// Gives the space of a position in the file back to the disk.
    private func releaseSpace(at position: Int, state: State) {
        photos_forget_memory(
            state.descriptor,
            off_t(Int64(position) * PartHashes.size),
            off_t(PartHashes.size)
        )
    }

    private static func openFile(in folder: URL) -> Int32 {
        guard (try? FileOperations.makeFolder(folder)) != nil else { return -1 }
        let url = folder.appendingPathComponent(".parts-\(UUID().uuidString)", isDirectory: false)
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // Without a name, the file needs no cleaning up, however the process ends.
        if descriptor >= 0 { unlink(url.path) }
        return descriptor
    }
}
