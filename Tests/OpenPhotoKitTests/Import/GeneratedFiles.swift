import Foundation
import PhotosMedia
import PhotosTestSupport

/// Pictures and movies with random but known-good metadata, some of them twice, and some that are broken.
struct GeneratedFiles {
    var root: URL
    /// Files that become assets.
    var whole = 0
    var duplicates = 0
    var broken = 0
    /// Of the broken ones, those that are no media at all.
    var texts = 0

    static func write(_ count: Int, seed: UInt64, below root: URL) throws -> GeneratedFiles {
        var files = GeneratedFiles(root: root)
        var random = SeededNumbers(seed: seed)
        for index in 0..<count {
            let folder = root.appendingPathComponent("day \(index % 7)", isDirectory: true)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let name = "f" + String(index)
            switch index % 50 {
            case 13:
                // The last picture once more, under another name and in another folder.
                let twin = TestJPEG(width: 16, height: 16, seed: UInt8(index / 50)).data()
                try save(twin, folder, name + ".jpg")
                try save(twin, root, name + " copy.jpg")
                files.whole += 1
                files.duplicates += 1
            case 27:
                try save(brokenFile(index / 50), folder, name + ".jpg")
                files.broken += 1
                if index / 50 % 4 == 0 { files.texts += 1 }
            case 3, 19, 33, 47:
                try save(movie(index, &random), folder, name + (index % 2 == 0 ? ".mp4" : ".mov"))
                files.whole += 1
            case 8, 22, 41:
                let png = TestPNG(
                    width: Int.random(in: 8...64, using: &random),
                    height: Int.random(in: 8...64, using: &random),
                    exif: exif(index, &random),
                    seed: UInt8(index % 256)
                )
                try save(png.data(), folder, name + ".png")
                files.whole += 1
            default:
                let jpeg = TestJPEG(
                    width: Int.random(in: 8...64, using: &random),
                    height: Int.random(in: 8...64, using: &random),
                    exif: exif(index, &random),
                    seed: UInt8(index % 256)
                )
                try save(jpeg.data(), folder, name + ".jpg")
                files.whole += 1
            }
        }
        return files
    }

    private static func save(_ bytes: [UInt8], _ folder: URL, _ name: String) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    private static func brokenFile(_ number: Int) -> [UInt8] {
        switch number % 4 {
        case 0: BrokenMedia.text()
        case 1: BrokenMedia.empty()
        case 2: BrokenMedia.giantPNG()
        default: BrokenMedia.truncatedJPEG()
        }
    }

    /// Each file has its own second, so that no two files have the same bytes.
    private static func exif(_ index: Int, _ random: inout SeededNumbers) -> ExifFields {
        var fields = ExifFields(dateTimeOriginal: date(index, &random), offset: offset(&random))
        if Bool.random(using: &random) {
            fields.subSeconds = String(Int.random(in: 0...99, using: &random))
        }
        fields.orientation = Int.random(in: 1...8, using: &random)
        if Int.random(in: 0..<3, using: &random) > 0 {
            fields.place = ExifFields.Place(
                latitude: Double.random(in: -89...89, using: &random),
                longitude: Double.random(in: -179...179, using: &random),
                altitude: Bool.random(using: &random)
                    ? Double(Int.random(in: -100...4_000, using: &random)) : nil
            )
        }
        return fields
    }

    private static func movie(_ index: Int, _ random: inout SeededNumbers) -> [UInt8] {
        let turns: [ImageOrientation] = [.up, .right, .down, .left]
        var metadata: [String: String] = [:]
        if index % 4 != 3 {
            let stamp = date(index, &random)
            let day = stamp.prefix(10).replacingOccurrences(of: ":", with: "-")
            metadata["com.apple.quicktime.creationdate"] = "\(day)T\(stamp.suffix(8))+0530"
            metadata["com.apple.quicktime.location.ISO6709"] = "+46.5000-112.2500+812.000/"
        }
        return TestMovie(
            index % 2 == 0 ? .mpeg4 : .quickTime,
            frameCount: Int.random(in: 2...9, using: &random),
            orientation: turns[Int.random(in: 0..<4, using: &random)],
            creationTime: 1_700_000_000 + index,
            metadata: metadata,
            seed: UInt8(index % 200)
        ).data()
    }

    private static func date(_ index: Int, _ random: inout SeededNumbers) -> String {
        String(
            format: "%04d:%02d:%02d %02d:%02d:%02d",
            Int.random(in: 1975...2030, using: &random),
            Int.random(in: 1...12, using: &random),
            Int.random(in: 1...28, using: &random),
            index % 24,
            index / 24 % 60,
            Int.random(in: 0...59, using: &random)
        )
    }

    private static func offset(_ random: inout SeededNumbers) -> String {
        ["+00:00", "+02:00", "-07:00", "+05:45", "-03:30", "+13:00"].randomElement(using: &random)
            ?? "+00:00"
    }
}
