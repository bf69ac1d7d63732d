import Crypto
import Foundation
import GRDB
import PhotosBase

/// The bytes of the sidecars and settings files beside photos in sources.
extension LibrarySources {
    /// Reads those files whose checksum the ledger does not have, and records it.
    ///
    /// A sweep reads nothing of settings files, and forgets the checksum of a file that has changed.
    ///
    /// - Parameter check: Called before each file; an error ends the work.
    /// - Returns: The number of recorded files. `unread` are those that cannot be read now, or are not as they were swept. A file that
    ///   is gone with its photo is not among them.
    /// - Throws: ``StoreError``, and the errors of `check`.
    package func recordSidecarChecksums(
        check: () throws -> Void
    ) throws -> (recorded: Int, unread: Int) {
        try recordChecksums(of: .unread, check: check)
    }

    /// Reads those files whose checksum the ledger does not have, and whose photo keeps a file of their size.
    ///
    /// - Parameter check: Called before each file; an error ends the work.
    /// - Throws: ``StoreError``, and the errors of `check`.
    func recordChecksumsBesideKeptFiles(check: () throws -> Void) throws {
        _ = try recordChecksums(of: .unreadBesideKept, check: check)
    }

    /// Reads those files of a source again whose checksum the ledger has, and records it where it is another one.
    ///
    /// Another program, or a damaged disk, may have changed bytes and no size or date.
    ///
    /// - Parameters:
    ///   - source: The row of the source.
    ///   - check: Called before each file; an error ends the work.
    /// - Throws: ``StoreError``, and the errors of `check`.
    package func compareSidecarChecksums(
        inSource source: Int64,
        check: () throws -> Void
    ) throws {
        _ = try recordChecksums(of: .read(inSource: source), check: check)
    }

    /// Returns a digest of which of these files the ledger has, with their photos, names and checksums; nil if it has none.
    ///
    /// The log does not say when one of them changes.
    package func sidecarDigest() throws -> String? {
        try readLedger { ledger in
            var hash = SHA256()
            var isEmpty = true
            let statement = try ledger.db.cachedStatement(
                sql: """
                    SELECT source_file.id, source_file.asset_id, source_file.name, source_file.checksum
                    FROM \(SourceLedger.sidecarsInPlace) ORDER BY source_file.id
                    """
            )
            try statement.forEachRow(in: ledger.db) { (columns) -> Void in
                let (row, asset) = (columns.row(), columns.row())
                let (name, checksum) = (columns.text() ?? "", columns.blob() ?? [])
                isEmpty = false
                let text = "\(row) \(asset) \(name)/\(Hexadecimal.digits(of: checksum))\n"
                hash.update(data: Data(text.utf8))
            }
            return isEmpty ? nil : Hexadecimal.digits(of: hash.finalize())
        }
    }

    private func recordChecksums(
        of selection: SidecarSelection,
        check: () throws -> Void
    ) throws -> (recorded: Int, unread: Int) {
        let files = try readLedger { ledger in try SourcePromise.sidecars(ledger.db, selection) }
        var (recorded, unread) = (0, 0)
        var isThere: [Int64: Bool] = [:]
        for start in stride(from: 0, to: files.count, by: Self.sidecarBatch) {
            var found: [(file: SourcePromise, checksum: [UInt8])] = []
            for file in files[start..<min(start + Self.sidecarBatch, files.count)] {
                try check()
                let isOnline = isThere[file.source.id] ?? core.isThere(file.source)
                isThere[file.source.id] = isOnline
                if isOnline, let checksum = file.presentChecksum() {
                    if checksum != file.copy.checksum { found.append((file, checksum)) }
                } else if !file.isKnownAbsent || isOnline && !file.isAbsent {
                    unread += 1
                }
            }
            recorded += found.count
            guard !found.isEmpty else { continue }
            let now = core.environment.now()
            try writeLedger { [found] ledger in
                for (file, checksum) in found {
                    try ledger.setChecksum(checksum, ofSidecar: file, on: now)
                }
            }
        }
        return (recorded, unread)
    }

    private static let sidecarBatch = 256

    /// Notes that sidecars went with the files that they describe, and did not come back with these.
    ///
    /// A sidecar that comes back later is read like one that has changed.
    ///
    /// - Parameter rows: The rows of the sidecars.
    /// - Throws: ``StoreError`` where the library cannot be written.
    package func noteGoneSidecars(_ rows: some Sequence<Int64>) throws {
        let rows = Array(rows)
        guard !rows.isEmpty else { return }
        try writeLedger { ledger in
            for row in rows {
                guard let file = try ledger.file(row)?.row, file.outcome == .sidecar,
                    CompanionFile.isRead(file.name)
                else { continue }
                try ledger.db.cachedStatement(
                    sql: "UPDATE source_file SET inode = ? WHERE id = ?"
                ).execute(arguments: [SourceLedger.noInode, row])
            }
        }
    }

    /// Lets kept files go with the sidecars in sources whose bytes they have, and which a person removed.
    ///
    /// Such a file stays for ``KeptFile/daysAfterReplacement``. One of which another source has the bytes stays, too.
    ///
    /// - Parameter rows: The rows of the sidecars that are gone.
    /// - Throws: ``StoreError`` where the library cannot be read or written.
    package func replaceKeptCopies(ofRemoved rows: Set<Int64>) throws {
        let removed = try readLedger { ledger in
            try rows.sorted().compactMap { row -> String? in
                guard let file = try ledger.file(row)?.row, file.outcome == .sidecar,
                    CompanionFile.isRead(file.name), let asset = file.assetID,
                    let checksum = file.checksum,
                    try !ledger.hasSidecar(checksum, ofAsset: asset, besides: rows)
                else { return nil }
                return SourcePromise.name(ofSidecarOf: asset, checksum, named: file.name)
            }
        }
        guard !removed.isEmpty else { return }
        let now = core.environment.now()
        try writeLedger { ledger in
            for name in removed { try ledger.replaceKeptCopy(name, on: now) }
        }
    }
}

extension SourceLedger {
    /// Returns whether a source has a sidecar of an asset with some bytes, other than those with some rows.
    fileprivate func hasSidecar(
        _ checksum: [UInt8],
        ofAsset asset: Int64,
        besides rows: Set<Int64>
    ) throws -> Bool {
        try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT source_file.id FROM \(Self.sidecarsInPlace)
                        AND source_file.asset_id = ? AND source_file.checksum = ?
                    """
            ),
            arguments: [asset, Data(checksum)]
        ).contains { !rows.contains($0) }
    }

    /// Records the checksum of a sidecar, if the ledger has the same state of the file still.
    fileprivate func setChecksum(
        _ checksum: [UInt8],
        ofSidecar file: SourcePromise,
        on date: Date
    ) throws {
        let earlier = file.copy.checksum.isEmpty ? nil : Data(file.copy.checksum)
        try db.cachedStatement(
            sql: """
                UPDATE source_file SET checksum = ?
                WHERE id = ? AND outcome = ? AND checksum IS ? AND byte_count = ? AND modification = ?
                """
        ).execute(arguments: [
            Data(checksum), file.row, SourceOutcome.sidecar.rawValue, earlier, file.copy.byteCount,
            file.modification,
        ])
        if earlier != nil, db.changesCount > 0 { try replaceKeptCopy(file.copy.file, on: date) }
    }

    /// Notes that a file in a source, of which the library keeps a copy, has other bytes now.
    ///
    /// - Parameters:
    ///   - name: The name of the copy; the library may keep none.
    ///   - date: The present time.
    /// - Throws: The errors of SQLite.
    func replaceKeptCopy(_ name: String, on date: Date) throws {
        try db.cachedStatement(
            sql: "UPDATE kept_file SET replaced_date = ? WHERE file = ? AND replaced_date IS NULL"
        ).execute(arguments: [date.timeIntervalSinceReferenceDate, name])
    }
}
