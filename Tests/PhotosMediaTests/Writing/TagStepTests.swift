import PhotosMedia
import TestPermits
import Testing

/// The steps by which Exif and IPTC come to state the same as the XMP.
@Suite(.permit) struct TagStepTests {
    private struct Tags: TagList {
        var names: Set<String> = []
        var takesUTF8 = true

        func has(_ prefix: String) -> Bool { names.contains { $0.hasPrefix(prefix) } }
        func recordsTakeUTF8(except names: [String]) -> Bool { takesUTF8 }
    }

    private func added(_ metadata: WrittenMetadata, _ tags: Tags) -> [String: String] {
        var found: [String: String] = [:]
        for step in metadata.writableTagSteps(in: tags) {
            if case .add(let name, _, let text) = step { found[name] = text }
        }
        return found
    }

    @Test func `nothing to write is no step`() {
        #expect(WrittenMetadata().writableTagSteps(in: Tags(names: ["Iptc.x"])) == [])
    }

    @Test func `a date without a zone leaves no old zone`() {
        var metadata = WrittenMetadata()
        metadata.captureDate = .value(CaptureTime(localSeconds: 0.5, zoneOffset: nil))
        let steps = metadata.writableTagSteps(in: Tags())
        #expect(steps.contains(.remove("Exif.Photo.OffsetTimeOriginal")))
        #expect(
            added(metadata, Tags()) == [
                "Exif.Photo.DateTimeOriginal": "1970:01:01 00:00:00",
                "Exif.Photo.SubSecTimeOriginal": "5",
            ]
        )
    }

    @Test func `a day alone is no date of Exif`() {
        var metadata = WrittenMetadata()
        metadata.captureDate = CaptureTime.dayAlone("1985-07-04").map { .value($0) }
        #expect(added(metadata, Tags()) == [:])
        #expect(
            metadata.writableTagSteps(in: Tags()).contains(
                .remove("Exif.Photo.DateTimeDigitized")
            )
        )
    }

    @Test func `records are written where the file has some and the texts fit`() {
        var metadata = WrittenMetadata()
        metadata.caption = .value("Gänse")
        metadata.keywords = .value(["one"])
        let caption = "Iptc.Application2.Caption"
        #expect(added(metadata, Tags())[caption] == nil)
        let records = Tags(names: ["Iptc.Application2.Byline"])
        #expect(added(metadata, records)[caption] == "Gänse")
        #expect(added(metadata, records)["Iptc.Envelope.CharacterSet"] == "\u{1B}%G")
        #expect(added(metadata, Tags(names: records.names, takesUTF8: false))[caption] == nil)
        metadata.keywords = .value([String(repeating: "x", count: 65)])
        #expect(added(metadata, records)[caption] == nil)
    }

    @Test func `a rating is changed where Exif has one`() {
        var metadata = WrittenMetadata()
        metadata.rating = .value(3)
        #expect(added(metadata, Tags()) == [:])
        #expect(added(metadata, Tags(names: ["Exif.Image.Rating"])) == ["Exif.Image.Rating": "3"])
        metadata.rating = .value(-1)
        #expect(added(metadata, Tags(names: ["Exif.Image.Rating"])) == [:])
    }

    @Test func `the satellites' time stays without a place`() {
        var metadata = WrittenMetadata()
        metadata.place = .removed
        let steps = metadata.writableTagSteps(in: Tags(names: ["Exif.GPSInfo.GPSTimeStamp"]))
        #expect(steps.contains(.remove("Exif.GPSInfo.GPSLatitude")))
        #expect(!steps.contains(.remove("Exif.GPSInfo.GPSTimeStamp")))
        #expect(!steps.contains(.remove("Exif.GPSInfo.GPSVersionID")))
    }
}
