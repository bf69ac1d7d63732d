import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Damaged metadata must cost no more than the budget and never bring the process down: a trap here ends the test run.
@Suite(.permit) struct FactsMutationTests {
    private static let xmp = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
          xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
          xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
          xmp:Rating="4" GCamera:MicroVideoOffset="40"/></rdf:RDF></x:xmpmeta>
        """

    /// IPTC's records in a Photoshop segment.
    private static let iptc: [UInt8] = {
        var records: [UInt8] = []
        for (number, text) in [(55, "20240501"), (60, "123000+0200"), (25, "snow"), (120, "Top")] {
            records += [0x1C, 2, UInt8(number), 0, UInt8(text.utf8.count)] + Array(text.utf8)
        }
        let resource =
            Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(records.count)] + records
            + [UInt8](repeating: 0, count: records.count % 2)
        let content = Array("Photoshop 3.0\0".utf8) + resource
        return [0xFF, 0xED, 0, UInt8(content.count + 2)] + content
    }()

    private static let jpeg: [UInt8] = {
        let exif = ExifFields(
            dateTimeOriginal: "2024:05:01 12:30:00",
            orientation: 6,
            make: "Apple",
            userComment: "A comment",
            place: ExifFields.Place(latitude: 1, longitude: 2, timeStamp: [1, 2, 3]),
            contentIdentifier: "A"
        )
        let picture = TestJPEG(width: 8, height: 8, exif: exif, xmp: xmp).data()
        let block = [0, 0, 0x30, 0x0A, 2, 0, 0, 0] + Array("ab".utf8) + [1, 2, 3]
        let count = UInt8(block.count)
        let directory =
            Array("SEFH".utf8) + [107, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0x30, 0x0A, count, 0, 0, 0]
            + [count, 0, 0, 0]
        let trailer = directory + [UInt8(directory.count), 0, 0, 0] + Array("SEFT".utf8)
        return Array(picture.prefix(2)) + iptc + picture.dropFirst(2) + block + trailer
    }()

    @discardableResult
    private func read(_ bytes: [UInt8]) throws -> MediaFacts {
        var reader = BoundedReader(bytes)
        let header = try MediaHeader.read(from: &reader)
        var tags = ExifTags.tags(of: header, from: &reader)
        tags.add(IPTCTags.tags(of: header, from: &reader))
        if let range = header.xmp,
            let packet = try? reader.prefix(at: range.lowerBound, count: range.count),
            let found = XMPTags.read(packet)
        {
            tags.add(found)
        }
        let trailer = SamsungTrailer.read(for: header, from: &reader)
        tags.add(trailer.tags)
        let facts = MediaFacts(header: header, tags: tags, zone: .gmt)
        let movie = EmbeddedMovie.findMovie(
            in: header,
            trailer: trailer,
            tags: tags,
            from: &reader
        )?.range
        _ = FileEnd.suspicion(about: header, movie: movie, from: &reader)
        #expect(reader.bytesRead <= BoundedReader.byteBudget)
        return facts
    }

    @Test func `the whole file has everything`() throws {
        let facts = try read(Self.jpeg)
        #expect(facts.rating == 4)
        #expect(facts.keywords == ["snow"])
        #expect(facts.caption == "Top")
        #expect(facts.contentIdentifier == "A")
        #expect(facts.location != nil)
    }

    @Test func `random damage ends in facts that can be, or in an error`() throws {
        var random = SeededNumbers(seed: 0xFAC7)
        for _ in 0..<4000 {
            var damaged = Self.jpeg
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                damaged[.random(in: 0..<damaged.count, using: &random)] =
                    [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)]
                    .randomElement(using: &random) ?? 0
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                damaged.removeLast(Int.random(in: 0..<damaged.count, using: &random))
            }
            if let facts = try? read(damaged) { #expect(facts.isPlausible) }
        }
    }
}
