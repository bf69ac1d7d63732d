import CoreLocation
import ImageIO
import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ImageInspectorTests {
    private let inspector = ImageInspector()

    @Test func `properties of a file are found under ImageIO's keys`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let inspector = ImageInspector()
                let url = try sandbox.cameraPicture("IMG_0001.JPG")
                let report = try #require(inspector.report(of: url))
                #expect(report.type == .jpeg)
                #expect(report.size == CGSize(width: 64, height: 48))
                #expect(report.orientation == .right)
                #expect(report.taken == "2024:05:01 12:30:00")
                #expect(report.camera == "iPhone 15")
                #expect(report.iso == nil && report.exposure == nil)
                #expect(report.place?.coordinate.latitude == -33.5)
                #expect(report.place?.coordinate.longitude == 151.25)
                #expect(report.livePhotoIdentifier == "5A7D")
                let data = try Data(contentsOf: url)
                #expect(inspector.pixelSize(of: data) == CGSize(width: 64, height: 48))
                let summary = inspector.summary(of: url)
                #expect(summary == "8 bits, RGB, colour, Exif [2, 3, 2]")
            }
        }
    }

    @Test func `thumbnails are upright and small, images are as they are stored`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let inspector = ImageInspector()
                let url = try sandbox.cameraPicture("IMG_0001.JPG")
                let small = try #require(inspector.thumbnail(of: url, maxPixelSize: 32))
                #expect(small.width == 24 && small.height == 32)
                let source = try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
                let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
                #expect(image.width == 64 && image.height == 48)
                let untransformed = CGImageSourceCreateThumbnailAtIndex(
                    source,
                    0,
                    [kCGImageSourceThumbnailMaxPixelSize: 32] as CFDictionary
                )
                #expect(untransformed?.width == 32 && untransformed?.height == 24)
                #expect(UIImage(cgImage: small).pngData() != nil)
                let shown = NSImage(cgImage: small, size: NSSize(width: 12, height: 16))
                #expect(shown.size == CGSize(width: 12, height: 16))
                #expect(NSImage(cgImage: small, size: .zero).size == CGSize(width: 24, height: 32))
            }
        }
    }

    @Test func `what is no picture gives a source of nothing, and what is not there none`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let inspector = ImageInspector()
                let text = sandbox.folder.appendingPathComponent("notes.jpg")
                try Data("no picture".utf8).write(to: text)
                let source = try #require(CGImageSourceCreateWithURL(text as CFURL, nil))
                #expect(CGImageSourceGetCount(source) == 0)
                #expect(CGImageSourceGetType(source) == nil)
                #expect(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) == nil)
                #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
                #expect(CGImageSourceGetStatus(source) == .statusUnknownType)
                let missing = sandbox.folder.appendingPathComponent("missing.jpg")
                #expect(CGImageSourceCreateWithURL(missing as CFURL, nil) == nil)
                #expect(inspector.report(of: sandbox.folder) == nil)
                #expect(inspector.thumbnail(of: text, maxPixelSize: 32) == nil)
            }
        }
    }

    @Test func `numbers at their ends are no sizes`() throws {
        let data = NSMutableData()
        let source = try #require(CGImageSourceCreateWithData(data, nil))
        for size in [-1.0, 0, .nan, .infinity, .greatestFiniteMagnitude] {
            let options = [kCGImageSourceThumbnailMaxPixelSize: size] as CFDictionary
            #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, options) == nil)
        }
        for index in [Int.min, -1, 1, Int.max] {
            #expect(CGImageSourceCopyPropertiesAtIndex(source, index, nil) == nil)
            #expect(CGImageSourceCreateImageAtIndex(source, index, nil) == nil)
        }
    }

    @Test func `a pool gives back what its closure returns, and throws what it throws`() {
        struct Failure: Error {}
        #expect(autoreleasepool { 7 } == 7)
        #expect(throws: Failure.self) { try autoreleasepool { throw Failure() } }
    }
}
