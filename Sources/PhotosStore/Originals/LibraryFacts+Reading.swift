import Foundation
import GRDB
import Glibc
package import PhotosMedia

/// The recorded metadata of assets' files, and reading those files again.
extension LibraryFacts {
    /// Returns the metadata of an asset's files when they were last read; empty where none was recorded.
    package func recorded(ofAsset row: Int64) throws -> AssetFacts {
        try core.read { db in try AssetFacts.read(of: row, in: db) }
    }

    /// Returns the recorded metadata of several assets, by row.
    ///
    /// Assets without recorded metadata are left out.
    package func recorded(ofAssets rows: some Collection<Int64>) throws -> [Int64: AssetFacts] {
        try core.read { db in try AssetFacts.read(of: rows, in: db) }
    }

    /// Reads the metadata of an asset's original now.
    ///
    /// - Throws: ``StoreError`` where the file is missing, or `MediaFileError` where it cannot be read.
    package func readOriginal(ofAsset row: Int64) throws -> MediaFacts {
        let resources = try records.resources(ofAssets: [row])[row] ?? []
        guard let original = resources.first(where: { ResourceRole.originals.contains($0.type) })
        else {
            throw StoreError(.missingResource, "The asset has no original. Run `photokit check`.")
        }
        let descriptor: Int32
        do {
            descriptor = try FileOperations.open(
                originals.urlToOpen(of: original),
                flags: O_RDONLY | O_NONBLOCK
            )
        } catch {
            throw originals.absence(of: original, cause: error)
        }
        defer { Glibc.close(descriptor) }
        return try core.environment.examine(descriptor, original.filename)
    }

    /// Reads the metadata of sidecars together.
    ///
    /// The last one takes precedence.
    ///
    /// - Throws: `MediaFileError` or ``StoreError`` where one of them cannot be read.
    package func readCompanions(_ files: [CompanionFile]) throws -> ImportSupplement {
        var supplement = ImportSupplement()
        // Words of a sidecar from a program of today are newer than those of Picasa.
        for file in files where file.isPicasa {
            let bytes = Array(try Data(contentsOf: file.url))
            supplement.overwriteProperties(
                with: ImportSupplement(PicasaSettings(bytes)?.photos ?? [])
            )
        }
        for file in files.lazy.filter(\.isXMP).map(\.url) {
            guard try !originals.isSilent(file) else {
                throw StoreError(
                    .fileOffline,
                    "The folder of \(file.path) does not answer. Check its disk or network."
                )
            }
            let descriptor = try FileOperations.open(file, flags: O_RDONLY | O_NONBLOCK)
            defer { Glibc.close(descriptor) }
            let source = try DescriptorByteSource(descriptor: descriptor)
            if let words = try sidecarSupplement(from: source) {
                supplement.overwriteProperties(with: words)
            }
        }
        return supplement
    }

    /// Returns what a sidecar states; nil for one that is kept although nobody can read it.
    private func sidecarSupplement(from source: DescriptorByteSource) throws -> ImportSupplement? {
        do {
            return ImportSupplement(try SidecarFacts(from: source, zone: core.environment.zone))
        } catch {
            guard error.isAboutContent else { throw error }
            return nil
        }
    }
}

extension LibraryFacts {
    /// Returns the rows of assets outside Recently Deleted whose originals the present reader has not read.
    package func rowsWithOutdatedFacts() throws -> [Int64] {
        try core.read { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT asset.id FROM asset
                    LEFT JOIN file_facts AS facts ON facts.asset_id = asset.id AND facts.origin = 0
                    WHERE coalesce(facts.reader, 0) < ? AND asset.trashed_date IS NULL ORDER BY asset.id
                    """,
                arguments: [MediaFacts.readerVersion]
            )
        }
    }

    /// Returns the assets with files in a source whose properties differ from those files, sorted by row.
    ///
    /// Each asset comes with the metadata of its files, and the fields that differ.
    package func differencesFromFiles(
        ofSource source: Int64
    ) throws -> [(record: AssetRecord, metadata: FileMetadata, fields: [FileMetadata.Field])] {
        let rows = try core.readAll { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT resource.asset_id FROM source_folder
                    JOIN source_file ON source_file.folder_id = source_folder.id
                    JOIN resource ON resource.source_file_id = source_file.id
                    JOIN asset ON asset.id = resource.asset_id
                    WHERE source_folder.source_id = ? AND asset.trashed_date IS NULL ORDER BY resource.asset_id
                    """,
                arguments: [source]
            )
        }
        var found: [(AssetRecord, FileMetadata, [FileMetadata.Field])] = []
        for start in stride(from: 0, to: rows.count, by: 256) {
            let part = rows.dropFirst(start).prefix(256)
            let records = try records.assets(part).records
            let facts = try recorded(ofAssets: part)
            for row in part {
                guard let record = records[row], let metadata = facts[row]?.knownMetadata
                else { continue }
                let fields = record.differences(from: metadata)
                if !fields.isEmpty { found.append((record, metadata, fields)) }
            }
        }
        return found
    }
}
