import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Copies with embedded metadata, over every format that takes them.
@Suite(.permit) struct EmbeddingTests {
    private let samples: EmbeddingSamples

    init() throws { samples = try EmbeddingSamples.made() }

    private func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    @Test func `all pixels stay, as stored and as decoded`() throws {
        let client = try TestWorker.client()
        let request = PictureRequest(renditions: [PictureRendition(.full, .pixels)])
        for item in samples.items {
            let (before, after) = (try bytes(item.original), try bytes(item.copy))
            #expect(try StoredImage.isEqual(before, to: after, type: item.type), "\(item.name)")
            let pictures = try [item.original, item.copy].map { path in
                let file = try FileHandle(forReadingFrom: URL(filePath: path))
                return try client.pictures(of: file.fileDescriptor, request)[0]
            }
            #expect(pictures[0] == pictures[1], "\(item.name)")
        }
    }

    @Test func `our reader finds what was written`() throws {
        let client = try TestWorker.client()
        for item in samples.items {
            let facts = try [item.original, item.copy].map { path in
                let file = try FileHandle(forReadingFrom: URL(filePath: path))
                return try client.facts(of: file.fileDescriptor, zone: .gmt)
            }
            let (old, new) = (facts[0], facts[1])
            let metadata = item.metadata
            #expect(new.caption == (metadata.caption.map(\.value) ?? old.caption), "\(item.name)")
            #expect(new.rating == (metadata.rating.map(\.value) ?? old.rating), "\(item.name)")
            let persons = metadata.persons.map { $0.value?.map(\.name) ?? [] } ?? old.persons
            #expect(new.persons == persons, "\(item.name)")
            #expect(
                new.keywords == (metadata.keywords.map { $0.value ?? [] } ?? old.keywords),
                "\(item.name)"
            )
            if let time = metadata.captureDate?.value {
                #expect(
                    new.creationDate?.timeIntervalSince1970 == time.localSeconds
                        - Double(time.zoneOffset ?? 0)
                )
                #expect(new.zoneOffset == time.zoneOffset, "\(item.name)")
            } else {
                #expect(new.creationDate == old.creationDate && new.zoneOffset == old.zoneOffset)
            }
            let place = metadata.place.map(\.value) ?? old.location
            #expect((new.location == nil) == (place == nil), "\(item.name)")
            if let place, let read = new.location {
                #expect(abs(read.latitude - place.latitude) < 1e-9, "\(item.name)")
                #expect(abs(read.longitude - place.longitude) < 1e-9, "\(item.name)")
                #expect(read.altitude == place.altitude && read.direction == place.direction)
            }
            #expect(new.cameraMake == old.cameraMake && new.lensModel == old.lensModel)
            #expect((new.pixelWidth, new.pixelHeight) == (old.pixelWidth, old.pixelHeight))
            #expect(new.orientation == old.orientation && new.damage == nil, "\(item.name)")
        }
    }

    @Test func `foreign tags stay, as exiftool reads them`() throws {
        let paths = Array(Set(samples.items.map(\.original))) + samples.items.map(\.copy)
        let read = try Exiftool.read(["-u", "-b"] + paths, groups: true)
        let tags = Dictionary(uniqueKeysWithValues: read.map { ($0["SourceFile"] ?? "", $0) })
        for item in samples.items {
            let before = ForeignTags.of(try #require(tags[item.original]), besides: item.metadata)
            let after = ForeignTags.of(try #require(tags[item.copy]), besides: item.metadata)
            let differing = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            #expect(before.count > 20, "\(item.name)")
            #expect(
                differing.isEmpty,
                "\(item.name): \(differing.sorted().map { "\($0): \(before[$0] ?? "-") → \(after[$0] ?? "-")" })"
            )
        }
    }

    @Test func `exiftool and exiv2 read what was written`() throws {
        let items = samples.items.filter { $0.metadata.isFavorite == true }
        let read = try Exiftool.read(items.map(\.copy), groups: true)
        for (item, tags) in zip(items, read) {
            let texts = [
                "XMP-dc:Title": "Ein Titel", "XMP-dc:Description": item.metadata.caption?.value,
                "XMP-dc:Subject": "Schnee; 東京", "XMP-digiKam:TagsList": "Schnee; 東京",
                "XMP-xmp:Rating": "4", "ExifIFD:DateTimeOriginal": "2024:05:01 12:30:00",
                "ExifIFD:SubSecTimeOriginal": "125", "ExifIFD:OffsetTimeOriginal": "+05:30",
                "XMP-exif:DateTimeOriginal": "2024:05:01 12:30:00.125+05:30",
                "GPS:GPSLatitudeRef": "S",
                "GPS:GPSAltitude": "12.5", "IFD0:ImageDescription": item.metadata.caption?.value,
                "XMP-iptcExt:PersonInImage": "Ada", "XMP-digiKam:PickLabel": "3",
            ]
            for (name, text) in texts { #expect(tags[name] == text, "\(name) of \(item.name)") }
            let latitude = try #require(Exiftool.number(tags["GPS:GPSLatitude"]))
            #expect(abs(latitude - 33.8688197) < 1e-9)
            let other = try Exiv2.read(item.copy)
            #expect(other["Exif.Photo.DateTimeOriginal"] == ["2024:05:01 12:30:00"], "\(item.name)")
            #expect(other["Exif.GPSInfo.GPSLatitudeRef"] == ["S"], "\(item.name)")
            #expect(other["Xmp.dc.subject"] == ["Schnee, 東京"], "\(item.name)")
            #expect(other["Xmp.xmp.Rating"] == ["4"], "\(item.name)")
            if item.type == .jpeg || item.type == .tiff {
                #expect(
                    tags["IPTC:Caption-Abstract"] == item.metadata.caption?.value,
                    "\(item.name)"
                )
                #expect(tags["IPTC:By-line"] == "Person", "\(item.name)")
            }
        }
    }

    @Test func `exiftool finds nothing wrong that was right before`() throws {
        // exiftool takes a quarter of a second to start, so it reads all files at once.
        let paths = samples.items.flatMap { [$0.copy, $0.original] }
        let text = try Tool.run(
            "exiftool",
            ["-validate", "-warning", "-error", "-a", "-s3"] + paths
        )
        var warnings: [Substring: Set<Substring>] = [:]
        var path: Substring = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("======== ") { path = line.dropFirst(9) }
            warnings[path, default: []].insert(line)
        }
        for item in samples.items {
            let ofCopy = try #require(warnings[item.copy[...]])
            let ofOriginal = try #require(warnings[item.original[...]])
            // A new tag of Exif 2.31 in a block of an older version is read nevertheless.
            let new = ofCopy.subtracting(ofOriginal).filter {
                !$0.hasPrefix("[minor]") && !$0.contains("requires ExifVersion") && $0 != "OK"
                    && !$0.hasPrefix("========")
                    && $0.wholeMatch(of: /\d+ Warnings?.*/) == nil
            }
            #expect(new == [], "\(item.name)")
        }
    }

    @Test func `a second embedding of the same changes nothing`() throws {
        let client = try TestWorker.client()
        for item in samples.items where item.type != .tiff && item.type != .dng {
            let again = item.copy + ".again"
            try EmbeddingSamples.embed(item.metadata, item.copy, again, client)
            #expect(try bytes(again) == bytes(item.copy), "\(item.name)")
        }
    }
}

/// The tags that must be the same in an original and its copy.
enum ForeignTags {
    /// Tags that state a file's own place or structure, and tags that exiftool computes.
    private static let ignoredGroups = ["System", "File", "ExifTool", "Composite", "SourceFile"]
    private static let ignored = [
        "IFD0:StripOffsets", "IFD1:ThumbnailOffset", "IFD0:ThumbnailOffset",
        "IFD0:PreviewImageStart",
        "SubIFD:StripOffsets", "SubIFD:TileOffsets", "IFD0:TileOffsets", "XMP-x:XMPToolkit",
        "RIFF:WebP_Flags", "Photoshop:IPTCDigest", "IPTC:CodedCharacterSet", "IFD0:Padding",
        "ExifIFD:Padding",
    ]

    static func of(
        _ tags: [String: String],
        besides metadata: WrittenMetadata
    ) -> [String: String] {
        var written: [String] = []
        if metadata.title != nil { written += ["XMP-dc:Title", "IFD0:XPTitle", "IPTC:ObjectName"] }
        if metadata.caption != nil {
            written += ["XMP-dc:Description", "IFD0:ImageDescription", "IPTC:Caption-Abstract"]
            // Removing a caption removes it in every language.
            if metadata.caption == .removed { written.append("XMP-dc:Description-de") }
        }
        if metadata.keywords != nil {
            written += [
                "XMP-dc:Subject", "XMP-digiKam:TagsList", "IFD0:XPKeywords", "IPTC:Keywords",
            ]
        }
        if metadata.rating != nil { written += ["XMP-xmp:Rating", "IFD0:Rating"] }
        if metadata.captureDate != nil {
            written += [
                "ExifIFD:DateTimeOriginal", "ExifIFD:SubSecTimeOriginal",
                "ExifIFD:OffsetTimeOriginal",
                "XMP-exif:DateTimeOriginal", "XMP-photoshop:DateCreated", "XMP-xmp:CreateDate",
                "IPTC:DateCreated", "IPTC:TimeCreated",
            ]
        }
        if metadata.place != nil {
            written += ["XMP-photoshop:City"]
            written += tags.keys.filter {
                $0.hasPrefix("XMP-exif:GPS") || $0.hasPrefix("GPS:") && !$0.hasSuffix("Stamp")
            }
        }
        if metadata.persons != nil { written.append("XMP-iptcExt:PersonInImage") }
        if metadata.isFavorite != nil {
            written += ["XMP-digiKam:PickLabel", "XMP-xmpDM:Pick"]
            written += tags.keys.filter { $0.hasPrefix("XMP-opk:") }
        }
        return tags.filter { name, _ in
            let group = name.split(separator: ":").first.map(String.init) ?? ""
            return !ignoredGroups.contains(group) && !ignored.contains(name)
                && !written.contains(name)
        }
    }
}
