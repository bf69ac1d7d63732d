import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct PicturePropertiesTests {
    private func properties(of bytes: [UInt8]) throws -> [String: PropertyValue] {
        try PictureProperties.read(MediaHeader.read(from: bytes), from: bytes)
    }

    private func group(
        _ name: String,
        _ properties: [String: PropertyValue]
    ) -> [String: PropertyValue] {
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

    @Test func `a picture that says nothing has its sides alone`() throws {
        let found = try properties(of: TestJPEG().data())
        #expect(found == ["PixelWidth": .integer(32), "PixelHeight": .integer(24)])
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
                _ = PropertyValue.dictionary(PictureProperties.read(header, from: bytes))
            }
        }
    }
}
