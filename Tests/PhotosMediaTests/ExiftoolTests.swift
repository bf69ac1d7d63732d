import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Another program's reading of the files that we make, as a witness that neither writer nor reader errs alone.
@Suite(.permit) struct ExiftoolTests {
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

    /// The facts of both programs, by the names of the files; exiftool starts once for all.
    private static let answers = Result {
        let folder = try ScratchFolder()
        let client = try TestWorker.client()
        let paths = try files.map { try folder.write($0.bytes, to: $0.name) }
        let facts = try paths.map { path in
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            return try client.facts(of: file.fileDescriptor, zone: .gmt)
        }
        let pairs = zip(facts, try Exiftool.read(paths)).map { ($0, $1) }
        return Dictionary(uniqueKeysWithValues: zip(files.map(\.name), pairs))
    }

    @Test(arguments: files.map(\.name))
    func `exiftool and we agree`(name: String) throws {
        let (ours, theirs) = try #require(Self.answers.get()[name])

        let width = try #require(Exiftool.number(theirs["ImageWidth"]))
        let height = try #require(Exiftool.number(theirs["ImageHeight"]))
        let turn = Exiftool.number(theirs["Rotation"]) ?? 0
        let isTurned =
            (Exiftool.number(theirs["Orientation"]) ?? 1) >= 5 || turn == 90 || turn == 270
        #expect(Double(ours.pixelWidth) == (isTurned ? height : width))
        #expect(Double(ours.pixelHeight) == (isTurned ? width : height))

        let text = theirs["SubSecDateTimeOriginal"] ?? theirs["CreationDate"]
        if let time = text.flatMap(CaptureTime.init) {
            let offset = try #require(time.zoneOffset)
            let seconds = try #require(ours.creationDate?.timeIntervalSince1970)
            #expect(abs(seconds - (time.localSeconds - Double(offset))) < 1e-6)
            #expect(ours.zoneOffset == offset)
        } else {
            #expect(ours.creationDate == nil)
        }

        #expect((Exiftool.number(theirs["GPSLatitude"]) == nil) == (ours.location == nil))
        if let location = ours.location {
            #expect(abs(location.latitude - (Exiftool.number(theirs["GPSLatitude"]) ?? 0)) < 1e-6)
            #expect(abs(location.longitude - (Exiftool.number(theirs["GPSLongitude"]) ?? 0)) < 1e-6)
            #expect(location.altitude == Exiftool.number(theirs["GPSAltitude"]))
        }
        let isDated = !name.hasPrefix("plain")
        #expect((ours.creationDate != nil) == isDated)
        #expect((ours.location != nil) == isDated)
    }
}
