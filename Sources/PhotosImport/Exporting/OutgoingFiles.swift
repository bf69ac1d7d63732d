package import Foundation
import Glibc
import PhotosMedia
package import PhotosStore

/// The files of an export that go elsewhere than to a folder, such as into an archive.
///
/// The files have the bytes and the names that an export to a folder would give them, without folders of albums and without
/// a manifest.
package struct OutgoingFiles: Sendable {
    /// A file of a photo.
    package struct File: Sendable {
        package enum Content: Sendable {
            /// A file of the library.
            case stored(URL)
            case bytes([UInt8])
            /// A copy with metadata inside.
            case copy(TemporaryCopy)
        }

        /// The path in the archive.
        package var path: String
        package var content: Content
    }

    /// The files of a photo, video or sound.
    package struct Photo: Sendable {
        package var uuid: UUID
        package var date: Date?
        /// Seconds east of Greenwich.
        package var zone: Int?
        package var files: [File] = []
        /// Sentences that a person should read about files, each with the file's path.
        package var remarks: [String] = []
    }

    private let library: Library
    private let options: ExportOptions
    private let embed: CopyEmbedder
    private let reading: AssetReading
    private let planner: AssetFilePlanner
    private let rows: [Int64]
    private var next = 0
    private var waiting: ArraySlice<ExportedAsset> = []
    /// The paths that are taken, as they are compared.
    private var taken: Set<String> = []
    /// The greatest number of each path without a number.
    private var numbers: [String: Int] = [:]

    /// - Parameters:
    ///   - library: The library, which is only read.
    ///   - rows: The rows of the assets, in the order in which their files are wanted.
    ///   - options: The options of the export; albums have no folders.
    ///   - embed: Writes metadata into copies.
    /// - Throws: ``StoreError`` if the albums cannot be read.
    package init(
        _ library: Library,
        rows: [Int64],
        options: ExportOptions,
        embed: @escaping CopyEmbedder
    ) throws {
        var options = options
        options.albums = .none
        self.library = library
        self.options = options
        self.embed = embed
        self.rows = rows
        reading = try AssetReading(library)
        planner = AssetFilePlanner(library: library, options: options)
    }

    /// The number of assets that are read at once.
    private static let batch = 256

    /// Returns the files of the next asset; nil after the last one.
    ///
    /// - Throws: ``StoreError`` with code `objectMissing` if the asset was deleted meanwhile, and for files that cannot
    ///   be read.
    package mutating func nextPhoto() throws -> Photo? {
        if waiting.isEmpty {
            guard next < rows.count else { return nil }
            let part = Array(rows[next..<min(next + Self.batch, rows.count)])
            let assets = try reading.read(part)
            guard assets.count == part.count else {
                throw StoreError(
                    .objectMissing,
                    "A photo was deleted during this. Select the photos again."
                )
            }
            next += part.count
            waiting = assets[...]
        }
        guard let asset = waiting.popFirst() else { return nil }
        return try outgoingPhoto(of: asset)
    }

    /// Counts the assets with files that may still state what is withheld, because their bytes stay as they are.
    package func remainingCount() throws -> Int {
        guard !options.withheld.isEmpty else { return 0 }
        var count = 0
        for start in stride(from: 0, to: rows.count, by: Self.batch) {
            let part = Array(rows[start..<min(start + Self.batch, rows.count)])
            count += try reading.read(part).count { asset in
                !ExportMetadata.stillStated(in: asset, of: options.withheld).isEmpty
                    && planner.files(of: asset).files.contains(where: \.staysAsItIs)
            }
        }
        return count
    }

    private mutating func outgoingPhoto(of asset: ExportedAsset) throws -> Photo {
        var photo = Photo(
            uuid: asset.record.uuid,
            date: asset.record.creationDate,
            zone: asset.record.creationZone
        )
        let outcome = planner.files(of: asset)
        let remaining = ExportMetadata.stillStated(in: asset, of: options.withheld)
        for problem in outcome.problems {
            photo.remarks.append("\(problem.name): \(problem.reason)")
        }
        let paths = freePaths(for: outcome.files, of: asset)
        var refused: Set<String> = []
        for (wanted, path) in zip(outcome.files, paths) {
            if let main = wanted.fallbackFor, !refused.contains(main) { continue }
            var stays = wanted.staysAsItIs
            let content: File.Content
            switch wanted.content {
            case .copy(let resource): content = .stored(try localURL(of: resource))
            case .bytes(let bytes): content = .bytes(bytes)
            case .link: continue
            case .embed(let resource, let metadata):
                if let copy = try temporaryCopy(of: resource, metadata: metadata) {
                    content = .copy(copy)
                } else {
                    refused.insert(wanted.part)
                    stays = true
                    content = .stored(try localURL(of: resource))
                }
            }
            if let remark = wanted.remark { photo.remarks.append("\(path): \(remark)") }
            if stays, !remaining.isEmpty { photo.remarks.append("\(path): \(remaining.remark)") }
            photo.files.append(File(path: path, content: content))
        }
        return photo
    }

    /// Returns the URL of a file, which is fetched before if it is elsewhere.
    private func localURL(of resource: ResourceRecord) throws -> URL {
        try library.transfers.makeLocal([resource], access: NetworkAccess())
        return try library.originals.urlToOpen(of: resource)
    }

    /// Returns a copy with metadata inside; nil if the file takes none.
    private func temporaryCopy(
        of resource: ResourceRecord,
        metadata: WrittenMetadata
    ) throws -> TemporaryCopy? {
        let input = try library.transfers.openFile(of: resource, NetworkAccess())
        defer { close(input) }
        let copy = try TemporaryCopy()
        let folder = FileManager.default.temporaryDirectory
        let isTaken = try CopyEmbedding.writeCopy(
            with: embed,
            metadata: metadata,
            from: input,
            into: copy.descriptor,
            folder: folder
        )
        return isTaken ? copy : nil
    }

    /// Returns paths that no other file has, made different by one number for all files of the asset.
    private mutating func freePaths(for files: [WantedFile], of asset: ExportedAsset) -> [String] {
        let rules = TargetRules.archive
        let names = AssetPaths(of: asset, template: options.template, rules: rules)
        let base = rules.key(names.base)
        var number = (numbers[base] ?? 0) + 1
        var paths = files.compactMap { names.path(of: $0, number: number) }
        while paths.contains(where: { taken.contains(rules.key($0)) }) {
            number += 1
            paths = files.compactMap { names.path(of: $0, number: number) }
        }
        numbers[base] = number
        taken.formUnion(paths.map(rules.key))
        return paths
    }
}
