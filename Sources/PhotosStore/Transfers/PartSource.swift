import Foundation
import Synchronization

/// Reads the parts of one file from the remotes that have it, and compares each part with its checksum.
///
/// Safe on any thread. The mutex guards the order in which remotes are asked: one that failed is asked last.
final class PartSource: Sendable {
    private struct Entry {
        var remote: RemoteRow
        var isStored: Bool
    }

    private struct State {
        var remotes: [Entry]
        /// The rows of the remotes that gave parts.
        var givers: Set<Int64> = []
        /// Whether a part came from the cache, so that nobody knows its remote.
        var hasCached = false
    }

    let resource: ResourceRecord
    let hashes: PartHashes
    private let transfers: LibraryTransfers
    private let state: Mutex<State>

    /// - Throws: ``StoreError`` where the library cannot be read.
    init(_ resource: ResourceRecord, _ hashes: PartHashes, in transfers: LibraryTransfers) throws {
        self.resource = resource
        self.hashes = hashes
        self.transfers = transfers
        let remotes = try transfers.originals.remotes(having: resource)
        state = Mutex(
            State(remotes: remotes.map { Entry(remote: $0.remote, isStored: $0.isStored) })
        )
    }

    /// Returns the bytes of a part.
    ///
    /// Each remote is asked once, until one gives bytes that have the checksum.
    ///
    /// - Parameters:
    ///   - number: The number of the part.
    ///   - moved: Called with the bytes that came, on any thread, and with negative numbers for bytes that do not count.
    ///   - check: Throws ``ObjectTransferFailure/cancelled`` if the reading is to end.
    /// - Returns: The bytes.
    /// - Throws: ``ObjectTransferFailure``; `noRanges` if no remote gave the part, and one of them gives whole files alone.
    func part(
        _ number: Int,
        moved: @escaping @Sendable (Int64) -> Void,
        check: @escaping @Sendable () throws -> Void
    ) throws -> Data {
        try check()
        if let data = transfers.parts.cached(number, of: hashes.object) {
            state.withLock { $0.hasCached = true }
            moved(Int64(data.count))
            return data
        }
        var last: ObjectTransferFailure?
        for entry in state.withLock({ $0.remotes }) {
            let came = Mutex<Int64>(0)
            do {
                let data = try readPart(number, from: entry.remote, check: check) { bytes in
                    came.withLock { $0 += bytes }
                    moved(bytes)
                }
                state.withLock { _ = $0.givers.insert(entry.remote.id) }
                return data
            } catch var failure as ObjectTransferFailure {
                moved(-came.withLock { $0 })
                switch failure {
                case .noSpace, .localFile, .cancelled: throw failure
                case .lost:
                    failure = transfers.remotes.noteLoss(failure, of: resource, in: entry.remote)
                case .unavailable, .noRanges: break
                }
                askLast(entry.remote)
                if case .noRanges = last { continue }
                last = failure
            }
        }
        throw last ?? .nowhere(resource)
    }

    private func readPart(
        _ number: Int,
        from remote: RemoteRow,
        check: @escaping @Sendable () throws -> Void,
        moved: @escaping @Sendable (Int64) -> Void
    ) throws -> Data {
        let data = try transfers.core.environment.readRange(
            ObjectRange(
                address: remote.address,
                settings: remote.settings,
                checksum: resource.checksum,
                byteCount: resource.byteCount,
                range: hashes.range(of: number),
                moved: moved,
                check: check
            )
        )
        guard hashes.matches(data, part: number) else {
            throw ObjectTransferFailure.lost(
                "The remote \(remote.name) has other bytes of \(resource.filename ?? "the file") than were stored. Run `photokit remote check --read`."
            )
        }
        return data
    }

    private func askLast(_ remote: RemoteRow) {
        state.withLock { state in
            guard let index = state.remotes.firstIndex(where: { $0.remote.id == remote.id }) else {
                return
            }
            state.remotes.append(state.remotes.remove(at: index))
        }
    }

    /// Compares the checksum of all parts together with that of the file.
    ///
    /// - Throws: ``ObjectTransferFailure`` if they differ. Then the checksums of the parts are wrong, and are forgotten.
    func conclude(_ checksum: [UInt8]) throws {
        guard checksum == resource.checksum else {
            transfers.remotes.forgetPartHashes(of: resource)
            throw ObjectTransferFailure.lost(
                "The checksums of the parts of \(resource.filename ?? "a file") were not those of the file, and were removed. Try again."
            )
        }
        // All bytes came from one remote that was said to have lost the file.
        let giver = state.withLock { state -> Entry? in
            guard !state.hasCached, state.givers.count == 1 else { return nil }
            return state.remotes.first { state.givers.contains($0.remote.id) }
        }
        if let giver, !giver.isStored {
            transfers.remotes.recordOutcome(.proved, of: resource, in: giver.remote)
        }
    }
}

extension ObjectTransferFailure {
    /// No remote is known to have a file.
    static func nowhere(_ resource: ResourceRecord) -> ObjectTransferFailure {
        .lost("No remote has \(resource.filename ?? "the file") any more. Run `photokit check`.")
    }
}
