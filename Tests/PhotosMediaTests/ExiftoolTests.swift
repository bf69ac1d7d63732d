import Foundation
import PhotosMedia
import PhotosTestSupport
import Testing

/// Another program's reading of the files that we make, as a witness that neither writer nor reader errs alone.
struct ExiftoolTests {
    struct Missing: Error, CustomStringConvertible {
        let description =
            "exiftool is not installed, and these tests compare with it. Install "
            + "libimage-exiftool-perl, as Scripts/test does."
    }

    private static let place = ExifFields.Place(
        latitude: -33.875,
        longitude: -151.21,
        altitude: 1234.5,
        horizontalError: 7
    )

    private static let files: [(name: String, bytes: [UInt8])] = {
        let full = ExifFields(
            dateTimeOriginal: "2024:05:01 12:30:00",
            subSeconds: "25",
            offset: "-03:30",
            orientation: 8,
            make: "Maker",
            model: "Model",
            place: place
        )
        let keys = [
            "com.apple.quicktime.creationdate": "2024-05-01T12:30:00-0330",
            "com.apple.quicktime.location.ISO6709": "-33.8750-151.2100+1234.500/",
        ]
        return [
            ("full.jpg", TestJPEG(width: 40, height: 30, exif: full).data()),
            ("full.png", TestPNG(width: 40, height: 30, exif: full).data()),
            ("plain.jpg", TestJPEG(width: 33, height: 17).data()),
            ("full.mov", TestMovie(.quickTime, orientation: .right, metadata: keys).data()),
            ("full.mp4", TestMovie(.mpeg4, orientation: .left, metadata: keys).data()),
        ]
    }()

    private func answer(for path: String) throws -> [String: Any] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["exiftool", "-j", "-n", "-api", "QuickTimeUTC", path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Missing() }
        let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        return try #require(list?.first)
    }

    private func number(_ value: Any?) -> Double? {
        value as? Double ?? (value as? Int).map(Double.init)
            ?? (value as? String).flatMap { Double($0) }
    }

    @Test(arguments: files.map(\.name))
    func `exiftool and we agree`(name: String) throws {
        let folder = try ScratchFolder()
        let bytes = try #require(Self.files.first { $0.name == name }).bytes
        let path = try folder.write(bytes, to: name)
        let theirs = try answer(for: path)
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        let ours = try TestWorker.client().facts(of: file.fileDescriptor, zone: .gmt)

        let width = try #require(number(theirs["ImageWidth"]))
        let height = try #require(number(theirs["ImageHeight"]))
        let turn = number(theirs["Rotation"]) ?? 0
        let isTurned = (number(theirs["Orientation"]) ?? 1) >= 5 || turn == 90 || turn == 270
        #expect(Double(ours.pixelWidth) == (isTurned ? height : width))
        #expect(Double(ours.pixelHeight) == (isTurned ? width : height))

        let text = theirs["SubSecDateTimeOriginal"] ?? theirs["CreationDate"]
        if let time = (text as? String).flatMap(CaptureTime.init) {
            let offset = try #require(time.zoneOffset)
            let seconds = try #require(ours.creationDate?.timeIntervalSince1970)
            #expect(abs(seconds - (time.localSeconds - Double(offset))) < 1e-6)
            #expect(ours.zoneOffset == offset)
        } else {
            #expect(ours.creationDate == nil)
        }

        #expect((number(theirs["GPSLatitude"]) == nil) == (ours.location == nil))
        if let location = ours.location {
            #expect(abs(location.latitude - (number(theirs["GPSLatitude"]) ?? 0)) < 1e-6)
            #expect(abs(location.longitude - (number(theirs["GPSLongitude"]) ?? 0)) < 1e-6)
            #expect(location.altitude == number(theirs["GPSAltitude"]))
        }
        let isDated = !name.hasPrefix("plain")
        #expect((ours.creationDate != nil) == isDated)
        #expect((ours.location != nil) == isDated)
    }
}
