import Crypto
import Foundation
import GRDB

/// What an undo took back of the words that sidecars gave to photos in copying imports.
extension SourceLedger {
    /// The beginning of the names of notes about it, before the row of the asset.
    ///
    /// No file has such a name. `byte_count` has the properties as bits, and `checksum` is that of their values after the undo.
    private static let undonePrefix = "/undone/"

    /// Lets the next import from a folder read the sidecars of an asset again, and give what an undo took back.
    ///
    /// Nothing is noted for a source of another kind, or one without a sidecar of the asset.
    ///
    /// - Parameters:
    ///   - fields: The properties that the undo gave their earlier values.
    ///   - record: The asset after the undo.
    ///   - source: The row of the source of the import.
    /// - Throws: A database error.
    func noteUndone(
        _ fields: Set<FileMetadata.Field>,
        of record: AssetRecord,
        from source: Int64
    ) throws {
        guard !fields.isEmpty else { return }
        var sidecars: [(row: Int64, folder: Int64)] = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT source_file.id, source_file.folder_id FROM source_file
                JOIN source_folder ON source_folder.id = source_file.folder_id
                JOIN source ON source.id = source_folder.source_id
                WHERE source_file.asset_id = ? AND source_file.outcome = ? AND source.id = ?
                    AND source.kind = ?
                ORDER BY source_file.id
                """
        )
        try statement.forEachRow(in: db) {
            $0.integer(record.rowID)
            $0.integer(Int64(SourceOutcome.sidecar.rawValue))
            $0.integer(source)
            $0.integer(Int64(SourceKind.copied.rawValue))
        } _: { (columns) -> Void in
            sidecars.append((columns.row(), columns.row()))
        }
        guard let folder = sidecars.first?.folder else { return }
        for sidecar in sidecars {
            try db.cachedStatement(sql: "UPDATE source_file SET modification = ? WHERE id = ?")
                .run(in: db) {
                    $0.integer(Self.noDate)
                    $0.integer(sidecar.row)
                }
        }
        let note = SourceFileRow(
            name: Self.undonePrefix + String(record.rowID),
            inode: 0,
            byteCount: Self.bits(of: fields),
            modification: 0,
            outcome: .other,
            checksum: Self.checksum(of: fields, in: record),
            assetID: record.rowID
        )
        try write(note, in: folder)
    }

    /// Returns the properties that an undo took back from an asset, and that nobody has changed since.
    package func undoneFields(of record: AssetRecord) throws -> Set<FileMetadata.Field> {
        var undone: Set<FileMetadata.Field> = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT byte_count, checksum FROM source_file WHERE asset_id = ? AND name GLOB ?
                """
        )
        try statement.forEachRow(in: db) {
            $0.integer(record.rowID)
            $0.text(Self.undonePrefix + "*")
        } _: { (columns) -> Void in
            let (bits, checksum) = (columns.row(), columns.blob())
            let fields = Set(FileMetadata.Field.allCases.filter { bits & Self.bits(of: [$0]) != 0 })
            if checksum == Self.checksum(of: fields, in: record) { undone.formUnion(fields) }
        }
        return undone
    }

    /// Forgets what undos took back from an asset, because its properties follow its files again.
    func forgetUndone(ofAsset row: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM source_file WHERE asset_id = ? AND name GLOB ?")
            .run(in: db) {
                $0.integer(row)
                $0.text(Self.undonePrefix + "*")
            }
    }

    private static func bits(of fields: Set<FileMetadata.Field>) -> Int64 {
        FileMetadata.Field.allCases.enumerated().reduce(0) { bits, field in
            fields.contains(field.element) ? bits | 1 << Int64(field.offset) : bits
        }
    }

    private static func checksum(
        of fields: Set<FileMetadata.Field>,
        in record: AssetRecord
    ) -> [UInt8] {
        let values = FileMetadata.Field.allCases.filter(fields.contains).flatMap { field in
            field.assetFields.map { "\($0.rawValue)=\(record[$0])" }
        }
        return Array(SHA256.hash(data: Data(values.joined(separator: "\n").utf8)))
    }
}

extension FileMetadata.Field {
    /// The properties of an asset by which a change of it is seen.
    var assetFields: [AssetField] {
        switch self {
        case .date: [.creationDate, .creationZone]
        case .place: [.latitude, .longitude]
        case .caption: [.caption]
        case .keywords: [.keywords]
        case .rating: [.rating, .isRejected]
        }
    }
}
