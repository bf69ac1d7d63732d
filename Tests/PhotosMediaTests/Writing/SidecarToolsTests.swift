import Foundation
import PhotosMedia
import TestPermits
import Testing

/// Sidecars as other programs read them: exiftool, exiv2 and a validator of XML.
@Suite(.permit) struct SidecarToolsTests {
    private struct Sample {
        var path: String
        var metadata: WrittenMetadata
    }

    private let folder: ScratchFolder
    private let samples: [Sample]

    init() throws {
        folder = try ScratchFolder()
        var random = RandomMetadata(seed: 22)
        var samples: [Sample] = []
        for number in 0..<60 {
            var metadata = random.metadata()
            // One line a value, as exiv2 prints it.
            if let caption = metadata.caption?.value {
                metadata.caption = .value(caption.replacing("\n", with: " "))
            }
            let existing = number < 40 ? nil : Array(ForeignSidecars.all[number % 4].utf8)
            let bytes = try SidecarWriting.bytes(stating: metadata, in: existing)
            let path = try folder.write(bytes, to: "\(number).xmp")
            samples.append(Sample(path: path, metadata: metadata))
        }
        self.samples = samples
    }

    @Test func `every sidecar is valid XML`() throws {
        _ = try Tool.run("xmllint", ["--noout"] + samples.map(\.path))
    }

    @Test func `exiftool finds nothing wrong`() throws {
        let read = try Exiftool.read(
            ["-validate", "-warning", "-error"] + samples.prefix(40).map(\.path)
        )
        for (sample, tags) in zip(samples, read) {
            #expect(tags["Warning"] == nil && tags["Error"] == nil, "\(sample.path) \(tags)")
            #expect(tags["Validate"] == "0 0 0", "\(tags)")
        }
    }

    @Test func `exiftool reads the same`() throws {
        let read = try Exiftool.read(samples.map(\.path), groups: true)
        try #require(read.count == samples.count)
        for (sample, tags) in zip(samples, read) {
            let metadata = sample.metadata
            func check(_ tag: String, _ text: String?, _ isWritten: Bool) {
                if isWritten { #expect(tags[tag] == text, "\(tag) of \(sample.path)") }
            }
            check("XMP-dc:Title", metadata.title?.value, metadata.title?.value != nil)
            check("XMP-dc:Description", metadata.caption?.value, metadata.caption != nil)
            check(
                "XMP-xmp:Rating",
                (metadata.rating?.value).map { "\($0)" },
                metadata.rating != nil
            )
            if let keywords = metadata.keywords?.value, metadata.hierarchicalKeywords == .removed {
                let words = once(keywords).joined(separator: "; ")
                check("XMP-dc:Subject", words.isEmpty ? nil : words, true)
                check("XMP-digiKam:TagsList", words.isEmpty ? nil : words, true)
            }
            if let paths = metadata.hierarchicalKeywords?.value, !paths.isEmpty {
                // Programs that read this list read no other one, so it has all keywords.
                let texts = paths.map { $0.map { $0.trimmingBlanks() }.joined(separator: "|") }
                let list = tags["XMP-lr:HierarchicalSubject"]?.components(separatedBy: "; ") ?? []
                #expect(Array(list.prefix(texts.count)) == texts)
                let words = once(metadata.keywords?.value ?? [])
                #expect(
                    Set(words).isSubset(of: list.map { $0.components(separatedBy: "|").last ?? "" })
                )
            }
            if let time = metadata.captureDate?.value {
                // exiftool prints dates with colons.
                let text = time.xmpText.replacing("T", with: " ")
                let date =
                    String(text.prefix(10)).replacing("-", with: ":") + String(text.dropFirst(10))
                check("XMP-exif:DateTimeOriginal", date, true)
                check("XMP-photoshop:DateCreated", date, true)
                check("XMP-xmp:CreateDate", date, true)
            }
            if let place = metadata.place?.value {
                let latitude = try #require(Exiftool.number(tags["XMP-exif:GPSLatitude"]))
                let longitude = try #require(Exiftool.number(tags["XMP-exif:GPSLongitude"]))
                #expect(abs(latitude - place.latitude) < 1e-9)
                #expect(abs(longitude - place.longitude) < 1e-9)
            }
            if let persons = metadata.persons?.value {
                let names = once(persons.map(\.name)).joined(separator: "; ")
                check("XMP-iptcExt:PersonInImage", names.isEmpty ? nil : names, true)
            }
            if metadata.isFavorite == true { check("XMP-digiKam:PickLabel", "3", true) }
        }
    }

    @Test func `exiv2 reads the same`() throws {
        for sample in samples.prefix(40) {
            let tags = try Exiv2.read(sample.path)
            let metadata = sample.metadata
            if let caption = metadata.caption?.value {
                #expect(tags["Xmp.dc.description"] == ["lang=\"x-default\" \(caption)"])
            }
            if let rating = metadata.rating?.value {
                #expect(tags["Xmp.xmp.Rating"] == ["\(rating)"])
            }
            if let time = metadata.captureDate?.value {
                #expect(tags["Xmp.exif.DateTimeOriginal"] == [time.xmpText])
            }
            if let keywords = metadata.keywords?.value, metadata.hierarchicalKeywords == .removed,
                !keywords.isEmpty
            {
                #expect(tags["Xmp.dc.subject"] == [once(keywords).joined(separator: ", ")])
            }
            if let persons = metadata.persons?.value, !persons.isEmpty {
                let names = once(persons.map(\.name))
                #expect(tags["Xmp.iptcExt.PersonInImage"] == [names.joined(separator: ", ")])
                for (number, person) in persons.filter({ $0.region != nil }).enumerated() {
                    let name = "Xmp.mwg-rs.Regions/mwg-rs:RegionList[\(number + 1)]/mwg-rs:Name"
                    #expect(tags[name] == [person.name.trimmingBlanks()])
                }
            }
            if metadata.isHidden == true { #expect(tags["Xmp.opk.Hidden"] == ["True"]) }
        }
    }

    private func once(_ words: [String]) -> [String] {
        var seen: Set<String> = []
        return words.map { $0.trimmingBlanks() }.filter { seen.insert($0).inserted }
    }
}
