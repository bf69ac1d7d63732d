import Foundation
import Photos
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Files that `CGImageDestination` writes, read back by `CGImageSource`.
@Suite(.permit) struct ImageDestinationTests {
    private static let types = ["public.jpeg", "public.png", "public.heic", "public.tiff"]

    private func data(
        _ type: String,
        _ image: CGImage,
        _ properties: [CFString: Any]? = nil
    ) -> Data? {
        let data = NSMutableData()
        guard
            let destination = CGImageDestinationCreateWithData(data, type as CFString, 1, nil)
        else { return nil }
        CGImageDestinationAddImage(destination, image, properties as CFDictionary?)
        guard CGImageDestinationFinalize(destination) else { return nil }
        return data as Data
    }

    private func source(_ data: Data) throws -> CGImageSource {
        try #require(CGImageSourceCreateWithData(data as CFData, nil))
    }

    /// The greatest difference of two images' colours.
    private func distance(_ one: CGImage, _ other: CGImage) -> Int {
        guard one.width == other.width, one.height == other.height else { return 255 }
        return zip(one.pixels, other.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 255
    }

    @Test(arguments: types) func `pixels and metadata are read back`(_ type: String) throws {
        for seed in 0..<12 {
            var samples = WrittenImageSamples(seed: UInt64(seed))
            let image = try samples.image()
            let written = samples.properties()
            let file = try #require(data(type, image, written), "seed \(seed)")
            let source = try source(file)
            #expect(CGImageSourceGetType(source) == type as CFString)
            let read = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
            let differences = WrittenImageSamples.differences(written, read)
            #expect(differences.isEmpty, "seed \(seed): \(differences.joined(separator: "\n"))")
            let again = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
            #expect(again.utType == type as CFString)
            let isLossy = type == "public.jpeg" || type == "public.heic"
            let distance = distance(image, again)
            #expect(distance <= (isLossy ? 12 : 0), "seed \(seed): \(distance)")
        }
    }

    @Test(arguments: types) func `each orientation is the one that was given`(_ type: String) throws
    {
        var samples = WrittenImageSamples(seed: 1)
        let image = try samples.image()
        for orientation in 1...8 {
            let file = try #require(
                data(type, image, [kCGImagePropertyOrientation: orientation])
            )
            let source = try source(file)
            let read = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
            #expect(read[kCGImagePropertyOrientation] as? Int ?? 1 == orientation)
            #expect(read[kCGImagePropertyPixelWidth] as? Int == image.width)
            #expect(read[kCGImagePropertyPixelHeight] as? Int == image.height)
            let stored = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
            #expect(distance(image, stored) <= 12, "orientation \(orientation)")
            let shown = try #require(UIImage(data: file)?.cgImage)
            let turn = try #require(ImageOrientation(rawValue: orientation))
            let turned = image.turned(by: turn)
            #expect(distance(turned, shown) <= 12, "orientation \(orientation)")
        }
    }

    @Test func `without metadata nothing is stated`() throws {
        var samples = WrittenImageSamples(seed: 2)
        let image = try samples.image()
        for type in Self.types {
            let file = try #require(data(type, image))
            let read = try #require(CGImageSourceCopyPropertiesAtIndex(try source(file), 0, nil))
            #expect(read[kCGImagePropertyPixelWidth] as? Int == image.width)
            #expect(read[kCGImagePropertyExifDictionary] == nil)
            #expect(read[kCGImagePropertyGPSDictionary] == nil)
            #expect(read[kCGImagePropertyOrientation] == nil)
        }
    }

    @Test func `lower quality makes smaller files`() throws {
        var samples = WrittenImageSamples(seed: 3)
        let image = try samples.image()
        for type in ["public.jpeg", "public.heic"] {
            let sizes = [0.1, 0.5, 1].map { quality in
                data(type, image, [kCGImageDestinationLossyCompressionQuality: quality])?.count ?? 0
            }
            #expect(sizes[0] > 0 && sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(sizes)")
        }
    }

    @Test func `transparent pixels survive PNG and TIFF`() throws {
        let pixels = Data((0..<64).flatMap { [UInt8(200), 100, 50, UInt8($0 * 4)] })
        let image = try #require(CGImage(pixels: pixels, width: 8, height: 8))
        for type in ["public.png", "public.tiff"] {
            let file = try #require(data(type, image))
            let read = try #require(CGImageSourceCreateImageAtIndex(try source(file), 0, nil))
            #expect(read.pixels == pixels, "\(type)")
        }
    }

    @Test func `an image of a file keeps its metadata, and what is passed overrules it`() throws {
        let fields = ExifFields(
            dateTimeOriginal: "2024:05:01 12:30:00",
            orientation: 6,
            make: "Apple",
            model: "iPhone 15",
            place: .init(latitude: -33.5, longitude: 151.25)
        )
        let camera = Data(TestJPEG(width: 64, height: 48, exif: fields).data())
        for type in Self.types {
            let data = NSMutableData()
            let destination = try #require(
                CGImageDestinationCreateWithData(data, type as CFString, 1, nil)
            )
            let change: [CFString: Any] = [
                kCGImagePropertyGPSDictionary: kCFNull as Any,
                kCGImagePropertyTIFFDictionary: [
                    kCGImagePropertyTIFFMake: "Maker",
                    kCGImagePropertyTIFFModel: kCFNull as Any,
                ] as [CFString: Any],
                kCGImagePropertyExifDictionary: [kCGImagePropertyExifUserComment: "changed"],
                kCGImageDestinationImageMaxPixelSize: 32,
            ]
            CGImageDestinationAddImageFromSource(
                destination,
                try source(camera),
                0,
                change as CFDictionary
            )
            #expect(CGImageDestinationFinalize(destination))
            let written = try source(data as Data)
            let read = try #require(CGImageSourceCopyPropertiesAtIndex(written, 0, nil))
            #expect(read[kCGImagePropertyPixelWidth] as? Int == 32)
            #expect(read[kCGImagePropertyPixelHeight] as? Int == 24)
            #expect(read[kCGImagePropertyOrientation] as? Int == 6)
            #expect(read[kCGImagePropertyGPSDictionary] == nil)
            let exif = read[kCGImagePropertyExifDictionary] as? [String: Any]
            #expect(exif?["DateTimeOriginal"] as? String == "2024:05:01 12:30:00")
            #expect(exif?["UserComment"] as? String == "changed")
            #expect(exif?["PixelXDimension"] as? Int == 32)
            let tiff = read[kCGImagePropertyTIFFDictionary] as? [String: Any]
            #expect(tiff?["Make"] as? String == "Maker" && tiff?["Model"] == nil)
        }
    }

    @Test func `properties of the destination hold for each image that has none`() throws {
        var samples = WrittenImageSamples(seed: 4)
        let image = try samples.image()
        let data = NSMutableData()
        let destination = try #require(
            CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil)
        )
        CGImageDestinationSetProperties(
            destination,
            [
                kCGImagePropertyOrientation: 3,
                kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFArtist: "Ada"],
            ] as CFDictionary
        )
        CGImageDestinationAddImage(
            destination,
            image,
            [kCGImagePropertyOrientation: 8] as CFDictionary
        )
        #expect(CGImageDestinationFinalize(destination))
        let read = try #require(
            CGImageSourceCopyPropertiesAtIndex(try source(data as Data), 0, nil)
        )
        #expect(read[kCGImagePropertyOrientation] as? Int == 8)
        let tiff = read[kCGImagePropertyTIFFDictionary] as? [String: Any]
        #expect(tiff?["Artist"] as? String == "Ada")
    }

    @Test func `a TIFF has several images, and other types have one`() throws {
        var samples = WrittenImageSamples(seed: 5)
        let images = [try samples.image(), try samples.image(), try samples.image()]
        for type in Self.types {
            let data = NSMutableData()
            let destination = try #require(
                CGImageDestinationCreateWithData(data, type as CFString, 3, nil)
            )
            for image in images { CGImageDestinationAddImage(destination, image, nil) }
            #expect(CGImageDestinationFinalize(destination) == (type == "public.tiff"))
            guard type == "public.tiff" else {
                #expect(data.length == 0)
                continue
            }
            let first = try #require(
                CGImageSourceCreateImageAtIndex(try source(data as Data), 0, nil)
            )
            #expect(first.pixels == images[0].pixels)
            let pages = try TIFFPages(data as Data)
            #expect(pages.sizes == images.map { [$0.width, $0.height] })
            #expect(
                pages.samples
                    == images.map { image in
                        image.pixels.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
                    }
            )
        }
    }
}

/// The directories of a TIFF of our own, read as simply as possible.
private struct TIFFPages {
    var sizes: [[Int]] = []
    /// Red, green and blue of each page.
    var samples: [[UInt8]] = []

    init(_ data: Data) throws {
        let bytes = [UInt8](data)
        func number(_ offset: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        var offset = number(4, 4)
        while offset != 0 {
            var values: [Int: Int] = [:]
            let count = number(offset, 2)
            for entry in 0..<count {
                let start = offset + 2 + 12 * entry
                values[number(start, 2)] = number(start + 8, number(start + 2, 2) == 3 ? 2 : 4)
            }
            let (width, height) = (values[0x100] ?? 0, values[0x101] ?? 0)
            sizes.append([width, height])
            let start = try #require(values[0x111])
            samples.append(Array(bytes[start..<start + width * height * 3]))
            offset = number(offset + 2 + 12 * count, 4)
        }
    }
}
