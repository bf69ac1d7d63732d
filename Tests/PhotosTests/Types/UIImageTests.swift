import Foundation
import Photos
import TestPermits
import Testing

@Suite(.permit) struct UIImageTests {
    /// A PNG of 1 by 1 pixel.
    private let png = Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    )

    @Test func `an image knows its size and keeps its bytes`() throws {
        let png = try #require(png)
        let image = try #require(UIImage(data: png))
        #expect(image.size == CGSize(width: 1, height: 1))
        #expect(image.fileData == png)
        #expect(try #require(image.copy() as? NSImage) === image)
    }

    @Test func `bytes that are no picture make no image`() {
        #expect(UIImage(data: Data()) == nil)
        #expect(UIImage(data: Data("a text".utf8)) == nil)
        #expect(UIImage(contentsOfFile: "/nonexistent/picture.png") == nil)
    }

    @Test func `an image of pixels has the size that it is shown with`() throws {
        let pixels = try #require(CGImage(pixels: Data(count: 4 * 6), width: 2, height: 3))
        #expect(UIImage(cgImage: pixels).size == CGSize(width: 2, height: 3))
        let turned = UIImage(cgImage: pixels, scale: 2, orientation: .left)
        #expect(turned.size == CGSize(width: 1.5, height: 1))
        #expect(turned.scale == 2 && turned.imageOrientation == .left)
        #expect(turned.cgImage === pixels)
    }

    @Test func `a file is decoded once, and what is none has no pixels`() throws {
        let image = try #require(png.flatMap { UIImage(data: $0) })
        let pixels = try #require(image.cgImage)
        #expect((pixels.width, pixels.height, pixels.bytesPerRow) == (1, 1, 4))
        #expect(image.cgImage === pixels)
        let beginning = try #require(png).prefix(40)
        let cut = try #require(UIImage(data: beginning))
        #expect(cut.cgImage == nil && cut.pngData() == nil)
    }

    @Test func `pixels survive a PNG, and nearly a JPEG`() throws {
        let color: [UInt8] = [200, 100, 50, 255]
        let bytes = (0..<64).flatMap { _ in color }
        let pixels = try #require(CGImage(pixels: Data(bytes), width: 16, height: 4))
        let image = UIImage(cgImage: pixels)
        let again = try #require(image.pngData().flatMap { UIImage(data: $0) }?.cgImage)
        #expect([UInt8](again.pixels) == bytes)
        let jpeg = try #require(
            image.jpegData(compressionQuality: 0.9).flatMap { UIImage(data: $0) }
        )
        let shown = [UInt8](try #require(jpeg.cgImage).pixels.prefix(3))
        #expect(zip(shown, bytes).allSatisfy { abs(Int($0) - Int($1)) < 8 })
        #expect(image.jpegData(compressionQuality: 0) != nil)
    }

    @Test func `a turned image is written upright`() throws {
        let reds: [UInt8] = [10, 200]
        let pixels = try #require(
            CGImage(pixels: Data(reds.flatMap { [$0, 0, 0, 255] }), width: 2, height: 1)
        )
        let turned = UIImage(cgImage: pixels, scale: 1, orientation: .right)
        let written = try #require(turned.pngData().flatMap { UIImage(data: $0) }?.cgImage)
        #expect((written.width, written.height) == (1, 2))
        #expect([written.pixels[0], written.pixels[4]] == [10, 200])
    }

    @Test func `an image without a picture has no size and makes no file`() throws {
        let image = UIImage()
        #expect(image.size == .zero && image.scale == 1 && image.cgImage == nil)
        #expect(image.pngData() == nil && image.heicData() == nil)
        #expect(image.jpegData(compressionQuality: 1) == nil)
        #expect(image.tiffRepresentation == nil && image.representations.isEmpty)
        #expect(image.cgImage(forProposedRect: nil, context: nil, hints: nil) == nil)
        let library = try TestLibrary()
        let error = #expect(throws: PHPhotosError.self) {
            try library.change { PHAssetChangeRequest.creationRequestForAsset(from: UIImage()) }
        }
        #expect(error?.code == .invalidResource)
        #expect(library.assets.count == 0)
    }

    @Test func `a picture is written as TIFF and HEIC, and read again`() throws {
        let color: [UInt8] = [200, 100, 50, 255]
        let bytes = (0..<512).flatMap { _ in color }
        let pixels = try #require(CGImage(pixels: Data(bytes), width: 32, height: 16))
        let image = UIImage(cgImage: pixels, scale: 1, orientation: .right)
        let upright = image.cgImage(forProposedRect: nil, context: nil, hints: nil)
        #expect(upright?.width == 16 && upright?.height == 32)
        let tiff = try #require(image.tiffRepresentation.flatMap { NSImage(data: $0) })
        #expect(tiff.size == CGSize(width: 16, height: 32))
        #expect(tiff.cgImage?.utType == "public.tiff" as CFString)
        #expect(tiff.cgImage.map { [UInt8]($0.pixels) } == bytes)
        let heic = try #require(image.heicData().flatMap { UIImage(data: $0) }?.cgImage)
        #expect(heic.utType == "public.heic" as CFString)
        #expect((heic.width, heic.height) == (16, 32))
        #expect(zip(heic.pixels, bytes).allSatisfy { abs(Int($0) - Int($1)) < 12 })
    }

    @Test func `a bitmap is written with its properties`() throws {
        let bytes = (0..<512).flatMap { index -> [UInt8] in [UInt8(index / 2), 100, 50, 255] }
        let pixels = try #require(CGImage(pixels: Data(bytes), width: 32, height: 16))
        let bitmap = NSBitmapImageRep(cgImage: pixels)
        #expect(bitmap.pixelsWide == 32 && bitmap.pixelsHigh == 16 && bitmap.bitsPerSample == 8)
        #expect(bitmap.size == NSSize(width: 32, height: 16))
        let png = try #require(bitmap.representation(using: .png, properties: [:]))
        let again = try #require(NSBitmapImageRep(data: png))
        #expect(again.pixelsWide == 32)
        #expect(again.cgImage.map { [UInt8]($0.pixels) } == bytes)
        let tiff = try #require(again.tiffRepresentation)
        #expect(NSBitmapImageRep(data: tiff)?.cgImage.map { [UInt8]($0.pixels) } == bytes)
        let small = bitmap.representation(using: .jpeg, properties: [.compressionFactor: 0.1])
        let large = bitmap.representation(
            using: .jpeg,
            properties: [.compressionFactor: 1, .exifData: ["LensModel": "a lens"]]
        )
        #expect((small?.count ?? .max) < (large?.count ?? 0))
        let exif = try #require(large.flatMap { CIImage(data: $0) }).properties["{Exif}"]
        #expect((exif as? [String: Any])?["LensModel"] as? String == "a lens")
        for type in [NSBitmapImageRep.FileType.gif, .bmp, .jpeg2000] {
            #expect(bitmap.representation(using: type, properties: [:]) == nil)
        }
        #expect(NSBitmapImageRep(data: Data("no picture".utf8)) == nil)
        let cut = try #require(NSBitmapImageRep(data: png.prefix(50)))
        #expect(cut.cgImage == nil && cut.tiffRepresentation == nil)
    }

    @Test func `a URL of a picture's file makes an image`() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("UIImageTests-\(UUID().uuidString).png")
        try #require(png).write(to: url)
        #expect(NSImage(contentsOf: url)?.fileData == png)
        #expect(NSImage(contentsOfFile: url.path)?.size == CGSize(width: 1, height: 1))
        #expect(NSImage(contentsOf: try #require(URL(string: "https://example.com/a.png"))) == nil)
        #expect(NSImage(contentsOf: url.appendingPathExtension("missing")) == nil)
    }

    @Test func `an asset can be made of pixels`() throws {
        let library = try TestLibrary()
        let pixels = try #require(
            CGImage(pixels: Data(repeating: 255, count: 4 * 24), width: 6, height: 4)
        )
        try library.change {
            PHAssetChangeRequest.creationRequestForAsset(from: UIImage(cgImage: pixels))
        }
        let asset = try #require(library.assets.firstObject)
        #expect((asset.pixelWidth, asset.pixelHeight) == (6, 4))
        #expect(asset.contentType == .jpeg)
    }
}
