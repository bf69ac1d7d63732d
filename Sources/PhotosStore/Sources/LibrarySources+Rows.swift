package import Foundation
import GRDB
import PhotosBase

/// In-place sources: folders whose files stay where they are.
extension LibrarySources {
    package func all(_ kind: SourceKind? = nil) throws -> [SourceRow] {
        try readLedger { try $0.sources(kind) }
    }

    /// Makes a folder an in-place source.
    ///
    /// This creates no assets. A sweep creates them.
    ///
    /// - Parameters:
    ///   - url: The folder. A folder that is a source already stays one.
    ///   - patterns: Patterns of file names to leave out, which replace the earlier patterns. Nil changes
    ///     nothing.
    /// - Returns: The source.
    /// - Throws: ``StoreError`` for a folder that cannot be a source.
    package func addSource(_ url: URL, excluding patterns: [String]? = nil) throws -> SourceRow {
        let source = try addSource(url)
        if let patterns { try exclude(patterns, fromSource: source.id) }
        return source
    }

    /// Sets the patterns of file names that a source leaves out.
    ///
    /// The next sweep takes files that are no longer left out.
    ///
    /// After that sweep, photos whose files are newly left out are offline.
    package func exclude(_ patterns: [String], fromSource source: Int64) throws {
        let patterns = PassedOver(patterns).patterns
        try writeLedger { try $0.write(exclusions: patterns, ofSource: source) }
    }

    private func addSource(_ url: URL) throws -> SourceRow {
        let url = url.standardizedFileURL
        let path = url.path
        try checkIsOutside(url)
        try checkHoldsNotItself(url)
        let listing = try FolderListing(of: url)
        let others = try all(.inPlace)
        if let other = others.first(where: { $0.path == path }) { return other }
        try checkIsApart(path, from: others)
        let (uuid, now) = (core.environment.makeUUID(), core.environment.now())
        return try writeLedger { ledger in
            let source = try ledger.makeSource(
                .inPlace,
                at: path,
                uuid: uuid,
                volume: SourceVolume.system.identity(of: path),
                now: now
            )
            _ = try ledger.makeFolder(source.id, parent: nil, name: "", inode: listing.inode)
            return source
        }
    }

    /// Throws if a folder and an existing source lie within each other.
    func checkIsApart(_ path: String, from others: [SourceRow]) throws {
        for other in others {
            let isWithin = SourceLedger.components(of: path, below: other.path) != nil
            let isAround = SourceLedger.components(of: other.path, below: path) != nil
            guard !isWithin, !isAround else {
                throw StoreError(
                    .invalidResource,
                    "\(path) and the source \(other.path) lie within each other, so files would belong to both. Forget the other one first, or leave this one out."
                )
            }
        }
    }

    /// Checks that a folder is no photo library and no remote, and not inside one.
    ///
    /// - Throws: ``StoreError`` where a folder is a photo library or a remote, or is in one.
    func checkIsOutside(_ url: URL) throws {
        if let library = LibraryLayout.library(holding: url) {
            let isItself = library.path == VolumeEnvironment.realPath(url)
            let way =
                library.pathExtension == "photoslibrary"
                ? "Bring its photos in with \"photokit import\"."
                : "Export its photos, or choose a folder beside it."
            throw StoreError(
                .invalidResource,
                "\(url.path) \(isItself ? "is a photo library" : "lies in the photo library \(library.path)"), and cannot be a source. \(way)"
            )
        }
        if let remote = RemoteFolder.holding(url) {
            let isItself = remote.path == VolumeEnvironment.realPath(url)
            throw StoreError(
                .invalidResource,
                "\(url.path) \(isItself ? "is" : "lies in \(remote.path),") a remote of a library, and cannot be a source: its files have no names, and captions and albums are not among them. `photokit remote restore \(ShellWord.quoted(remote.path)) FOLDER` makes the library again."
            )
        }
    }

    /// Checks that a folder does not contain the open library under a name that sweeps would read.
    ///
    /// - Throws: ``StoreError`` where the folder contains the library, and the library's name does not end
    ///   with `.photolib`.
    private func checkHoldsNotItself(_ url: URL) throws {
        guard core.layout.root.pathExtension != "photolib" else { return }
        let root = VolumeEnvironment.realPath(core.layout.root)
        guard SourceLedger.components(of: root, below: VolumeEnvironment.realPath(url)) == nil
        else {
            throw StoreError(
                .invalidResource,
                "\(url.path) holds the library itself, \(root). Choose the folders in it that hold photos, or give the library a name that ends with .photolib."
            )
        }
    }

    /// The fate of the assets of a source that is forgotten.
    package enum AbandonedAssets: String, Sendable {
        /// The assets stay, without their files.
        case keepOffline = "keep-offline"
        /// The assets move to Recently Deleted.
        case delete
    }

    /// The work that a library refuses which keeps nothing in Recently Deleted.
    static let forgettingWithPhotos = "Forgetting the source with its photos"

    /// Returns the number of assets with a file in a source.
    package func assetCount(ofSource source: Int64) throws -> Int {
        try core.read { db in try Self.assets(ofSource: source, db).count }
    }

    /// Removes a source from the library.
    ///
    /// The source's files are left alone.
    ///
    /// If another source has the bytes of an asset, the asset gets that file, and `assets` does not apply to
    /// it. An asset of which the library or another source has an original stays, whatever `assets` says, and is offline without
    /// its other files.
    ///
    /// - Throws: ``StoreError`` with code `changeNotSupported` where assets have files in the source and
    ///   `assets` is nil.
    package func forgetSource(_ source: Int64, assets: AbandonedAssets?) throws {
        try forgetSource(source, assets: assets, remembering: [])
    }

    /// Does the same, and remembers sidecars that the library keeps now.
    func forgetSource(
        _ source: Int64,
        assets: AbandonedAssets?,
        remembering sidecars: [ForgottenSidecar]
    ) throws {
        let unreachable = try unreachableSources().union([source])
        let substitutes = try substitutes(without: unreachable, for: source)
        let served = Set(substitutes.map(\.resource))
        let rows = try core.read { db in
            try Self.resources(ofSource: source, db).filter { !served.contains($0.resource) }
        }.reduce(into: [Int64]()) { rows, entry in
            if rows.last != entry.asset { rows.append(entry.asset) }
        }
        if rows.isEmpty || assets != nil { try serve(substitutes) }
        if !rows.isEmpty {
            guard let assets else {
                throw StoreError(
                    .changeNotSupported,
                    "\(rows.count == 1 ? "1 photo or video has its file" : "\(rows.count) photos and videos have their files") in this source. Say with --assets what becomes of that: keep-offline keeps the photos without files, delete moves them to Recently Deleted."
                )
            }
            if assets == .delete {
                try settings.requireRecentlyDeleted(Self.forgettingWithPhotos)
            }
            for start in stride(from: 0, to: rows.count, by: 1_000) {
                let part = Array(rows[start..<min(start + 1_000, rows.count)])
                var mutations = [Mutation.detach(part, fromSource: source)]
                if assets == .delete {
                    let staying = try core.read { db in
                        try Self.assetsInHand(part, without: unreachable, db)
                    }
                    let deleted = part.filter { !staying.contains($0) }
                    if !deleted.isEmpty {
                        mutations.append(
                            .deleteAssets(try records.assets(deleted).records.values.map(\.uuid))
                        )
                    }
                }
                try commits.commit(ChangeBlock(mutations))
            }
        }
        let (uuid, now) = (core.environment.makeUUID(), core.environment.now())
        try core.usingReserve {
            try core.write { db in
                let ledger = SourceLedger(db)
                if let row = try ledger.source(source) {
                    try ledger.rememberSidecars(sidecars, of: row, uuid: uuid, now: now)
                }
                try db.execute(
                    sql: """
                        UPDATE resource SET source_file_id = NULL WHERE source_file_id IN (
                            SELECT source_file.id FROM source_file
                            JOIN source_folder ON source_folder.id = source_file.folder_id
                            WHERE source_folder.source_id = ?)
                        """,
                    arguments: [source]
                )
                try db.execute(sql: "DELETE FROM source WHERE id = ?", arguments: [source])
            }
        }
    }

    /// Returns the assets with a file in a source.
    func assetRows(ofSource source: Int64) throws -> [Int64] {
        try core.read { db in try Self.assets(ofSource: source, db) }
    }

    /// The assets that lack files without a source.
    struct Lacking {
        /// Those with a file that no other source has.
        var all: Set<Int64> = []
        /// Those among them of which neither the library nor another source has an original.
        var withoutOriginal: Set<Int64> = []
    }

    /// Returns which assets would lack files if a source was forgotten now.
    ///
    /// - Parameter source: The row of the source.
    /// - Returns: The assets.
    /// - Throws: ``StoreError``.
    func lacking(without source: Int64) throws -> Lacking {
        let unreachable = try unreachableSources().union([source])
        let served = Set(try substitutes(without: unreachable, for: source).map(\.resource))
        return try core.read { db in
            var lacking = Lacking()
            let resources = try Self.resources(ofSource: source, db)
            lacking.all = Set(resources.filter { !served.contains($0.resource) }.map(\.asset))
            let kept = Set(resources.filter { served.contains($0.resource) }.map(\.asset))
            let inHand = try Self.assetsInHand(lacking.all.sorted(), without: unreachable, db)
            lacking.withoutOriginal = lacking.all.subtracting(inHand).subtracting(kept)
            return lacking
        }
    }

    private static func assets(ofSource source: Int64, _ db: Database) throws -> [Int64] {
        try Set(resources(ofSource: source, db).map(\.asset)).sorted()
    }

    /// Returns those of some assets that have an original in the library or in a source that can be reached, as far as rows know.
    ///
    /// A recorded file state means that the file was in the library.
    private static func assetsInHand(
        _ rows: [Int64],
        without unreachable: Set<Int64>,
        _ db: Database
    ) throws -> Set<Int64> {
        var found: Set<Int64> = []
        try db.cachedStatement(
            sql: """
                SELECT resource.asset_id FROM photokit_rows(?) AS list
                CROSS JOIN resource ON resource.asset_id = list.value
                LEFT JOIN source_file ON source_file.id = resource.source_file_id
                LEFT JOIN source_folder ON source_folder.id = source_file.folder_id
                WHERE resource.type IN (1, 2, 3, 4) AND CASE WHEN resource.source_file_id IS NULL
                    THEN resource.inode NOT NULL
                    ELSE source_file.outcome <> ? AND source_file.name NOT GLOB '/*'
                        AND source_folder.source_id NOT IN (SELECT value FROM photokit_rows(?)) END
                """
        ).forEachRow(in: db) { columns in
            columns.list(PackedList.rows(rows))
            columns.integer(Int64(SourceOutcome.absent.rawValue))
            columns.list(PackedList.rows(unreachable.sorted()))
        } _: { (columns) -> Void in
            found.insert(columns.row())
        }
        return found
    }

    /// Returns the resources with a file in a source, grouped by asset.
    private static func resources(
        ofSource source: Int64,
        _ db: Database
    ) throws -> [(asset: Int64, resource: Int64)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT resource.asset_id, resource.id FROM source_folder
                JOIN source_file ON source_file.folder_id = source_folder.id
                JOIN resource ON resource.source_file_id = source_file.id
                WHERE source_folder.source_id = ? ORDER BY resource.asset_id, resource.id
                """,
            arguments: [source]
        ).map { ($0.integer(0), $0.integer(1)) }
    }
}
