import Foundation
import Photos
import Testing

@Suite struct UIImageTests {
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
}
