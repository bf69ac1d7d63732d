import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Properties under ImageIO's names, as other programs read them.
@Suite(.permit) struct PropertyWritingTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func properties() -> WrittenProperties {
        var properties = WrittenProperties()
        properties.set([
            "Orientation": .integer(6),
            "DPIWidth": .number(300),
            "{TIFF}": .group([
                "Make": .text("Maker"), "Model": .text("Größe 7"),
                "ImageDescription": .text("A hut"), "Compression": .integer(5),
            ]),
            "{Exif}": .group([
                "DateTimeOriginal": .text("2024:05:01 12:29:58"),
                "OffsetTimeOriginal": .text("+02:00"), "ExposureTime": .number(1.0 / 3),
                "FNumber": .number(1.8), "ExposureBiasValue": .number(-2.0 / 3),
                "ISOSpeedRatings": .list([.integer(400)]), "UserComment": .text("schön"),
                "LensSpecification": .list([4.25, 4.25, 1.6, 1.6].map { .number($0) }),
                "SubsecTimeOriginal": .integer(25),
            ]),
            "{GPS}": .group([
                "Latitude": .number(-33.8568), "Longitude": .number(151.2153),
                "Altitude": .number(-4.5), "TimeStamp": .text("10:29:58"),
                "DateStamp": .text("2024:05:01"),
            ]),
            "{IPTC}": .group([
                "Keywords": .list([.text("hut"), .text("Größe")]), "City": .text("Wien"),
            ]),
        ])
        return properties
    }

    private func read(_ bytes: some Sequence<UInt8>, _ name: String) throws -> [String: String] {
        let path = try folder.write(Array(bytes), to: name)
        return try #require(Exiftool.read([path], groups: true).first)
    }

    private func expect(_ read: [String: String], hasRecords: Bool) {
        #expect(read["IFD0:Make"] == "Maker" && read["IFD0:Model"] == "Größe 7")
        #expect(read["IFD0:Orientation"] == "6" && read["IFD0:XResolution"] == "300")
        #expect(read["IFD0:ResolutionUnit"] == "2" && read["IFD0:YResolution"] == "300")
        #expect(read["ExifIFD:DateTimeOriginal"] == "2024:05:01 12:29:58")
        #expect(read["ExifIFD:OffsetTimeOriginal"] == "+02:00")
        #expect(read["ExifIFD:SubSecTimeOriginal"] == "25")
        #expect(
            Exiftool.number(read["ExifIFD:ExposureTime"]).map { abs($0 - 1.0 / 3) < 1e-8 } == true
        )
        #expect(read["ExifIFD:FNumber"] == "1.8" && read["ExifIFD:ISO"] == "400")
        #expect(
            Exiftool.number(read["ExifIFD:ExposureCompensation"]).map { abs($0 + 2.0 / 3) < 1e-8 }
                == true
        )
        #expect(read["ExifIFD:UserComment"] == "schön")
        #expect(read["ExifIFD:LensInfo"] == "4.25 4.25 1.6 1.6")
        #expect(read["ExifIFD:ExifVersion"] == "0232" && read["ExifIFD:ExifImageWidth"] == "40")
        #expect(read["GPS:GPSLatitudeRef"] == "S" && read["GPS:GPSLongitudeRef"] == "E")
        #expect(Exiftool.number(read["GPS:GPSLatitude"]).map { abs($0 - 33.8568) < 1e-9 } == true)
        #expect(read["GPS:GPSAltitude"] == "4.5" && read["GPS:GPSAltitudeRef"] == "1")
        #expect(read["GPS:GPSTimeStamp"] == "10:29:58" && read["GPS:GPSVersionID"] == "2 3 0 0")
        #expect(read["ExifTool:Warning"] == nil, "\(read["ExifTool:Warning"] ?? "")")
        guard hasRecords else { return }
        #expect(read["IPTC:Keywords"] == "hut; Größe" && read["IPTC:City"] == "Wien")
    }

    @Test func `exiftool reads the same values in a TIFF, a JPEG and a PNG`() throws {
        let size = PixelSize(width: 40, height: 30)
        let pixels = Data(repeating: 255, count: 40 * 30 * 4)
        let page = TIFFWriting.Page(pixels: pixels, size: size, metadata: properties())
        let tiff = try read(TIFFWriting.file([page]), "a.tif")
        expect(tiff, hasRecords: true)
        #expect(tiff["IFD0:Compression"] == "1" && tiff["IFD0:ImageWidth"] == "40")
        for (type, bytes) in [
            (MediaType.jpeg, TestJPEG(width: 40, height: 30).data()),
            (.png, TestPNG(width: 40, height: 30).data()),
        ] {
            let original = try folder.write(bytes, to: "original")
            let source = try DescriptorByteSource(descriptor: open(original, O_RDONLY))
            let container = try #require(try MediaType.container(of: source, type: type))
            var written: [UInt8] = []
            for piece in try container.plan(with: properties().parts(of: size)).pieces {
                switch piece {
                case .bytes(let new): written += new
                case .original(let range):
                    written += bytes[Int(range.lowerBound)..<Int(range.upperBound)]
                }
            }
            expect(try read(written, "a." + type.rawValue), hasRecords: true)
        }
    }

    @Test func `exiftool reads the same values in a HEIC of each orientation`() throws {
        let client = try TestWorker.client()
        let size = PixelSize(width: 80, height: 40)
        for orientation in ImageOrientation.allCases {
            var properties = properties()
            properties.set(["Orientation": .integer(orientation.rawValue)])
            let stated = StatedMetadata(
                orientation: orientation,
                exif: properties.exifBlock(of: size) ?? [],
                xmp: try properties.xmpPacket() ?? []
            )
            let request = PictureRequest(
                .pixels(width: size.width, height: size.height),
                renditions: [PictureRendition(.full, .heic(quality: 90))],
                stated: stated
            )
            let pixels = Data(repeating: 255, count: size.width * size.height * 4)
            let made = try MemoryFile.withDescriptor(of: pixels) {
                try client.pictures(of: $0, request)
            }
            let file = try #require(made.first).bytes
            let read = try read(file, "a.heic")
            #expect(read["Meta:ImageWidth"] ?? read["File:ImageWidth"] == "80", "\(read)")
            #expect(read["Meta:ImageHeight"] ?? read["File:ImageHeight"] == "40")
            #expect(read["IFD0:Orientation"] == String(orientation.rawValue))
            #expect(read["IFD0:Model"] == "Größe 7" && read["ExifIFD:UserComment"] == "schön")
            #expect(read["XMP-dc:Subject"] == "hut; Größe" && read["XMP-photoshop:City"] == "Wien")
            let header = try MediaHeader.read(from: [UInt8](file))
            #expect(header.orientation == orientation)
            #expect((header.storedWidth, header.storedHeight) == (80, 40))
        }
    }

    @Test func `a fraction has the smallest parts that give the number`() {
        func parts(_ value: Double, _ name: String = "ExposureTime") -> [UInt8]? {
            var properties = WrittenProperties()
            properties.set(["{Exif}": .group([name: .number(value)])])
            return properties.exifBlock(of: PixelSize(width: 1, height: 1))
        }
        func bytes(_ numbers: UInt32...) -> [UInt8] {
            numbers.flatMap { number in (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) } }
        }
        func has(_ block: [UInt8]?, _ part: [UInt8]) -> Bool {
            guard let block, block.count >= part.count else { return false }
            return (0...block.count - part.count).contains {
                block[$0..<$0 + part.count].elementsEqual(part)
            }
        }
        #expect(has(parts(0.008), bytes(1, 125)))
        #expect(has(parts(1.0 / 3), bytes(1, 3)))
        #expect(has(parts(30), bytes(30, 1)))
        #expect(has(parts(4_294_967_295), bytes(.max, 1)))
        #expect(!has(parts(4_294_967_296), bytes(0x829A_0005)))
        #expect(has(parts(-0.5, "ExposureBiasValue"), bytes(UInt32(bitPattern: -1), 2)))
        for value in [Double.nan, .infinity, -1] {
            let block = parts(value)
            #expect(block.map { $0.count } == parts(-2).map { $0.count })
        }
        var numbers = SeededNumbers(seed: 4)
        for _ in 0..<1000 {
            let (over, under) = (
                1 + numbers.number(below: 100_000), 1 + numbers.number(below: 9999)
            )
            let block = parts(Double(over) / Double(under))
            let divisor = greatestCommonDivisor(over, under)
            #expect(
                has(block, bytes(UInt32(over / divisor), UInt32(under / divisor))),
                "\(over)/\(under)"
            )
        }
    }

    private func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
        other == 0 ? one : greatestCommonDivisor(other, one % other)
    }
}
