import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Metadata in texts of PNGs, as ImageMagick and others wrote them before there was a chunk for Exif.
@Suite(.permit) struct PNGTextTests {
    /// One text: what it holds, under which name, and in which chunk.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var content: [UInt8]
        var chunk: String
        var isPacked: Bool

        var testDescription: String { "\(name) in \(chunk)\(isPacked ? ", packed" : "")" }
    }

    private static let fields = ExifFields(
        dateTimeOriginal: "2019:07:14 23:45:10",
        offset: "+02:00",
        orientation: 6,
        make: "Maker",
        place: ExifFields.Place(latitude: -33.875, longitude: 151.25)
    )
    private static let packet = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
          xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
          xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
          photoshop:DateCreated="2018-02-03T04:05:06+01:00"><dc:subject><rdf:Bag><rdf:li>snow</rdf:li></rdf:Bag></dc:subject>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """.utf8
    )
    private static let records: [UInt8] = [
        (55, "20170506"), (60, "123000+0200"), (25, "sun"),
    ].flatMap { (number: UInt8, text: String) -> [UInt8] in
        let head: [UInt8] = [0x1C, 2, number, 0, UInt8(text.utf8.count)]
        return head + Array(text.utf8)
    }
    private static let resource =
        Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(records.count)] + records
        + [UInt8](repeating: 0, count: records.count % 2)

    static let contents: [(name: String, content: [UInt8])] = [
        ("exif", fields.block()), ("exif", Array("Exif\0\0".utf8) + fields.block()),
        ("APP1", Array("Exif\0\0".utf8) + fields.block()),
        ("APP1", Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet),
        ("iptc", resource), ("iptc", records), ("8bim", resource), ("xmp", packet),
    ]
    static let cases = contents.flatMap { name, content in
        [("tEXt", false), ("zTXt", true), ("iTXt", false), ("iTXt", true)].map {
            Case(name: name, content: content, chunk: $0.0, isPacked: $0.1)
        }
    }

    /// Digits as ImageMagick writes them.
    private static func digits(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        var text = "\n\(name)\n    \(bytes.count)\n"
        for (index, byte) in bytes.enumerated() {
            if index > 0, index % 36 == 0 { text += "\n" }
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return Array((text + "\n").utf8)
    }

    /// Returns texts in the form of zlib, packed by one run of another program.
    private static func pack(_ texts: [[UInt8]]) throws -> [[UInt8]: [UInt8]] {
        let folder = try ScratchFolder()
        let paths = try texts.enumerated().map { try folder.write($1, to: "text\($0)") }
        try OtherProgram.run("gzip", ["-9", "-n"] + paths)
        let packed = try zip(texts, paths).map { text, path in
            let file = [UInt8](try Data(contentsOf: URL(filePath: path + ".gz")))
            let sum = ByteWriter { $0.uint32(TestPNG.adler(text)) }.bytes
            return (text, [0x78, 0x9C] + file[10..<file.count - 8] + sum)
        }
        return Dictionary(uniqueKeysWithValues: packed)
    }

    /// The packed texts of all cases.
    private static let packedCases = Result {
        try pack(Array(Set(contents.map { digits($0.name, $0.content) })))
    }

    private static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
        // Hashes of megabytes take long without the optimizer.
        if bytes.count < 65_536, let known = try packedCases.get()[bytes] { return known }
        return try #require(pack([bytes])[bytes])
    }

    private static func chunk(
        _ keyword: String,
        _ text: [UInt8],
        _ type: String,
        isPacked: Bool
    ) throws -> [UInt8] {
        let start = Array(keyword.utf8) + [0]
        let content = isPacked ? try packed(text) : text
        switch type {
        case "tEXt": return TestPNG.chunk(type, start + content)
        case "zTXt": return TestPNG.chunk(type, start + [0] + content)
        default: return TestPNG.chunk(type, start + [isPacked ? 1 : 0, 0, 0, 0] + content)
        }
    }

    private static func file(_ item: Case) throws -> [UInt8] {
        let text = digits(item.name, item.content)
        let keyword = "Raw profile type \(item.name)"
        let chunk = try chunk(keyword, text, item.chunk, isPacked: item.isPacked)
        return TestPNG(width: 40, height: 30, chunks: [chunk]).data()
    }

    private func facts(_ bytes: [UInt8]) throws -> MediaFacts {
        let folder = try ScratchFolder()
        let client = try TestWorker.client()
        let file = try folder.open(bytes)
        return try client.facts(of: file.fileDescriptor, zone: .gmt)
    }

    @Test func `texts with metadata say what exiftool reads in them`() throws {
        let folder = try ScratchFolder()
        let client = try TestWorker.client()
        let paths = try Self.cases.enumerated().map { index, item in
            try folder.write(Self.file(item), to: "\(index).png")
        }
        for (path, theirs) in zip(paths, try Exiftool.read(paths, groups: true)) {
            let index = try #require(Int(URL(filePath: path).lastPathComponent.dropLast(4)))
            let item = Self.cases[index]
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            let facts = try client.facts(of: file.fileDescriptor, zone: .gmt)
            let named = "\(item.testDescription), \(index)"
            #expect(facts.cameraMake == theirs["IFD0:Make"], "\(named)")
            let turn = theirs["IFD0:Orientation"].flatMap { Int($0) } ?? 1
            #expect(facts.orientation.rawValue == turn, "\(named)")
            #expect(facts.pixelWidth == (turn == 6 ? 30 : 40), "\(named)")
            let latitude = Exiftool.number(theirs["Composite:GPSLatitude"])
            #expect(facts.location?.latitude == latitude, "\(named)")
            let words = theirs["XMP-dc:Subject"] ?? theirs["IPTC:Keywords"]
            #expect(facts.keywords.first == words, "\(named)")
            let date =
                theirs["Composite:SubSecDateTimeOriginal"] ?? theirs["XMP-photoshop:DateCreated"]
                ?? theirs["Composite:DateTimeCreated"]
            let time = try #require(date.flatMap { CaptureTime($0) }, "\(named): \(theirs)")
            let seconds = time.localSeconds - Double(try #require(time.zoneOffset))
            #expect(facts.creationDate?.timeIntervalSince1970 == seconds, "\(named)")
            #expect(facts.zoneOffset == time.zoneOffset, "\(named)")
        }
    }

    @Test(arguments: [
        ("20210304", "050607"), ("2021-03-04", "05:06:07"), ("2021:03:04", "05:06:07"),
    ])
    func `IPTC's date and time count with separators and without`(day: String, time: String) throws
    {
        let records = [(55, day), (60, time)].flatMap { (number: UInt8, text: String) -> [UInt8] in
            [0x1C, 2, number, 0, UInt8(text.utf8.count)] + Array(text.utf8)
        }
        let item = Case(name: "iptc", content: records, chunk: "tEXt", isPacked: false)
        let facts = try facts(Self.file(item))
        let time = try #require(CaptureTime("2021-03-04 05:06:07"))
        let zone = Double(facts.assumedZoneOffset ?? 0)
        #expect(facts.creationDate?.timeIntervalSince1970 == time.localSeconds - zone)
    }

    @Test func `a packed XMP packet counts`() throws {
        let chunk = try Self.chunk("XML:com.adobe.xmp", Self.packet, "iTXt", isPacked: true)
        let facts = try facts(TestPNG(chunks: [chunk]).data())
        #expect(facts.keywords == ["snow"])
        #expect(facts.dateSource == "Xmp.photoshop.DateCreated")
    }

    @Test func `previews, pictures and properties are turned as the packed block says`() throws {
        let item = Case(name: "exif", content: Self.fields.block(), chunk: "zTXt", isPacked: true)
        let bytes = try Self.file(item)
        let plain = TestPNG(width: 40, height: 30, exif: Self.fields).data()
        for size in [PictureRendition.Size.full, .about(longSide: 20)] {
            let picture = try Golden.picture(bytes, size)
            #expect(picture.height > picture.width)
            #expect(picture == (try Golden.picture(plain, size)))
        }
        let header = try MediaHeader.read(from: bytes)
        #expect(header.displayedWidth == 30)
        let properties = PictureProperties.read(header, from: bytes)
        let same = PictureProperties.read(try MediaHeader.read(from: plain), from: plain)
        #expect(properties == same)
    }

    @Test func `a chunk of Exif counts before a text`() throws {
        let item = try Self.chunk(
            "Raw profile type exif",
            Self.digits("exif", Self.fields.block()),
            "tEXt",
            isPacked: false
        )
        let own = ExifFields(orientation: 3, make: "Other")
        let facts = try facts(TestPNG(exif: own, chunks: [item]).data())
        #expect(facts.cameraMake == "Other" && facts.orientation == .down)
    }

    @Test(
        arguments: [
            ("Fri, 31 Jan 2020 12:34:56 GMT", "2020-01-31T12:34:56Z", nil as Int?),
            ("Fri, 31 Jan 2020 12:34:56 +0100", "2020-01-31T11:34:56Z", 3600),
            ("2020:01:31 12:34:56", "2020-01-31T12:34:56Z", nil),
            ("2020-01-31T12:34:56+09:00", "2020-01-31T03:34:56Z", 32_400),
            ("Fri Jan 31 12:34:56 2020", "2020-01-31T12:34:56Z", nil),
        ],
        ["tEXt", "zTXt", "iTXt"]
    )
    func `the time at which a PNG's picture was made counts`(
        text: (String, String, Int?),
        type: String
    ) throws {
        let bytes = Array(text.0.utf8)
        let chunk = try Self.chunk("Creation Time", bytes, type, isPacked: type == "zTXt")
        let facts = try facts(TestPNG(chunks: [chunk]).data())
        #expect(facts.creationDate == (try Date(text.1, strategy: .iso8601)))
        #expect(facts.zoneOffset == text.2)
        #expect(facts.dateSource == "PNG.Creation Time")
    }

    @Test func `a PNG's own time comes behind metadata and before the name`() throws {
        let texts = ["Creation Time": "2020:01:31 12:34:56"]
        let dated = ExifFields(dateTimeOriginal: "2019:07:14 23:45:10")
        #expect(
            try facts(TestPNG(exif: dated, texts: texts).data()).dateSource
                == "Exif.Photo.DateTimeOriginal"
        )
        let facts = try facts(TestPNG(texts: texts).data())
        #expect(facts.completed(byName: "2018-01-01 10.00.00.png", zone: .gmt) == facts)
    }

    @Test func `other dates of the file are not believed`() throws {
        let date = "2019-07-14T23:45:10+02:00"
        let texts = ["date:create": date, "date:modify": date]
        #expect(try facts(TestPNG(texts: texts).data()).creationDate == nil)
        let long = date + String(repeating: " ", count: 300)
        #expect(try facts(TestPNG(texts: ["Creation Time": long]).data()).creationDate == nil)
        #expect(try facts(TestPNG(texts: ["Creation Time": "soon"]).data()).creationDate == nil)
    }

    @Test func `a text that grows without end costs itself alone`() throws {
        let bomb = try Self.chunk(
            "Raw profile type exif",
            Self.digits("exif", Self.fields.block()) + [UInt8](repeating: 0x30, count: 64 << 20),
            "zTXt",
            isPacked: true
        )
        #expect(bomb.count < 128 << 10)
        let bytes = TestPNG(width: 40, height: 30, chunks: [[UInt8]](repeating: bomb, count: 6))
        let clock = ContinuousClock()
        let time = try clock.measure {
            let facts = try facts(bytes.data())
            #expect(facts.pixelWidth == 40 && facts.cameraMake == nil)
        }
        #expect(time < .seconds(20))
    }

    @Test func `packed texts in pieces and of all kinds of blocks come out whole`() throws {
        var random = SeededNumbers(seed: 5)
        let noise = random.bytes(count: 60_000)
        let notes: [[UInt8]] = [[], [7], [UInt8](repeating: 7, count: 300_000), noise]
        for note in notes {
            // Behind the end of the block, where no tag looks.
            let chunk = try Self.chunk(
                "Raw profile type exif",
                Self.digits("exif", Self.fields.block() + note),
                "zTXt",
                isPacked: true
            )
            #expect(try facts(TestPNG(chunks: [chunk]).data()).cameraMake == "Maker")
        }
    }

    @Test func `damage in a packed text ends in an answer`() throws {
        let item = Case(name: "exif", content: Self.fields.block(), chunk: "zTXt", isPacked: true)
        let sample = try Self.file(item)
        let start = try #require(sample.firstRange(of: Array("zTXt".utf8))).upperBound
        let end = try #require(sample.firstRange(of: Array("IDAT".utf8))).lowerBound - 8
        var random = SeededNumbers(seed: 17)
        for _ in 0..<2_000 {
            var damaged = sample
            for _ in 0...random.number(below: 4) {
                damaged[start + random.number(below: end - start)] = UInt8(
                    truncatingIfNeeded: random.next()
                )
            }
            var reader = BoundedReader(damaged)
            let header = try MediaHeader.read(from: &reader)
            _ = ExifTags.tags(of: header, from: &reader)
            _ = IPTCTags.tags(of: header, from: &reader)
            #expect(reader.bytesRead <= BoundedReader.byteBudget)
        }
    }
}
