import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Our facts against exiftool's over real photos, where a folder of them lies beside the project.
@Suite(.permit) struct ExiftoolSamplesTests {
    static let files: [String] = {
        let project = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder = project.deletingLastPathComponent().appending(path: "shared/samples")
        let types: Set = ["jpg", "heic", "avif", "png", "webp"]
        let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
        return (all ?? []).filter { types.contains(URL(filePath: $0).pathExtension) }.sorted()
            .map { folder.path + "/" + $0 }
    }()

    /// What one run of exiftool reads in all files, by their paths.
    private static let answers = Result {
        let answers = try Exiftool.read(files, groups: true).map { ($0["SourceFile"] ?? "", $0) }
        return Dictionary(uniqueKeysWithValues: answers)
    }

    @Test(.enabled(if: !files.isEmpty), arguments: files)
    func `exiftool and we agree`(path: String) throws {
        let theirs = try #require(Self.answers.get()[path])
        func text(_ names: String...) -> String? { names.lazy.compactMap { theirs[$0] }.first }
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        let ours = try TestWorker.client().facts(of: file.fileDescriptor, zone: .gmt)

        let width = Exiftool.number(text("File:ImageWidth", "PNG:ImageWidth", "RIFF:ImageWidth"))
        let height = Exiftool.number(
            text("File:ImageHeight", "PNG:ImageHeight", "RIFF:ImageHeight")
        )
        if let width, let height {
            #expect(Set([ours.pixelWidth, ours.pixelHeight]) == Set([Int(width), Int(height)]))
        }
        let dates = ["ExifIFD:DateTimeOriginal", "ExifIFD:CreateDate"]
        if let time = dates.lazy.compactMap({ theirs[$0].flatMap(CaptureTime.init) }).first {
            let seconds = try #require(ours.creationDate).timeIntervalSince1970
            let local = (seconds + Double(ours.zoneOffset ?? 0)).rounded(.down)
            #expect(local == time.localSeconds)
        }
        let latitude = Exiftool.number(theirs["Composite:GPSLatitude"])
        #expect((ours.location == nil) == (latitude == nil))
        if let latitude, let location = ours.location {
            let longitude = try #require(Exiftool.number(theirs["Composite:GPSLongitude"]))
            #expect(abs(location.latitude - latitude) < 1e-6)
            #expect(abs(location.longitude - longitude) < 1e-6)
        }
        #expect(ours.cameraMake == text("IFD0:Make", "XMP-tiff:Make"))
        #expect(ours.cameraModel == text("IFD0:Model", "XMP-tiff:Model"))
        #expect(ours.iso == Exiftool.number(theirs["ExifIFD:ISO"]))
        #expect(ours.aperture == Exiftool.number(theirs["ExifIFD:FNumber"]))
        #expect(ours.rating.map(Double.init) == Exiftool.number(theirs["XMP-xmp:Rating"]))
        for name in ["XMP-dc:Subject", "IPTC:Keywords"] {
            for word in theirs[name]?.components(separatedBy: "; ") ?? [] {
                #expect(ours.keywords.contains(word))
            }
        }
    }
}
