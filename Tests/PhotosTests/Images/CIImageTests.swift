import Foundation
import Photos
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct CIImageTests {
    /// A picture of 6 by 4 pixels whose red is the column and whose green is the row.
    private func grid() throws -> CGImage {
        let bytes: [UInt8] = (0..<4).flatMap { row in
            (0..<6).flatMap { column -> [UInt8] in [UInt8(column * 40), UInt8(row * 40), 0, 255] }
        }
        return try #require(CGImage(pixels: Data(bytes), width: 6, height: 4))
    }

    private func camera() -> Data {
        let fields = ExifFields(dateTimeOriginal: "2024:05:01 12:30:00", orientation: 6, make: "M")
        return Data(TestJPEG(width: 64, height: 48, exif: fields).data())
    }

    private func file(_ bytes: Data) throws -> URL {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("CIImageTests-\(UUID().uuidString)")
        try bytes.write(to: url)
        return url
    }

    @Test func `a file states its size and properties, and is decoded when asked`() throws {
        let url = try file(camera())
        let image = try #require(CIImage(contentsOf: url))
        #expect(image.extent == CGRect(x: 0, y: 0, width: 64, height: 48))
        #expect(image.url == url)
        #expect(image.properties[kCGImagePropertyOrientation as String] as? Int == 6)
        let exif = image.properties[kCGImagePropertyExifDictionary as String] as? [String: Any]
        #expect(exif?["DateTimeOriginal"] as? String == "2024:05:01 12:30:00")
        // The open file is read, also without its name.
        try FileManager.default.removeItem(at: url)
        let pixels = try #require(image.cgImage)
        #expect((pixels.width, pixels.height) == (64, 48))
        #expect(pixels.utType == "public.jpeg" as CFString)
        #expect(image.cgImage === pixels)
    }

    @Test func `an applied orientation turns the pixels, and leaves the properties`() throws {
        let image = try #require(
            CIImage(data: camera(), options: [.applyOrientationProperty: true])
        )
        #expect(image.extent == CGRect(x: 0, y: 0, width: 48, height: 64))
        #expect(image.properties["Orientation"] == nil)
        let tiff = image.properties["{TIFF}"] as? [String: Any]
        #expect(tiff?["Orientation"] == nil && tiff?["Make"] as? String == "M")
        #expect(image.cgImage?.width == 48)
        #expect(image.url == nil)
        let stored = try #require(
            CIImage(data: camera(), options: [.applyOrientationProperty: false])
        )
        #expect(stored.oriented(.right).cgImage?.pixels == image.cgImage?.pixels)
        #expect(stored.oriented(.right).properties["Orientation"] as? Int == 6)
        let replaced = try #require(
            CIImage(
                data: camera(),
                options: [
                    .applyOrientationProperty: true,
                    .properties: [kCGImagePropertyOrientation: 3] as [CFString: Any],
                ]
            )
        )
        #expect(replaced.extent.size == CGSize(width: 64, height: 48))
        #expect(replaced.properties.isEmpty)
    }

    @Test func `each orientation turns as ImageIO does`() throws {
        let grid = try grid()
        for number in 1...8 {
            let orientation = try #require(ImageOrientation(rawValue: number))
            let image = CIImage(cgImage: grid).oriented(forExifOrientation: Int32(number))
            #expect(image.cgImage?.pixels == grid.turned(by: orientation).pixels)
            let swaps = number >= 5
            #expect(image.extent.size == CGSize(width: swaps ? 4 : 6, height: swaps ? 6 : 4))
        }
        for number in [0, 9, -1, Int32.max] {
            #expect(CIImage(cgImage: grid).oriented(forExifOrientation: number).cgImage === grid)
        }
    }

    @Test func `a part counts from the lower left corner`() throws {
        let image = CIImage(cgImage: try grid())
        let part = image.cropped(to: CGRect(x: 1, y: 0, width: 2, height: 1))
        #expect(part.extent == CGRect(x: 1, y: 0, width: 2, height: 1))
        // The lowest row is the last one.
        #expect(part.cgImage.map { [UInt8]($0.pixels) } == [40, 120, 0, 255, 80, 120, 0, 255])
        let inner = image.cropped(to: CGRect(x: 1, y: 1, width: 4, height: 2))
            .cropped(to: CGRect(x: 2, y: 2, width: 1, height: 9))
        #expect(inner.extent == CGRect(x: 2, y: 2, width: 1, height: 1))
        #expect(inner.cgImage.map { [UInt8]($0.pixels) } == [80, 40, 0, 255])
        let outside = image.cropped(to: CGRect(x: 10, y: 10, width: 5, height: 5))
        #expect(outside.extent.isEmpty && outside.cgImage == nil)
        #expect(image.cropped(to: .infinite).extent == image.extent)
        #expect(CIImage.empty().cgImage == nil)
    }

    @Test func `what is no picture makes no image, and a damaged one has no pixels`() throws {
        #expect(CIImage(data: Data()) == nil)
        #expect(CIImage(data: Data("no picture".utf8)) == nil)
        #expect(CIImage(contentsOf: URL(fileURLWithPath: "/nonexistent/a.jpg")) == nil)
        #expect(CIImage(contentsOf: FileManager.default.temporaryDirectory) == nil)
        let cut = Data(TestPNG(width: 40, height: 30).data().prefix(40))
        let image = try #require(CIImage(data: cut))
        #expect(image.extent.width == 40 && image.cgImage == nil)
        #expect(image.oriented(.left).cgImage == nil)
    }

    @Test func `pictures of the API become images`() throws {
        let fromFile = try #require(UIImage(data: camera()).flatMap { CIImage(image: $0) })
        #expect(fromFile.extent.size == CGSize(width: 48, height: 64))
        let turned = UIImage(cgImage: try grid(), scale: 1, orientation: .left)
        #expect(CIImage(image: turned)?.extent.size == CGSize(width: 4, height: 6))
        #expect(CIImage(image: UIImage()) == nil)
        let named = CIImage(cgImage: try grid()).settingProperties([
            kCGImagePropertyOrientation: 8
        ])
        #expect(named.properties["Orientation"] as? Int == 8)
        #expect(named.extent.width == 6 && named.cgImage != nil)
    }

    @Test func `a part of pixels is cut to whole pixels inside the image`() throws {
        let grid = try grid()
        #expect(grid.utType == nil)
        let part = try #require(grid.cropping(to: CGRect(x: 4.5, y: 2.5, width: 9, height: 1)))
        #expect((part.width, part.height) == (2, 2))
        #expect(part.pixels.prefix(2) == Data([160, 80]))
        for rect in [
            CGRect(x: 6, y: 0, width: 1, height: 1), CGRect(x: -3, y: -3, width: 2, height: 2),
            .zero, .null,
        ] {
            #expect(grid.cropping(to: rect) == nil)
        }
    }
}
