import Foundation
import Photos
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// What `CGImageDestination` refuses.
@Suite(.permit) struct ImageDestinationFaultTests {
    private let files: TemporaryFolder
    private var folder: URL { files.url }

    init() throws { files = try TemporaryFolder() }

    private func image() throws -> CGImage {
        var samples = WrittenImageSamples(seed: 1)
        return try samples.image()
    }

    private func destination(
        _ url: URL,
        _ type: String = "public.jpeg"
    ) throws
        -> CGImageDestination
    {
        try #require(CGImageDestinationCreateWithURL(url as CFURL, type as CFString, 1, nil))
    }

    @Test func `types that cannot be written make no destination`() throws {
        for type in ["com.compuserve.gif", "public.webp", "public.mpeg-4", "", "jpeg"] {
            let url = folder.appendingPathComponent("a") as CFURL
            #expect(CGImageDestinationCreateWithURL(url, type as CFString, 1, nil) == nil)
        }
        let data = NSMutableData()
        let jpeg = "public.jpeg" as CFString
        #expect(CGImageDestinationCreateWithData(data, jpeg, 0, nil) == nil)
        let web = try #require(URL(string: "https://example.com/a.jpg"))
        #expect(CGImageDestinationCreateWithURL(web as CFURL, jpeg, 1, nil) == nil)
        #expect(CGImageDestinationCopyTypeIdentifiers().count == 4)
    }

    @Test func `a destination without its images writes nothing`() throws {
        let url = folder.appendingPathComponent("a.jpg")
        let empty = try destination(url)
        #expect(!CGImageDestinationFinalize(empty))
        CGImageDestinationAddImage(empty, try image(), nil)
        #expect(!CGImageDestinationFinalize(empty), "It was final before.")
        #expect(!FileManager.default.fileExists(atPath: url.path))
        let full = try destination(url)
        CGImageDestinationAddImage(full, try image(), nil)
        CGImageDestinationAddImage(full, try image(), nil)
        #expect(CGImageDestinationFinalize(full), "A second image is ignored.")
        #expect(!CGImageDestinationFinalize(full))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.jpg"])
    }

    @Test func `an existing file is replaced whole, with its mode, or stays`() throws {
        let url = folder.appendingPathComponent("a.png")
        try Data("earlier".utf8).write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        let link = folder.appendingPathComponent("link.png")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
        let damaged = try destination(link, "public.png")
        let jpeg = Data(TestJPEG(width: 40, height: 30).data())
        let source = try #require(CGImageSourceCreateWithData(jpeg as CFData, nil))
        CGImageDestinationAddImageFromSource(damaged, source, 1, nil)
        #expect(!CGImageDestinationFinalize(damaged))
        #expect(try Data(contentsOf: url) == Data("earlier".utf8))
        let good = try destination(link, "public.png")
        CGImageDestinationAddImageFromSource(good, source, 0, nil)
        #expect(CGImageDestinationFinalize(good))
        #expect(UIImage(contentsOfFile: url.path)?.size == CGSize(width: 40, height: 30))
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == url.path)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["a.png", "link.png"])
    }

    @Test func `folders, devices and missing folders are no files`() throws {
        let pipe = folder.appendingPathComponent("pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        let missing = folder.appendingPathComponent("missing/a.jpg")
        for url in [folder, pipe, missing, URL(fileURLWithPath: "/dev/null")] {
            let destination = try destination(url)
            CGImageDestinationAddImage(destination, try image(), nil)
            #expect(!CGImageDestinationFinalize(destination), "\(url.path)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["pipe"])
        #expect(!FileManager.default.fileExists(atPath: missing.path))
    }

    @Test func `a damaged source is written as nothing`() throws {
        let whole = Data(TestPNG(width: 40, height: 30).data())
        for bytes in [whole.prefix(40), Data(), Data("no picture".utf8)] {
            let source = try #require(CGImageSourceCreateWithData(Data(bytes) as CFData, nil))
            let url = folder.appendingPathComponent("a.jpg")
            let destination = try destination(url)
            CGImageDestinationAddImageFromSource(destination, source, 0, nil)
            #expect(!CGImageDestinationFinalize(destination))
            #expect(!FileManager.default.fileExists(atPath: url.path))
        }
    }

    @Test(arguments: ["public.jpeg", "public.png", "public.heic", "public.tiff"])
    func `a damaged file gives an image or none, and stops nothing`(_ type: String) throws {
        var samples = WrittenImageSamples(seed: 7)
        let written = NSMutableData()
        let destination = try #require(
            CGImageDestinationCreateWithData(written, type as CFString, 1, nil)
        )
        CGImageDestinationAddImage(
            destination,
            try samples.image(),
            samples.properties() as CFDictionary
        )
        try #require(CGImageDestinationFinalize(destination))
        let whole = [UInt8](written as Data)
        var numbers = SeededNumbers(seed: 7)
        for _ in 0..<40 {
            var bytes = whole
            if numbers.chance(0.3) {
                bytes.removeLast(numbers.number(below: whole.count))
            } else {
                for _ in 0..<1 + numbers.number(below: 8) {
                    // Most of the damage is where the headers and metadata are.
                    let limit = numbers.chance(0.7) ? min(2000, whole.count) : whole.count
                    bytes[numbers.number(below: limit)] = UInt8(numbers.number(below: 256))
                }
            }
            let data = Data(bytes)
            let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
            let again = NSMutableData()
            let copy = try #require(
                CGImageDestinationCreateWithData(again, "public.png" as CFString, 1, nil)
            )
            CGImageDestinationAddImageFromSource(copy, source, 0, nil)
            let isWritten = CGImageDestinationFinalize(copy)
            #expect(isWritten == (again.length > 0))
            let pixels = CIImage(data: data)?.cgImage
            #expect(isWritten == (pixels != nil))
            #expect(NSBitmapImageRep(data: data)?.cgImage.map { $0.width > 0 } ?? true)
        }
        let source = try #require(CGImageSourceCreateWithData(written, nil))
        #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) != nil)
    }

    @Test func `metadata that a JPEG or HEIC has no room for are refused, not cut`() throws {
        let long = String(repeating: "a", count: 90_000)
        let properties =
            [kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFImageDescription: long]]
            as CFDictionary
        for (type, fits) in [
            ("public.jpeg", false), ("public.heic", false), ("public.png", true),
            ("public.tiff", true),
        ] {
            let data = NSMutableData()
            let destination = try #require(
                CGImageDestinationCreateWithData(data, type as CFString, 1, nil)
            )
            CGImageDestinationAddImage(destination, try image(), properties)
            #expect(CGImageDestinationFinalize(destination) == fits, "\(type)")
            #expect((data.length > 0) == fits)
        }
    }

    @Test func `values that no field can have are left out`() throws {
        let properties: [CFString: Any] = [
            kCGImagePropertyOrientation: 77,
            kCGImageDestinationLossyCompressionQuality: Double.nan,
            kCGImageDestinationImageMaxPixelSize: -5,
            kCGImagePropertyDPIWidth: "many",
            "unknown" as CFString: ["a": 1],
            kCGImagePropertyExifDictionary: [
                kCGImagePropertyExifFlash: 70_000,
                kCGImagePropertyExifFNumber: -2.8,
                kCGImagePropertyExifExposureTime: Double.infinity,
                kCGImagePropertyExifISOSpeedRatings: ["a hundred"],
                kCGImagePropertyExifVersion: [2, 333, 1],
                kCGImagePropertyExifComponentsConfiguration: [Int](),
                kCGImagePropertyExifDateTimeOriginal: Date(),
                kCGImagePropertyExifLensModel: "kept\0gone",
            ] as [CFString: Any],
            kCGImagePropertyGPSDictionary: [
                kCGImagePropertyGPSLatitude: 1e300,
                kCGImagePropertyGPSLongitude: -16.5,
                kCGImagePropertyGPSTimeStamp: "now",
            ] as [CFString: Any],
            kCGImagePropertyIPTCDictionary: [
                kCGImagePropertyIPTCCity: String(repeating: "x", count: 40_000),
                kCGImagePropertyIPTCKeywords: [String](),
            ] as [CFString: Any],
        ]
        for type in ["public.jpeg", "public.png", "public.heic", "public.tiff"] {
            let data = NSMutableData()
            let destination = try #require(
                CGImageDestinationCreateWithData(data, type as CFString, 1, nil)
            )
            CGImageDestinationAddImage(destination, try image(), properties as CFDictionary)
            #expect(CGImageDestinationFinalize(destination), "\(type)")
            let source = try #require(CGImageSourceCreateWithData(data, nil))
            let read = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
            let exif = read[kCGImagePropertyExifDictionary] as? [String: Any] ?? [:]
            let names: Set = ["LensModel", "PixelXDimension", "PixelYDimension"]
            #expect(Set(exif.keys) == names, "\(type)")
            #expect(exif["LensModel"] as? String == "kept")
            let gps = read[kCGImagePropertyGPSDictionary] as? [String: Any] ?? [:]
            #expect(gps["Latitude"] == nil && gps["TimeStamp"] == nil)
            #expect(gps["Longitude"] as? Double == 16.5 && gps["LongitudeRef"] as? String == "W")
            // A record has at most 32 KiB; a HEIC has XMP instead, which has no such limit.
            let isKept = read[kCGImagePropertyIPTCDictionary] != nil
            #expect(isKept == (type == "public.heic"))
        }
    }
}
