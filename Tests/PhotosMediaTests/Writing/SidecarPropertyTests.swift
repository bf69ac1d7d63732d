import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Random metadata, written and read back by our own reader.
@Suite(.permit) struct SidecarPropertyTests {
    @Test(arguments: 0..<400)
    func `every sidecar reads back as what it was written from`(seed: Int) throws {
        var random = RandomMetadata(seed: UInt64(seed))
        let metadata = random.metadata(withMarks: seed.isMultiple(of: 3))
        let existing =
            seed.isMultiple(of: 2)
            ? Array(ForeignSidecars.all[seed / 2 % ForeignSidecars.all.count].utf8) : nil
        let bytes = try SidecarWriting.bytes(stating: metadata, in: existing)
        #expect(try SidecarWriting.bytes(stating: metadata, in: bytes) == bytes)
        let before = try existing.map { try SidecarFacts(from: $0, zone: .gmt) } ?? SidecarFacts()
        try Self.check(bytes, states: metadata, before: before)
    }

    @Test func `properties may be written one after another`() throws {
        for seed in 0..<100 as Range<UInt64> {
            var random = RandomMetadata(seed: 1000 + seed)
            var bytes: [UInt8]? = Array(ForeignSidecars.all[Int(seed) % 4].utf8)
            for _ in 0..<4 {
                let before = try SidecarFacts(from: bytes ?? [], zone: .gmt)
                let metadata = random.metadata()
                bytes = try SidecarWriting.bytes(stating: metadata, in: bytes)
                try Self.check(bytes ?? [], states: metadata, before: before)
            }
        }
    }

    @Test func `damaged sidecars are refused or stay readable`() throws {
        var random = SeededNumbers(seed: 5)
        var metadata = WrittenMetadata()
        metadata.rating = .value(2)
        metadata.persons = .value([.init(name: "Eve")])
        metadata.keywords = .value(["snow"])
        metadata.caption = .value("text")
        var written = 0
        for number in 0..<4000 {
            var bytes = Array(ForeignSidecars.all[number % 4].utf8)
            for _ in 0..<random.number(below: 4) {
                let byte = random.pick(Array("<>/\"'= &;:!-[]?x\u{0}".utf8))
                bytes[random.number(below: bytes.count)] = byte
            }
            guard let result = try? SidecarWriting.bytes(stating: metadata, in: bytes) else {
                continue
            }
            written += 1
            let facts = try SidecarFacts(from: result, zone: .gmt)
            #expect(facts.rating == 2 && facts.caption == "text", "\(number)")
            #expect(facts.keywords.first == "snow" && facts.persons.contains("Eve"), "\(number)")
        }
        #expect(written > 1000)
    }

    static func check(
        _ bytes: [UInt8],
        states metadata: WrittenMetadata,
        before: SidecarFacts
    ) throws {
        let facts = try SidecarFacts(from: bytes, zone: .gmt)
        if let caption = metadata.caption {
            #expect(facts.caption == caption.value?.trimmingBlanks())
        } else {
            #expect(facts.caption == before.caption)
        }
        if let date = metadata.captureDate {
            if let time = date.value {
                let moment = time.localSeconds - Double(time.zoneOffset ?? 0)
                #expect(facts.date?.date == Date(timeIntervalSince1970: moment))
            }
            #expect(facts.date?.zoneOffset == date.value?.zoneOffset)
        } else {
            #expect(facts.date == before.date)
        }
        #expect(facts.rating == (metadata.rating.map(\.value) ?? before.rating))
        checkPlace(facts.location, metadata.place.map(\.value) ?? before.location)
        if let albums = metadata.albums {
            let titles = (albums.value ?? []).map { $0.map { $0.trimmingBlanks() } }
            #expect(
                facts.albums == titles.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            )
        }
        #expect((facts.isFavorite ?? false) == (metadata.isFavorite ?? before.isFavorite ?? false))
        #expect((facts.isHidden ?? false) == (metadata.isHidden ?? before.isHidden ?? false))
        if let persons = metadata.persons {
            let names = Set((persons.value ?? []).map { $0.name.trimmingBlanks() })
            // Regions of animals are read as persons, and stay.
            #expect(Set(facts.persons).subtracting(["Rex"]) == names)
        }
        if let keywords = metadata.keywords, let paths = metadata.hierarchicalKeywords {
            let words = (keywords.value ?? []) + (paths.value ?? []).compactMap(\.last)
            let expected = Set(words.map { $0.trimmingBlanks() })
            #expect(Set(facts.keywords).subtracting(facts.persons) == expected)
        }
    }

    private static func checkPlace(_ read: MediaFacts.Location?, _ written: MediaFacts.Location?) {
        #expect((read == nil) == (written == nil))
        guard let read, let written else { return }
        #expect(abs(read.latitude - written.latitude) < 1e-12)
        #expect(abs(read.longitude - written.longitude) < 1e-12)
        #expect(read.altitude == written.altitude)
        #expect(read.horizontalAccuracy == written.horizontalAccuracy)
        #expect(read.direction == written.direction)
        #expect(abs((read.speed ?? -1) - (written.speed ?? -1)) < 1e-6)
    }
}
