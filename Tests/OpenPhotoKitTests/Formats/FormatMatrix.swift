import Foundation
import OpenPhotoKit
import PhotosMedia
import PhotosStore
import PhotosTestSupport

/// What a library does with one file of each format, by doing it.
struct FormatMatrix {
    /// The cells of one format, as they are shown.
    struct Row: Sendable {
        var format: String
        var type = ""
        var date = ""
        var camera = ""
        var place = ""
        var size = ""
        var preview = ""
        var full = ""
        /// Whether the export has the same bytes.
        ///
        /// It is no cell, because a test requires it of every format.
        var isExported = false

        var markdown: String {
            let cells = [
                format, type, Self.joined([date, camera, place]), size,
                Self.joined([preview, full]),
            ]
            return "| \(cells.joined(separator: " | ")) |"
        }

        /// Returns the texts with commas between them, or the only one if all are equal.
        private static func joined(_ texts: [String]) -> String {
            Set(texts).count == 1 ? texts[0] : texts.joined(separator: ", ")
        }
    }

    private(set) var rows: [Row] = []

    static let columns = [
        "format", "recognized as", "date, camera, place", "size", "preview, full picture",
    ]

    var markdown: String {
        let head = [
            "| \(Self.columns.joined(separator: " | ")) |",
            "|\(String(repeating: "---|", count: Self.columns.count))",
        ]
        return (head + rows.map(\.markdown)).joined(separator: "\n")
    }

    /// Imports a file of each sample into a library, and asks for all that clients ask for.
    static func measured(_ samples: [FormatSample]) async throws -> FormatMatrix {
        let folder = try TemporaryFolder()
        let files = folder.url.appendingPathComponent("in")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        var urls: [URL] = []
        for (index, sample) in samples.enumerated() {
            // Files of one name could be parts of one asset.
            let url = files.appendingPathComponent("s\(index).\(sample.type.preferredExtension)")
            try Data(sample.bytes).write(to: url)
            urls.append(url)
        }
        let library = try PHPhotoLibrary.open(
            at: folder.url.appendingPathComponent("Test.photolib"),
            create: true
        )
        defer { library.close() }
        let outcome = try await ImportOutcome(of: [files], into: library)
        let expected = try Exiftool.answers(for: files)
        var matrix = FormatMatrix()
        for (sample, url) in zip(samples, urls) {
            matrix.rows.append(
                try await Measurement(
                    sample: sample,
                    file: url,
                    library: library,
                    outcome: outcome,
                    expected: expected[url.lastPathComponent]
                ).row()
            )
        }
        return matrix
    }
}

/// One file in a library.
private struct Measurement {
    var sample: FormatSample
    var file: URL
    var library: PHPhotoLibrary
    var outcome: ImportOutcome
    var expected: Exiftool.Answer?

    func row() async throws -> FormatMatrix.Row {
        var row = FormatMatrix.Row(format: sample.format)
        guard let identifier = outcome.imported[file.lastPathComponent] else {
            row.type = "left out: \(outcome.problems[file.lastPathComponent] ?? "no reason")"
            return row
        }
        let options = PHFetchOptions()
        options.library = library
        guard
            let asset = PHAsset.fetchAssets(
                withLocalIdentifiers: [identifier],
                options: options
            ).firstObject,
            let resource = PHAssetResource.assetResources(for: asset).first,
            let record = resource.record
        else { throw CocoaError(.fileNoSuchFile) }
        row.type = "`\(resource.uniformTypeIdentifier)`"
        try addFacts(of: asset, in: &row)
        row.size = size(asset.pixelWidth, asset.pixelHeight)
        if asset.duration > 0 {
            let seconds = "\((asset.duration * 10).rounded() / 10) s"
            row.size = row.size.isEmpty ? seconds : "\(row.size), \(seconds)"
        }
        addPictures(of: asset, record, in: &row)
        row.isExported = try await isExported(resource)
        return row
    }

    private func addFacts(of asset: PHAsset, in row: inout FormatMatrix.Row) throws {
        let handle = try FileHandle(forReadingFrom: file)
        let (facts, sources) = try MediaReader.ofProcess.explainedFacts(
            of: handle.fileDescriptor,
            hint: file.lastPathComponent
        )
        // What the library holds is what was read.
        guard facts.creationDate == nil || facts.creationDate == asset.creationDate else {
            throw CocoaError(.fileReadCorruptFile)
        }
        row.date = source(facts.dateSource, expected?.hasDate == true)
        row.camera = source(sources[.cameraMake] ?? sources[.cameraModel], expected?.make != nil)
        row.place = source(sources[.location], expected?.latitude != nil)
    }

    /// The kind of tag that a fact came from; "no" where ExifTool reads one and we do not.
    private func source(_ tag: String?, _ isExpected: Bool) -> String {
        guard let tag else { return isExpected ? "no" : "–" }
        return String(tag.prefix { $0 != "." })
    }

    private func size(_ width: Int, _ height: Int) -> String {
        width > 0 ? "\(width) × \(height)" : ""
    }

    private func addPictures(
        of asset: PHAsset,
        _ record: ResourceRecord,
        in row: inout FormatMatrix.Row
    ) {
        guard sample.hasPicture else {
            (row.preview, row.full) = ("not tried", "not tried")
            return
        }
        row.preview = cell {
            let preview = try library.store().pictures.preview(.grid, of: record)
            return (preview.width, preview.height)
        } isWhole: { width, height in
            max(width, height) >= min(max(asset.pixelWidth, asset.pixelHeight), 256) * 15 / 16
        }
        row.full = cell {
            let request = PictureRequest(renditions: [.init(.full, .jpeg(quality: 75))])
            let made = try library.store().pictures.decoded(from: record, request)
            return (made.first?.width ?? 0, made.first?.height ?? 0)
        } isWhole: { width, height in
            // LibRaw leaves out some columns at the borders of sensors.
            (asset.pixelWidth - 48...asset.pixelWidth).contains(width)
                && (asset.pixelHeight - 48...asset.pixelHeight).contains(height)
        }
    }

    private func cell(
        _ make: () throws -> (Int, Int),
        isWhole: (Int, Int) -> Bool
    ) -> String {
        do {
            let (width, height) = try make()
            return isWhole(width, height) ? "yes" : size(width, height)
        } catch {
            return FailureWords.short(error)
        }
    }

    private func isExported(_ resource: PHAssetResource) async throws -> Bool {
        let folder = try TemporaryFolder()
        let copy = folder.url.appendingPathComponent("copy")
        try await PHAssetResourceManager.default().writeData(
            for: resource,
            toFile: copy,
            options: nil
        )
        return try [UInt8](Data(contentsOf: copy)) == sample.bytes
    }
}
