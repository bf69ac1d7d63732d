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
