package import Foundation
import GRDB

/// Remotes: places outside the library that have copies of its files.
extension LibraryRemotes {
    /// Returns the remotes, in the order in which they were added.
    package func all() throws -> [RemoteRow] { try readRemotes { try $0.remotes() } }

    /// Adds a remote, and returns it with the number of its row.
    ///
    /// - Throws: ``StoreError`` with code `changeNotSupported` if the name or the address is taken.
    package func addRemote(_ remote: RemoteRow) throws -> RemoteRow {
        try writeRemotes { ledger in
            let others = try ledger.remotes()
            if let other = others.first(where: { $0.address == remote.address }) {
                throw StoreError(
                    .changeNotSupported,
                    "\(remote.address) is a remote of this library already, with the name \(other.name)."
                )
            }
            guard !others.contains(where: { $0.name == remote.name }) else {
                throw StoreError(
                    .changeNotSupported,
                    "Another remote has the name \(remote.name). Choose another one with --name."
                )
            }
            return try ledger.insert(remote)
        }
    }

    /// Changes the settings of a remote, and returns it with them.
    package func setSettings(_ settings: String, of remote: RemoteRow) throws -> RemoteRow {
        try writeRemotes { try $0.set(settings: settings, of: remote.id) }
        var remote = remote
        remote.settings = settings
        return remote
    }

    /// Lets this incarnation of the library write to a remote.
    ///
    /// All objects count as missing afterwards, since what an earlier incarnation knew may be old. Objects of files that
    /// left this disk count as stored without a proof.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - settings: Its settings from now on.
    /// - Throws: ``StoreError``.
    package func adoptRemote(_ remote: RemoteRow, settings: String) throws {
        try writeRemotes {
            try $0.adopt(remote.id, by: core.identity.incarnation, settings: settings)
        }
    }

    /// Throws if the folder of a remote is in this or another library, or holds this one.
    package func checkIsOutsideLibrary(_ folder: URL) throws {
        let root = VolumeEnvironment.realPath(core.layout.root)
        let path = VolumeEnvironment.realPath(folder)
        if let other = LibraryLayout.library(holding: folder) {
            throw StoreError(
                .unsuitableDestination,
                "\(folder.path) lies in the photo library \(other.path). Choose a folder outside of libraries, best on another disk."
            )
        }
        guard !MountTable.isInside(root, folder: path) else {
            throw StoreError(
                .unsuitableDestination,
                "\(folder.path) holds the library itself. Choose a folder beside it, best on another disk."
            )
        }
    }

    // MARK: Objects

    /// Returns files whose bytes a remote lacks, in the order of their rows after `row`.
    package func missingObjects(
        _ remote: RemoteRow,
        after row: Int64,
        atMost count: Int
    ) throws -> [MissingObject] {
        try readRemotes { try $0.missing(remote, after: row, atMost: count) }
    }

    /// Returns kept files whose bytes a remote lacks, in the order of their rows after `row`.
    package func missingKeptObjects(
        _ remote: RemoteRow,
        after row: Int64,
        atMost count: Int
    ) throws -> [MissingObject] {
        try readRemotes { try $0.missingKept(remote, after: row, atMost: count) }
    }

    /// Returns sidecars and settings files beside photos in sources whose bytes a remote lacks, in the order of their rows after
    /// `row`.
    package func missingSidecarObjects(
        _ remote: RemoteRow,
        after row: Int64,
        atMost count: Int
    ) throws -> [MissingObject] {
        try readRemotes { try $0.missingSidecars(remote, after: row, atMost: count) }
    }

    /// Returns stored objects whose bytes were not read back within a time, in the order of their checksums.
    package func unprovedObjects(
        _ remote: RemoteRow,
        within period: ClosedRange<Date>,
        after checksum: [UInt8],
        atMost count: Int
    ) throws -> [RemoteObject] {
        try readRemotes {
            try $0.unproved(remote.id, within: period, after: checksum, atMost: count)
        }
    }

    /// Returns stored objects in the order of their checksums.
    package func storedObjects(
        _ remote: RemoteRow,
        after checksum: [UInt8],
        atMost count: Int
    ) throws -> [RemoteObject] {
        try readRemotes { try $0.stored(remote.id, after: checksum, atMost: count) }
    }

    /// Returns which of these checksums files of the library have.
    package func neededChecksums(_ checksums: some Sequence<[UInt8]>) throws -> Set<[UInt8]> {
        try readRemotes { try $0.needed(checksums) }
    }

    /// Notes what became of objects, in one durable transaction.
    ///
    /// - Parameters:
    ///   - outcomes: The objects, each with its outcome.
    ///   - hashes: The checksums of the parts of objects that were read back.
    ///   - remote: The remote.
    /// - Throws: ``StoreError``.
    package func recordOutcomes(
        _ outcomes: [(object: RemoteObject, outcome: RemoteOutcome)],
        hashes: [PartHashes] = [],
        in remote: RemoteRow
    ) throws {
        guard !outcomes.isEmpty else { return }
        let now = core.environment.now()
        // On a full volume, files may leave that are proved.
        try core.usingReserve {
            try writeRemotes { ledger in
                for (object, outcome) in outcomes {
                    try ledger.recordOutcome(outcome, of: object, in: remote.id, on: now)
                }
                for hashes in hashes { try PartLedger(ledger.db).storeHashes(hashes) }
            }
        }
    }

    /// Notes that a remote has a copy of the database at a position.
    package func noteDatabaseSent(to remote: RemoteRow, at position: LogPosition) throws {
        let now = core.environment.now()
        try writeRemotes { try $0.noteSent(remote.id, at: position, on: now) }
    }

    /// Notes that the last copy of the database in a remote is of no use, so that the next run sends another one.
    package func noteDatabaseLost(by remote: RemoteRow) throws {
        try writeRemotes { try $0.noteDatabaseLost(remote.id) }
    }

    /// Notes which objects of a remote no file of the library needs at present.
    package func markUnneededObjects(_ remote: RemoteRow) throws {
        let now = core.environment.now()
        try writeRemotes { try $0.markUnneeded(remote.id, on: now) }
    }

    /// Forgets objects that no file has needed since a date, and returns them, to be removed from the remote.
    ///
    /// The transaction that forgets an object checks that no file needs it. A file that comes with these bytes later
    /// finds no object, and is stored anew.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - date: Objects that were needed later stay.
    ///   - start: Objects that were stored by then stay: they are another copy's of the library.
    ///   - count: The most objects that are forgotten.
    /// - Returns: The objects.
    /// - Throws: ``StoreError``.
    package func forgetUnneededObjects(
        _ remote: RemoteRow,
        since date: Date,
        storedAfter start: Date,
        atMost count: Int
    ) throws -> [RemoteObject] {
        let now = core.environment.now()
        return try writeRemotes {
            try $0.forgetUnneeded(
                remote.id,
                since: date,
                storedAfter: start,
                now: now,
                atMost: count
            )
        }
    }

    /// Puts assets whose files a remote refuses into the album of those, and takes others out of it.
    ///
    /// Without news, nothing is written.
    ///
    /// - Parameter checksums: The files that a remote has just refused.
    /// - Throws: ``StoreError``.
    package func settleUploads(refused checksums: Set<[UInt8]> = []) throws {
        let news = try readRemotes { try $0.uploadNews(checksums) }
        for start in stride(from: 0, to: news.refused.count, by: Self.uploadBatch) {
            let part = news.refused[start..<min(start + Self.uploadBatch, news.refused.count)]
            try commitUploads(refused: Array(part), accepted: [])
        }
        for start in stride(from: 0, to: news.accepted.count, by: Self.uploadBatch) {
            let part = news.accepted[start..<min(start + Self.uploadBatch, news.accepted.count)]
            try commitUploads(refused: [], accepted: Array(part))
        }
    }

    private static let uploadBatch = 1_024

    private func commitUploads(refused: [Int64], accepted: [Int64]) throws {
        try commits.commit(
            ChangeBlock([.noteUploads(refused: refused, accepted: accepted)], work: .sync)
        )
    }

    /// Returns files that could leave by the rule for space if a remote gave their bytes back, in the order of their rows
    /// after `row`.
    package func filesWantingProof(
        in remote: RemoteRow,
        _ rule: SpaceRule,
        after row: Int64,
        atMost count: Int
    ) throws -> [MissingObject] {
        try core.requireEverything(Self.remoteUse)
        return try core.readAll { db in
            try ElsewhereLedger(db).wantProof(
                in: remote,
                rule,
                now: core.environment.now(),
                smallest: core.environment.smallestReleasedFile,
                after: row,
                atMost: count
            )
        }
    }

    /// Returns the files that the rule would let leave, and that too few remotes have proved copies of.
    package func filesLackingProofs(_ rule: SpaceRule) throws -> RemoteTotals.Part {
        try core.requireEverything(Self.remoteUse)
        return try core.readAll { db in
            try ElsewhereLedger(db).lackingProofs(
                by: rule,
                incarnation: core.identity.incarnation,
                now: core.environment.now(),
                smallest: core.environment.smallestReleasedFile
            )
        }
    }

    /// Returns how much of the library a remote has.
    package func totals(
        of remote: RemoteRow,
        provedWithin period: ClosedRange<Date>
    ) throws -> RemoteTotals {
        try readRemotes { try $0.totals(remote, provedWithin: period) }
    }

    /// Returns why objects of a remote could not be stored or were lost, each reason with the number of objects.
    package func problems(of remote: RemoteRow) throws -> [(sentence: String, count: Int)] {
        try readRemotes { try $0.problems(remote.id) }
    }

    /// Returns the checksums of objects that a remote lost, or gave back with other bytes.
    package func lostChecksums(in remote: RemoteRow) throws -> Set<[UInt8]> {
        try readRemotes { try $0.lost(remote.id) }
    }

    /// Returns the URL of a file that a remote lacks; nil where its source has no path.
    package func url(of missing: MissingObject) throws -> URL? {
        guard let file = missing.sourceFileID else { return core.layout.original(missing.file) }
        return try core.readAll { db in try SourceLedger(db).path(ofFile: file) }
            .map { URL(fileURLWithPath: $0, isDirectory: false) }
    }

    private func readRemotes<Result>(_ body: (RemoteLedger) throws -> Result) throws -> Result {
        try core.requireEverything(Self.remoteUse)
        return try core.readAll { db in try body(RemoteLedger(db)) }
    }

    private func writeRemotes<Result>(_ body: (RemoteLedger) throws -> Result) throws -> Result {
        try core.requireEverything(Self.remoteUse)
        return try core.write { db in try body(RemoteLedger(db)) }
    }

    private static let remoteUse = "use the library's remotes"
}

extension LibraryRemotes {
    /// Returns the number of photos outside Recently Deleted whose files stay in sources.
    ///
    /// - Throws: ``StoreError`` if the library cannot be read.
    package func countOfAssetsInSources() throws -> Int {
        try core.readAll { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(DISTINCT asset.id) FROM resource JOIN asset ON asset.id = resource.asset_id
                    WHERE resource.source_file_id NOT NULL AND asset.trashed_date IS NULL
                    """
            ) ?? 0
        }
    }
}
