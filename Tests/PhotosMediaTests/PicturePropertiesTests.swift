import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct PicturePropertiesTests {
    private func properties(of bytes: [UInt8]) throws -> [String: PictureValue] {
        try PictureProperties.read(MediaHeader.read(from: bytes), from: bytes)
    }

    private func group(
        _ name: String,
        _ properties: [String: PictureValue]
    ) -> [String: PictureValue] {
        if case .group(let fields)? = properties[name] { fields } else { [:] }
    }

    @Test func `fields have the forms of ImageIO`() throws {
        let fields = ExifFields(
            dateTimeOriginal: "2024:05:01 12:30:00",
            subSeconds: "25",
            offset: "+02:00",
            orientation: 8,
            make: "Apple",
            userComment: "By the lake",
            place: .init(
                latitude: -33.5,
                longitude: 151.25,
                altitude: -12.5,
                direction: 90,
                dateStamp: "2024:05:01",
                timeStamp: [10, 3, 5]
            ),
            burstIdentifier: "B1"
        )
        let found = try properties(of: TestJPEG(exif: fields).data())
        #expect(found["PixelWidth"] == .integer(32) && found["PixelHeight"] == .integer(24))
        #expect(found["Orientation"] == .integer(8))
        #expect(group("{TIFF}", found) == ["Make": .text("Apple"), "Orientation": .integer(8)])
        #expect(
            group("{Exif}", found) == [
                "ExifVersion": .list([.integer(2), .integer(3), .integer(2)]),
                "DateTimeOriginal": .text("2024:05:01 12:30:00"),
                "SubsecTimeOriginal": .text("25"), "OffsetTimeOriginal": .text("+02:00"),
                "UserComment": .text("By the lake"),
            ]
        )
        #expect(
            group("{GPS}", found) == [
                "Latitude": .number(33.5), "LatitudeRef": .text("S"), "Longitude": .number(151.25),
                "LongitudeRef": .text("E"), "Altitude": .number(12.5), "AltitudeRef": .integer(1),
                "ImgDirection": .number(90), "ImgDirectionRef": .text("T"),
                "DateStamp": .text("2024:05:01"), "TimeStamp": .text("10:03:05"),
            ]
        )
        #expect(group("{MakerApple}", found) == ["11": .text("B1")])
    }

    @Test func `a picture that says nothing has its sides and its frame alone`() throws {
        let found = try properties(of: TestJPEG().data())
        #expect(
            found == [
                "PixelWidth": .integer(32), "PixelHeight": .integer(24), "Depth": .integer(8),
                "ColorModel": .text("RGB"),
            ]
        )
    }

    @Test func `a JPEG states its density and its version`() throws {
        // JFIF 1.02, 300 dots per inch across and 150 down.
        let segment: [UInt8] = [
            0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1, 2, 1, 0x01, 0x2C, 0, 150, 0, 0,
        ]
        let plain = TestJPEG().data()
        let file: [UInt8] = Array(plain[..<2]) + segment + Array(plain[2...])
        let found = try properties(of: file)
        #expect(
            group("{JFIF}", found) == [
                "JFIFVersion": .list([.integer(1), .integer(0), .integer(2)]),
                "DensityUnit": .integer(1), "XDensity": .integer(300), "YDensity": .integer(150),
            ]
        )
        #expect(found["DPIWidth"] == .number(300) && found["DPIHeight"] == .number(150))
    }

    /// A chunk of a PNG, whose checksum nobody reads here.
    private func chunk(_ code: String, _ content: [UInt8]) -> [UInt8] {
        ByteWriter {
            $0.uint32(content.count)
            $0.text(code)
            $0.append(content)
            $0.zeros(4)
        }.bytes
    }

    @Test func `a PNG states its kind of pixels, its resolution and texts`() throws {
        let size = ByteWriter {
            $0.uint32(3)
            $0.uint32(2)
        }
        let gamma = ByteWriter { $0.uint32(45_455) }
        let dots = ByteWriter {
            $0.uint32(2835)
            $0.uint32(5670)
            $0.uint8(1)
        }
        let international = Array("Title\0".utf8) + [0, 0] + Array("de\0Titel\0Über".utf8)
        let file: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", size.bytes + [16, 6, 0, 0, 1]) + chunk("gAMA", gamma.bytes)
            + chunk("sRGB", [0]) + chunk("pHYs", dots.bytes)
            + chunk("tEXt", Array("Software\0Painter".utf8))
            + chunk("tEXt", Array("Other\0text".utf8)) + chunk("IDAT", [1, 2, 3])
            + chunk("iTXt", international)
            + chunk("tEXt", Array("Creation Time\0".utf8) + Array("2024:05:01 12:30:00".utf8))
            + chunk("IEND", [])
        let found = try properties(of: file)
        #expect(found["Depth"] == .integer(16) && found["ColorModel"] == .text("RGB"))
        #expect(found["HasAlpha"] == .integer(1) && found["IsIndexed"] == nil)
        #expect(
            group("{PNG}", found) == [
                "InterlaceType": .integer(1), "Gamma": .number(0.45455), "sRGBIntent": .integer(0),
                "XPixelsPerMeter": .integer(2835), "YPixelsPerMeter": .integer(5670),
                "Software": .text("Painter"), "Title": .text("Über"),
                "Creation Time": .text("2024:05:01 12:30:00"),
            ]
        )
        #expect(found["DPIWidth"] == .number(2835 * 0.0254))
        for length in 26..<file.count {
            guard let header = try? MediaHeader.read(from: Array(file.prefix(length))) else {
                continue
            }
            _ = PictureProperties.read(header, from: Array(file.prefix(length)))
        }
        let start = Array(file[..<8])
        let indexed: [UInt8] =
            start + chunk("IHDR", size.bytes + [4, 3, 0, 0, 0]) + chunk("tRNS", [0])
            + chunk("IEND", [])
        let colors = try properties(of: indexed)
        #expect(colors["Depth"] == .integer(8) && colors["IsIndexed"] == .integer(1))
        #expect(colors["HasAlpha"] == .integer(1) && colors["ColorModel"] == .text("RGB"))
    }

    @Test func `the lens and the camera are also auxiliary fields`() throws {
        let found = try properties(of: TestJPEG(exif: ExifFields(lensModel: "back camera")).data())
        #expect(group("{ExifAux}", found) == ["LensModel": .text("back camera")])
        #expect(group("{Exif}", found)["LensModel"] == .text("back camera"))
    }

    @Test(arguments: 0..<8) func `damage leaves fields out and traps nowhere`(_ part: Int) throws {
        let fields = ExifFields(
            dateTimeOriginal: "2024:05:01 12:30:00",
            make: "Apple",
            place: .init(latitude: 1, longitude: 2, timeStamp: [1, 2, 3]),
            contentIdentifier: "5A7D"
        )
        let whole = TestJPEG(exif: fields).data()
        for position in stride(from: part, to: min(whole.count, 700), by: 8) {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var bytes = whole
                bytes[position] = value
                guard let header = try? MediaHeader.read(from: bytes) else { continue }
                _ = PictureValue.dictionary(PictureProperties.read(header, from: bytes))
            }
        }
    }
}
