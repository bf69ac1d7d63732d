import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Our facts against exiftool's, file by file; Documentation/Facts.md explains each difference.
@Suite(.permit) struct ExiftoolMatrixTests {
    /// What both programs say of one file.
    struct Answers: Sendable {
        var facts: MediaFacts
        var theirs: [String: String]
    }

    /// All files are written by one run of exiftool and read by another.
    private static let answers = Result { try makeAnswers() }

    private static func makeAnswers() throws -> [String: Answers] {
        let folder = try ScratchFolder()
        var commands: [String] = []
        var paths: [String: String] = [:]
        for item in ExiftoolMatrix.cases {
            let name = item.testDescription
            let path = try folder.write(ExiftoolMatrix.plain(item.container), to: name)
            paths[name] = path
            commands += ["-api", "QuickTimeUTC", "-overwrite_original"] + item.arguments
            commands += [path, "-execute"]
        }
        try Exiftool.write(commands)
        let client = try TestWorker.client()
        var answers: [String: Answers] = [:]
        for theirs in try Exiftool.read(Array(paths.values), groups: true) {
            let path = try #require(theirs["SourceFile"])
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            let facts = try client.facts(of: file.fileDescriptor, zone: .gmt)
            answers[URL(filePath: path).lastPathComponent] = Answers(facts: facts, theirs: theirs)
        }
        return answers
    }

    private func answers(_ item: ExiftoolMatrix.Case) throws -> Answers {
        try #require(Self.answers.get()[item.testDescription])
    }

    @Test(arguments: ExiftoolMatrix.cases.filter { $0.date != nil })
    func `dates and zones agree`(item: ExiftoolMatrix.Case) throws {
        let (facts, theirs) = (try answers(item).facts, try answers(item).theirs)
        let tag = try #require(item.date)
        let text = try #require(theirs[tag], "exiftool has not written \(tag)")
        var time = try #require(CaptureTime(text), "\(text)")
        if facts.dateSource == "QuickTime.creation_time" {
            // exiftool prints it in the zone where it runs, which is none here.
            time.zoneOffset = time.zoneOffset ?? 0
            #expect(facts.zoneOffset == nil)
        } else {
            #expect(facts.zoneOffset == time.zoneOffset)
        }
        let seconds = time.localSeconds - Double(try #require(time.zoneOffset, "\(text)"))
        let ours = try #require(facts.creationDate).timeIntervalSince1970
        #expect(abs(ours - seconds) < 1e-6)
        #expect(facts.dateSource == item.source)
        #expect(!facts.isZoneAssumed)
    }

    @Test(arguments: ExiftoolMatrix.cases.filter { $0.name.contains("place") })
    func `places agree`(item: ExiftoolMatrix.Case) throws {
        let (facts, theirs) = (try answers(item).facts, try answers(item).theirs)
        let location = try #require(facts.location)
        func theirNumber(_ name: String) -> Double? {
            let groups = item.name.hasPrefix("xmp") ? ["XMP-exif:"] : ["Composite:", "GPS:"]
            return groups.lazy.compactMap { Exiftool.number(theirs[$0 + name]) }.first
        }
        let latitude = try #require(theirNumber("GPSLatitude"))
        let longitude = try #require(theirNumber("GPSLongitude"))
        #expect(abs(location.latitude - latitude) < 1e-6)
        #expect(abs(location.longitude - longitude) < 1e-6)
        let altitude = try #require(theirNumber("GPSAltitude"))
        #expect(abs(try #require(location.altitude) - altitude) < 1e-6)
        guard item.name.hasPrefix("exif") else { return }
        #expect(location.direction == theirNumber("GPSImgDirection"))
        #expect(location.horizontalAccuracy == theirNumber("GPSHPositioningError"))
        let knots = try #require(theirNumber("GPSSpeed"))
        #expect(abs(try #require(location.speed) - knots * 1852 / 3600) < 1e-9)
    }

    @Test(arguments: ExiftoolMatrix.cases.filter { $0.name.contains("orientation") })
    func `orientations agree`(item: ExiftoolMatrix.Case) throws {
        let (facts, theirs) = (try answers(item).facts, try answers(item).theirs)
        let number = try #require(Exiftool.number(theirs["IFD0:Orientation"]))
        let expected = Int(number)
        #expect(facts.orientation.rawValue == expected)
        let isTurned = expected >= 5
        #expect(facts.pixelWidth == (isTurned ? 30 : 40))
        #expect(facts.pixelHeight == (isTurned ? 40 : 30))
    }
}
