import Foundation
import GRDB

/// The bytes of the sidecars and settings files beside photos in sources.
extension LibrarySources {
    /// Reads those files whose checksum the ledger does not have, and records it.
    ///
    /// A sweep reads nothing of settings files, and forgets the checksum of a file that has changed.
    ///
    /// - Parameter check: Called before each file; an error ends the work.
    /// - Returns: The number of recorded files. `unread` are those that cannot be read now, or are not as they were swept.
    /// - Throws: ``StoreError``, and the errors of `check`.
    package func recordSidecarChecksums(
        check: () throws -> Void
    ) throws -> (recorded: Int, unread: Int) {
        let files = try readLedger { ledger in
            try SourcePromise.sidecars(ledger.db, isUnread: true)
        }
        var (recorded, unread) = (0, 0)
        var isThere: [Int64: Bool] = [:]
        for start in stride(from: 0, to: files.count, by: Self.sidecarBatch) {
            var found: [(file: SourcePromise, checksum: [UInt8])] = []
            for file in files[start..<min(start + Self.sidecarBatch, files.count)] {
                try check()
                let isOnline = isThere[file.source.id] ?? core.isThere(file.source)
                isThere[file.source.id] = isOnline
                if isOnline, let checksum = file.presentChecksum() {
                    found.append((file, checksum))
                } else {
                    unread += 1
                }
            }
            recorded += found.count
            guard !found.isEmpty else { continue }
            try writeLedger { [found] ledger in
                for (file, checksum) in found {
                    try ledger.setChecksum(checksum, ofSidecar: file)
                }
            }
        }
        return (recorded, unread)
    }

    private static let sidecarBatch = 256
}

extension SourceLedger {
    /// Records the checksum of a sidecar, if the ledger has the same state of the file still.
    fileprivate func setChecksum(_ checksum: [UInt8], ofSidecar file: SourcePromise) throws {
        try db.cachedStatement(
            sql: """
                UPDATE source_file SET checksum = ?
                WHERE id = ? AND outcome = ? AND checksum IS NULL AND byte_count = ? AND modification = ?
                """
        ).execute(arguments: [
            Data(checksum), file.row, SourceOutcome.sidecar.rawValue, file.copy.byteCount,
            file.modification,
        ])
    }
}
