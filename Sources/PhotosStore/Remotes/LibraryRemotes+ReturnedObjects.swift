import Crypto
import Foundation

/// Objects that remotes have again, although rows call them lost.
///
/// Somebody has put a file back, or another disk was connected for a while. An object with the right size may have other bytes, so
/// each is read.
extension LibraryRemotes {
    /// Notes which objects of files that left are in a remote again, though no remote is said to have them.
    ///
    /// A remote that does not answer is passed over.
    ///
    /// - Throws: ``StoreError``.
    func noteReturnedObjects() throws {
        let lost = try core.readAll { db in
            let ledger = ElsewhereLedger(db)
            return try ledger.lost(ledger.leftRows()).sorted()
        }
        var objects = Set(
            try records.resources(lost).map {
                RemoteObject(checksum: $0.checksum, byteCount: $0.byteCount)
            }
        )
        for remote in try all() where !objects.isEmpty {
            guard remote.incarnation == core.identity.incarnation else { continue }
            do {
                // The bytes count, whoever the place belongs to.
                let answer = try lookForObjects(Array(objects), in: remote, checkingPlace: false)
                let back = try whole(answer.objects, in: remote)
                try recordOutcomes(back.map { ($0, .proved) }, in: remote)
                objects.subtract(back)
            } catch ObjectTransferFailure.cancelled {
                throw StoreError(.cancelled, "This was cancelled.")
            } catch is ObjectTransferFailure {
                continue
            }
        }
    }

    /// Returns which objects a remote gives with their bytes, which are read.
    ///
    /// - Parameters:
    ///   - objects: Objects that the remote shows.
    ///   - remote: The remote.
    /// - Returns: The objects that are whole.
    /// - Throws: ``ObjectTransferFailure`` if the remote does not answer, and ``StoreError``.
    func whole(
        _ objects: some Sequence<RemoteObject>,
        in remote: RemoteRow
    ) throws -> [RemoteObject] {
        try objects.filter { object in
            do {
                return try checksum(of: object, in: remote) == object.checksum
            } catch ObjectTransferFailure.lost {
                return false
            }
        }
    }

    private func checksum(of object: RemoteObject, in remote: RemoteRow) throws -> [UInt8]? {
        var (hash, start) = (SHA256(), Int64(0))
        do {
            while start < object.byteCount {
                let end = min(start + Self.bytesAtOnce, object.byteCount)
                hash.update(
                    data: try core.environment.readRange(
                        ObjectRange(
                            address: remote.address,
                            settings: remote.settings,
                            checksum: object.checksum,
                            byteCount: object.byteCount,
                            range: start..<end,
                            moved: { _ in },
                            check: {}
                        )
                    )
                )
                start = end
            }
            return Array(hash.finalize())
        } catch ObjectTransferFailure.noRanges {
            // The bytes that arrive have the checksum.
            try fetchAndDrop(object, from: remote)
            return object.checksum
        }
    }

    /// The number of bytes that are in memory at a time.
    private static let bytesAtOnce: Int64 = 4 << 20

    private func fetchAndDrop(_ object: RemoteObject, from remote: RemoteRow) throws {
        let scratch = try ScratchFolder(in: core)
        defer { withExtendedLifetime(scratch) {} }
        try core.fetchObject(
            ObjectTransfer(
                address: remote.address,
                settings: remote.settings,
                checksum: object.checksum,
                byteCount: object.byteCount,
                file: scratch.url.appendingPathComponent("fetched", isDirectory: false),
                moved: { _ in },
                check: {}
            )
        )
    }
}
