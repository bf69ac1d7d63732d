import Foundation
import PhotosMedia
import PhotosTestSupport
import Testing

/// Files of each format that takes metadata, with tags of others in them, and their copies.
struct EmbeddingSamples: Sendable {
    static let types: [MediaType] = [.jpeg, .png, .tiff, .webp, .dng]

    /// A file, what was written into its copy, and the paths of both.
    struct Item: Sendable {
        var name: String
        var type: MediaType
        var metadata: WrittenMetadata
        var original: String
        var copy: String
    }

    let folder: ScratchFolder
    let items: [Item]

    /// Tags that nothing here writes.
    private static let foreign = [
        "-EXIF:Artist=Ä. Person", "-EXIF:Copyright=2020", "-EXIF:UserComment=a comment",
        "-EXIF:ISO=200", "-EXIF:FNumber=2.8", "-EXIF:LensModel=A lens", "-EXIF:Software=Firmware",
        "-EXIF:ModifyDate=2001:02:03 04:05:06", "-EXIF:CreateDate=2011:02:03 04:05:06",
        "-XMP-dc:Creator=Ein Mensch", "-XMP-xmpRights:Marked=True", "-XMP-crs:Exposure2012=+0.5",
        "-XMP-dc:Description-de=alt", "-XMP-dc:Source=scan", "-XMP-aux:SerialNumber=12",
    ]
    private static let records = ["-IPTC:By-line=Person", "-IPTC:Caption-Abstract=an old caption"]

    /// What each of the files already states of the properties that are written.
    private static let states: [(name: String, arguments: [String])] = [
        ("nothing", []),
        (
            "everything",
            [
                "-EXIF:DateTimeOriginal=2010:01:01 10:00:00", "-EXIF:SubSecTimeOriginal=12",
                "-EXIF:OffsetTimeOriginal=+01:00", "-EXIF:GPSLatitude*=10",
                "-EXIF:GPSLongitude*=20",
                "-EXIF:GPSAltitude*=30", "-EXIF:GPSImgDirection=1", "-EXIF:GPSImgDirectionRef=M",
                "-EXIF:GPSDateStamp=2010:01:01", "-EXIF:GPSTimeStamp=09:00:00",
                "-EXIF:ImageDescription=an old caption", "-EXIF:XPKeywords=old", "-EXIF:Rating=1",
                "-XMP-dc:Description=an old caption", "-XMP-dc:Subject=old", "-XMP-xmp:Rating=1",
                "-XMP-photoshop:City=Vienna", "-XMP-digiKam:TagsList=Places/old",
            ]
        ),
    ]

    private static let all = Result { try EmbeddingSamples() }

    /// The samples, which are made once.
    static func made() throws -> EmbeddingSamples { try all.get() }

    /// The metadata that are written: some of each kind.
    static let metadata: [(name: String, metadata: WrittenMetadata)] = {
        var all = WrittenMetadata()
        all.title = .value("Ein Titel")
        all.caption = .value("On the top: Ωμέγα, 山, \"quotes\" & <marks>")
        all.keywords = .value(["Schnee", "東京"])
        all.rating = .value(4)
        all.captureDate = .value(CaptureTime(localSeconds: 1_714_566_600.125, zoneOffset: 19_800))
        all.place = .value(
            .init(latitude: -33.8688197, longitude: 151.2092955, altitude: 12.5, direction: 45.5)
        )
        all.persons = .value([.init(name: "Ada")])
        all.isFavorite = true
        var caption = WrittenMetadata()
        caption.caption = .value("only a caption")
        var removed = WrittenMetadata()
        (removed.caption, removed.keywords, removed.rating) = (.removed, .removed, .removed)
        (removed.place, removed.persons) = (.removed, .removed)
        return [("all", all), ("caption", caption), ("removed", removed)]
    }()

    private init() throws {
        folder = try ScratchFolder()
        let samples = try FormatSample.standard.get()
        var commands: [String] = []
        var items: [Item] = []
        for type in Self.types {
            let sample = try #require(samples.first { $0.type == type })
            for state in Self.states {
                let file = "\(state.name).\(type.preferredExtension)"
                let original = try folder.write(sample.bytes, to: file)
                let hasRecords = type == .jpeg || type == .tiff
                // A camera's raw file keeps its maker.
                commands += ["-q", "-m", "-overwrite_original"] + Self.foreign + state.arguments
                commands += (hasRecords ? Self.records : []) + [original, "-execute"]
                for (name, metadata) in Self.metadata {
                    items.append(
                        Item(
                            name: "\(file), \(name)",
                            type: type,
                            metadata: metadata,
                            original: original,
                            copy: "\(folder.path)/\(name)-\(file)"
                        )
                    )
                }
            }
        }
        try Exiftool.write(commands)
        let client = try TestWorker.client()
        for item in items { try Self.embed(item.metadata, item.original, item.copy, client) }
        self.items = items
    }

    /// Writes a copy with the worker; returns the size that the worker stated.
    @discardableResult
    static func embed(
        _ metadata: WrittenMetadata,
        _ original: String,
        _ copy: String,
        _ client: MediaWorkerClient
    ) throws -> Int64 {
        let source = try FileHandle(forReadingFrom: URL(filePath: original))
        try Data().write(to: URL(filePath: copy))
        let target = try FileHandle(forUpdating: URL(filePath: copy))
        return try client.embed(metadata, from: source.fileDescriptor, into: target.fileDescriptor)
    }
}
