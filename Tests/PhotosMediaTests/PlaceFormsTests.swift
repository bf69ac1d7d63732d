import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Every form in which programs write a place, against what exiftool makes of it; Documentation/Facts.md explains each difference.
@Suite(.permit) struct PlaceFormsTests {
    /// One file, and the place that it states where exiftool finds another or none.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var file: [UInt8]
        var name: String
        var isDifferent = false
        var latitude: Double?
        var longitude: Double?
    }

    /// A tag's value in one of the types of TIFF.
    enum Value: Sendable {
        case fractions([(Int, Int)])
        case signed([(Int, Int)])
        case doubles([Double])
        case floats([Float])
        case bytes([UInt8])
        case shorts([Int])
        case longs([Int])
        case signedLongs([Int])
        case text(String)

        var entry: (type: Int, count: Int, bytes: [UInt8]) {
            func big(_ numbers: [UInt64], _ width: Int) -> [UInt8] {
                numbers.flatMap { number in
                    (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
                }
            }
            func pairs(_ values: [(Int, Int)]) -> [UInt8] {
                big(values.flatMap { [$0.0, $0.1] }.map { UInt64(bitPattern: Int64($0)) }, 4)
            }
            switch self {
            case .fractions(let values): return (5, values.count, pairs(values))
            case .signed(let values): return (10, values.count, pairs(values))
            case .doubles(let values): return (12, values.count, big(values.map(\.bitPattern), 8))
            case .floats(let values):
                return (11, values.count, big(values.map { UInt64($0.bitPattern) }, 4))
            case .bytes(let values): return (1, values.count, values)
            case .shorts(let values): return (3, values.count, big(values.map { UInt64($0) }, 2))
            case .longs(let values): return (4, values.count, big(values.map { UInt64($0) }, 4))
            case .signedLongs(let values):
                return (9, values.count, big(values.map { UInt64(bitPattern: Int64($0)) }, 4))
            case .text(let text): return (2, text.utf8.count + 1, Array(text.utf8) + [0])
            }
        }
    }

    /// A picture whose directory of satellites has these tags.
    private static func picture(_ tags: [(tag: Int, value: Value)]) -> [UInt8] {
        let entries = tags.sorted { $0.tag < $1.tag }.map { ($0.tag, $0.value.entry) }
        let start = 8 + 2 + 12 + 4
        var values = start + 2 + 12 * entries.count + 4
        let block = ByteWriter { writer in
            writer.append([0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1])
            writer.uint16(0x8825)
            writer.uint16(4)
            writer.uint32(1)
            writer.uint32(start)
            writer.uint32(0)
            writer.uint16(entries.count)
            for (tag, entry) in entries {
                writer.uint16(tag)
                writer.uint16(entry.type)
                writer.uint32(entry.count)
                if entry.bytes.count > 4 {
                    writer.uint32(values)
                    values += entry.bytes.count
                } else {
                    writer.append(entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count))
                }
            }
            writer.uint32(0)
            for (_, entry) in entries where entry.bytes.count > 4 { writer.append(entry.bytes) }
        }
        return JPEGEncoder().encode(.gradient(width: 16, height: 8), exif: block.bytes)
    }

    private static let values: [(name: String, value: Value)] = [
        ("decimal degrees", .fractions([(36_448_333, 1_000_000)])),
        ("decimal degrees, and zeros", .fractions([(36_448_333, 1_000_000), (0, 1), (0, 1)])),
        ("decimal minutes", .fractions([(36, 1), (26_9, 10)])),
        ("decimal minutes, and zero", .fractions([(36, 1), (2_690, 100), (0, 1)])),
        ("decimal minutes and seconds", .fractions([(36, 1), (265, 10), (24_5, 10)])),
        ("whole numbers", .fractions([(36, 1), (26, 1), (54, 1)])),
        ("hundredths of seconds", .fractions([(36, 1), (26, 1), (5423, 100)])),
        ("odd denominators", .fractions([(3600, 100), (7_800_000, 300_000), (162, 3)])),
        ("millions", .fractions([(36_000_000, 1_000_000), (26_000_000, 1_000_000), (54, 1)])),
        ("degrees alone", .fractions([(36, 1)])),
        ("four numbers", .fractions([(36, 1), (26, 1), (54, 1), (7, 1)])),
        ("signed type", .signed([(36, 1), (26, 1), (54, 1)])),
        ("doubles", .doubles([36, 26, 54.25])),
        ("one double", .doubles([36.448333])),
        ("floats", .floats([36, 26, 54.25])),
        ("bytes", .bytes([36, 26, 54])),
        ("shorts", .shorts([36, 26, 54])),
        ("longs", .longs([36, 26, 54])),
        ("signed longs", .signedLongs([36, 26, 54])),
        ("text of decimal degrees", .text("36.448333")),
        ("text with blanks", .text("36 26 54")),
        ("text with commas", .text("36,26,54.5")),
        ("text with marks", .text("36 deg 26' 54.00\"")),
    ]

    private static let references: [(name: String, latitude: Value?, longitude: Value?)] = [
        ("N, E", .text("N"), .text("E")), ("S, W", .text("S"), .text("W")),
        ("s, w", .text("s"), .text("w")), ("South, West", .text("South"), .text("West")),
        ("S, W with blanks", .text("S "), .text("W ")), ("no reference", nil, nil),
        ("empty references", .text(""), .text("")), ("one reference", .text("S"), nil),
    ]

    private static func exif(
        _ name: String,
        _ value: Value,
        _ latitude: Value?,
        _ longitude: Value?
    ) -> Case {
        var tags: [(tag: Int, value: Value)] = [(2, value), (4, value)]
        if let latitude { tags.append((1, latitude)) }
        if let longitude { tags.append((3, longitude)) }
        return Case(testDescription: name, file: picture(tags), name: "jpg")
    }

    static let exifCases = references.flatMap { reference in
        values.map { name, value in
            exif("\(name), \(reference.name)", value, reference.latitude, reference.longitude)
        }
    }

    /// What exiftool takes for no place, or for another one.
    static let differences: [Case] = [
        ("0/0 for seconds", Value.fractions([(36, 1), (26, 1), (0, 0)]), "S", 36 + 26 / 60.0),
        ("0/0 for minutes and seconds", .fractions([(36_5, 10), (0, 0), (0, 0)]), "S", 36.5),
        ("no denominator for seconds", .fractions([(36, 1), (30, 1), (7, 0)]), "S", 36.5),
        ("fractions in a text", .text("36/1,30/1,36/1"), "S", 36.51),
        ("negative", .signed([(-36, 1), (30, 1), (0, 1)]), "S", 36.5),
        ("negative without a reference", .signed([(-365, 10)]), nil, 36.5),
        ("minus zero", .text("-0 30 0"), nil, 0.5),
        ("a letter in the text", .text("36 30 0 S"), nil, 36.5),
    ].map { name, value, reference, degrees in
        let west: Value? = reference == nil ? nil : .text("W")
        var item = exif(name, value, reference.map { .text($0) }, west)
        (item.isDifferent, item.latitude, item.longitude) = (true, -degrees, -degrees)
        return item
    }

    private static let packets = [
        "36,26.9#", "36,26,54#", "36,26,54.5#", "36.448333#", "36.448333 #", "36 26 54 #",
        "36 deg 26' 54.00\" #", "36,26.9000000#", "036,26.9#", "36#",
    ]

    private static func xmp(_ latitude: String, _ longitude: String) -> Case {
        func escaped(_ text: String) -> String { text.replacing("\"", with: "&quot;") }
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
              xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
              xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="\(escaped(latitude))"
              exif:GPSLongitude="\(escaped(longitude))"/></rdf:RDF></x:xmpmeta>
            """
        let file = JPEGEncoder().encode(.gradient(width: 16, height: 8), exif: nil, xmp: packet)
        return Case(testDescription: "\(latitude) \(longitude)", file: file, name: "jpg")
    }

    static let xmpCases =
        packets.flatMap { text in
            [("N", "E"), ("S", "W"), ("s", "w"), ("South", "West")].map { south, west in
                xmp(text.replacing("#", with: south), text.replacing("#", with: west))
            }
        }
        + ["36.448333", "-36.448333", "+36.448333", "36,26.9", "36,26,54", "36 26 54"].map {
            xmp($0, $0)
        }

    static let movieCases = [
        "+36.4483+138.5000/", "+36.4483-078.5000/", "-36.4483-078.5000-012.5/", "+36-078/",
        "+36.4483+138.5000+170.5CRSWGS_84/", "+3626.9+13830.5/", "-3626.9-07830.5+12.5/",
        "+362654+1383030/", "+362654.5-0783030.25+12.5/", "-362654.5+1383030.25-12.5/",
        "+36.+138.5/", "+6.5+8.5/",
    ].map { text in
        Case(
            testDescription: text,
            file: TestMovie(.quickTime, frameCount: 1, userDataLocation: text).data(),
            name: "mov"
        )
    }

    /// Heights, each with its reference.
    static let heights: [Case] = [
        ("above", Value.fractions([(1705, 10)]), Value.bytes([0])),
        ("below", .fractions([(125, 10)]), .bytes([1])),
        ("no reference", .fractions([(125, 10)]), nil),
        ("negative and above", .signed([(-125, 10)]), .bytes([0])),
        ("negative and below", .signed([(-125, 10)]), .bytes([1])),
        ("a text for a reference", .fractions([(125, 10)]), .text("1")),
        ("no value", .fractions([(0, 0)]), .bytes([1])),
        ("a double", .doubles([12.5]), .bytes([1])),
    ].map { name, height, reference in
        var tags: [(tag: Int, value: Value)] = [
            (1, .text("N")), (2, .fractions([(36, 1)])), (3, .text("E")), (4, .fractions([(8, 1)])),
            (6, height),
        ]
        if let reference { tags.append((5, reference)) }
        return Case(testDescription: name, file: picture(tags), name: "jpg")
    }

    private func compare(
        _ cases: [Case],
        _ body: (Case, MediaFacts.Location?, [String: String]) throws -> Void
    ) throws {
        let folder = try ScratchFolder()
        let client = try TestWorker.client()
        let paths = try cases.enumerated().map { index, item in
            try folder.write(item.file, to: "\(index).\(item.name)")
        }
        let answers = try Exiftool.read(paths, groups: true)
        try #require(answers.count == cases.count)
        for theirs in answers {
            let path = try #require(theirs["SourceFile"])
            let name = URL(filePath: path).lastPathComponent.prefix { $0 != "." }
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            let facts = try client.facts(of: file.fileDescriptor, zone: .gmt)
            try body(cases[try #require(Int(name))], facts.location, theirs)
        }
    }

    /// The first number that exiftool gives under one of these names.
    private func number(_ names: [String], _ theirs: [String: String]) -> Double? {
        names.lazy.compactMap { Exiftool.number(theirs[$0]) }.first
    }

    @Test func `forms in Exif and XMP come out as exiftool gives them`() throws {
        try compare(Self.exifCases + Self.xmpCases) { item, place, theirs in
            let groups = ["Composite:", "GPS:", "XMP-exif:"]
            let latitude = number(groups.map { $0 + "GPSLatitude" }, theirs)
            let longitude = number(groups.map { $0 + "GPSLongitude" }, theirs)
            let expected = try #require(latitude, "\(item.testDescription): \(theirs)")
            let ours = place.map { ($0.latitude, $0.longitude) } ?? (.nan, .nan)
            #expect(abs(ours.0 - expected) < 1e-6, "\(item.testDescription)")
            #expect(abs(ours.1 - (try #require(longitude))) < 1e-6, "\(item.testDescription)")
        }
    }

    @Test func `forms that exiftool takes for less are places, south and west`() throws {
        try compare(Self.differences) { item, place, theirs in
            let latitude = number(["Composite:GPSLatitude", "GPS:GPSLatitude"], theirs)
            let expected = try #require(item.latitude)
            #expect(latitude.map { abs($0 - expected) < 1e-6 } != true, "\(item.testDescription)")
            let ours = place.map { ($0.latitude, $0.longitude) } ?? (.nan, .nan)
            #expect(abs(ours.0 - expected) < 1e-6, "\(item.testDescription)")
            #expect(abs(ours.1 - expected) < 1e-6, "\(item.testDescription)")
        }
    }

    @Test func `forms in movies come out as exiftool gives them`() throws {
        try compare(Self.movieCases) { item, place, theirs in
            let latitude = number(["Composite:GPSLatitude"], theirs)
            let ours = try #require(place, "\(item.testDescription)")
            let expected = try #require(latitude, "\(item.testDescription): \(theirs)")
            #expect(abs(ours.latitude - expected) < 1e-6, "\(item.testDescription)")
            let longitude = try #require(number(["Composite:GPSLongitude"], theirs))
            #expect(abs(ours.longitude - longitude) < 1e-6, "\(item.testDescription)")
            // The composite gives what is below the sea without a sign, and says where it is.
            let altitude = number(["Composite:GPSAltitude"], theirs)?.magnitude
            #expect(ours.altitude?.magnitude == altitude, "\(item.testDescription)")
        }
    }

    @Test func `heights come out as exiftool gives them`() throws {
        try compare(Self.heights) { item, place, theirs in
            let altitude = number(["Composite:GPSAltitude", "GPS:GPSAltitude"], theirs)
            let ours = try #require(place, "\(item.testDescription)")
            #expect(ours.altitude == altitude, "\(item.testDescription)")
        }
    }

    @Test func `texts of any kind end in a place that can be, or in none`() {
        var random = SeededNumbers(seed: 6)
        let pieces = [
            "36", "-", "+", ".", "/", "0", ",", " ", "S", "E", "e+9", "e-400",
            "99999999999999999999", "°",
            "nan", "inf", "1e+400", "\u{301}",
        ]
        for _ in 0..<20_000 {
            let texts = (0..<2).map { _ in
                (0...random.number(below: 6)).map { _ in pieces[random.number(below: pieces.count)]
                }
                .joined()
            }
            for group in ["Exif.GPSInfo", "Xmp.exif"] {
                let tags = MediaTags([
                    group + ".GPSLatitude": [texts[0]], group + ".GPSLongitude": [texts[1]],
                    group + ".GPSLatitudeRef": [texts[1]],
                ])
                let header = MediaHeader(type: .jpeg, storedWidth: 1, storedHeight: 1)
                #expect(MediaFacts(header: header, tags: tags, zone: .gmt).isPlausible)
            }
        }
    }
}
