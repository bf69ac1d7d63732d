import Foundation
import GRDB
import Glibc

/// Which sidecars and settings files beside photos in sources are asked for.
enum SidecarSelection {
    /// Files whose bytes the asset does not keep under their names.
    case lackingInLibrary
    /// Files of a source whose bytes the asset keeps under their names.
    case inLibrary(ofSource: Int64)
    /// Files of which the ledger has no checksum.
    case unread
    /// Such files whose asset keeps a file of their size.
    case unreadBesideKept
    /// Files of a source of which the ledger has a checksum.
    case read(inSource: Int64)

    fileprivate var condition: String {
        switch self {
        case .lackingInLibrary: "NOT \(Self.isInLibrary)"
        case .inLibrary(let source): "source.id = \(source) AND \(Self.isInLibrary)"
        case .unread: "source_file.checksum IS NULL"
        case .unreadBesideKept:
            """
            source_file.checksum IS NULL AND EXISTS (
                SELECT 1 FROM kept_file WHERE kept_file.asset_id = source_file.asset_id
                    AND kept_file.byte_count = source_file.byte_count)
            """
        case .read(let source): "source_file.checksum IS NOT NULL AND source.id = \(source)"
        }
    }

    private static let isInLibrary = """
        EXISTS (SELECT 1 FROM kept_file WHERE kept_file.asset_id = source_file.asset_id
            AND kept_file.filename = source_file.name AND kept_file.replaced_date IS NULL
            AND kept_file.checksum = source_file.checksum)
        """
}

/// Files of other programs beside photos in sources: a copy of the library keeps them with the photos.
extension SourcePromise {
    /// Returns the sidecars and settings files beside photos in sources, grouped by source and asset.
    ///
    /// The checksum is empty where the ledger has none. The disk is not asked about the files.
    static func sidecars(
        _ db: Database,
        _ selection: SidecarSelection = .lackingInLibrary
    ) throws -> [SourcePromise] {
        // Copies of earlier formats have no table for such files.
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 >= 12 else { return [] }
        var paths = try SourcePaths(db)
        return try Row.fetchAll(
            db,
            sql: """
                SELECT source_file.id, source_file.asset_id, source_folder.source_id, source_folder.id,
                    source_file.name, source_file.modification, source_file.byte_count, source_file.checksum,
                    asset.uuid, source_file.inode, asset.trashed_date NOT NULL,
                    \(SourceLedger.isPhotoOfSidecarAbsent)
                FROM \(SourceLedger.sidecarsInPlace) AND source_file.name NOT GLOB '/*'
                    AND \(selection.condition)
                ORDER BY source_folder.source_id, source_file.asset_id, source_file.id
                """
        ).compactMap { row in
            guard let source = paths.source(row.integer(2)) else { return nil }
            let path = try paths.path(ofFolder: row.integer(3))
            let filename = keptName(row.text(4))
            let unused = unusedName(ofSidecarOf: row.integer(1), filename)
            let checksum = Blob.bytes(of: row, at: 7)
            return SourcePromise(
                resource: 0,
                asset: row.integer(1),
                row: row.integer(0),
                source: source,
                url: path.map { fileURL(of: row.text(4), in: $0) },
                modification: row.integer(5),
                inode: row.integer(9),
                name: (unused, filename),
                isDeleted: Bool.fromDatabaseValue(row[10]) ?? false,
                isKnownAbsent: Bool.fromDatabaseValue(row[11]) ?? false,
                isSidecar: true,
                copy: PromisedFile(
                    file: name(of: unused, checksum, filename: filename),
                    byteCount: row.integer(6),
                    checksum: checksum,
                    asset: UUID(bytes: Blob.bytes(of: row, at: 8)) ?? .zero,
                    mayBeAbsent: false,
                    filename: filename
                )
            )
        }
    }

    /// Returns what stands for the name of a sidecar's file in the library, from which its name in a copy is made.
    private static func unusedName(ofSidecarOf asset: Int64, _ filename: String) -> String {
        "sidecar/\(asset)/\(filename)"
    }

    /// Returns the name that a sidecar's file has in copies of the library.
    ///
    /// The name shows that a kept file was made of a file in a source, also when the ledger has no row of that one any more. It is the
    /// same for a kept file that is an earlier one now.
    ///
    /// - Parameters:
    ///   - asset: The row of the asset, which is the same in copies.
    ///   - checksum: The checksum of the file.
    ///   - name: The name of the file in its source, or that of the kept file.
    /// - Returns: The name.
    static func name(
        ofSidecarOf asset: Int64,
        _ checksum: [UInt8],
        named name: String
    ) -> String {
        let filename = FileName.withoutEarlier(keptName(name))
        return self.name(of: unusedName(ofSidecarOf: asset, filename), checksum, filename: filename)
    }

    /// Returns the name of a sidecar beside its photo, as imports keep it.
    private static func keptName(_ name: String) -> String { FileName.kept(name) ?? "sidecar" }

    /// Returns the checksum of the file; nil where it cannot be read, or is not as when it was last inspected.
    func presentChecksum() -> [UInt8]? {
        guard hasKnownSizeAndDate, let url,
            let descriptor = try? FileOperations.open(url, flags: O_RDONLY | O_NONBLOCK)
        else { return nil }
        defer { close(descriptor) }
        let checksum = try? SourceFile.read(descriptor, at: url, body: { _ in })
        return hasKnownSizeAndDate ? checksum : nil
    }
}

extension SourceLedger {
    /// The tables and the condition of the sidecars and settings files beside photos that stay in sources.
    static let sidecarsInPlace = """
        source_file JOIN source_folder ON source_folder.id = source_file.folder_id
        JOIN source ON source.id = source_folder.source_id
        JOIN asset ON asset.id = source_file.asset_id
        WHERE source.kind = \(SourceKind.inPlace.rawValue)
            AND source_file.outcome = \(SourceOutcome.sidecar.rawValue)
        """

    /// The condition that the last sweep has not found the photo of such a file.
    ///
    /// The row stays with that of the photo, also where the file is gone, too.
    static let isPhotoOfSidecarAbsent = """
        EXISTS (SELECT 1 FROM resource JOIN source_file AS photo ON photo.id = resource.source_file_id
            WHERE resource.asset_id = source_file.asset_id
                AND photo.outcome = \(SourceOutcome.absent.rawValue))
        """
}
