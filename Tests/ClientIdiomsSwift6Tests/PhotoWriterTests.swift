import CoreImage
import ImageIO
import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct PhotoWriterTests {
    @Test func `a photo is written again with a comment and without its position`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let url = try sandbox.cameraPicture("IMG_0001.JPG")
                let target = sandbox.folder.appendingPathComponent("copy.jpg")
                try PhotoWriter().annotate(url, with: "Seen at dawn", to: target)
                let report = try #require(ImageInspector().report(of: target))
                #expect(report.type == .jpeg && report.orientation == .right)
                #expect(report.size == CGSize(width: 64, height: 48))
                #expect(report.taken == "2024:05:01 12:30:00" && report.camera == "iPhone 15")
                #expect(report.place == nil)
                let image = try #require(CIImage(contentsOf: target))
                let exif = image.properties[kCGImagePropertyExifDictionary as String]
                #expect((exif as? [String: Any])?["UserComment"] as? String == "Seen at dawn")
                #expect(throws: PhotoWriter.Failure.self) {
                    try PhotoWriter().annotate(target, with: "", to: sandbox.folder)
                }
                // What was written is a photo for the library.
                try await PHPhotoLibrary.shared().performChanges {
                    PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: target)
                }
                let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
                #expect(asset.pixelWidth == 48 && asset.pixelHeight == 64)
                #expect(asset.location == nil && asset.creationDate != nil)
            }
        }
    }

    @Test func `pictures are converted between formats`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let writer = PhotoWriter()
                let url = try sandbox.cameraPicture("IMG_0001.JPG")
                #expect(writer.lens(of: url) == "back camera")
                #expect(writer.uprightSize(of: url) == CGSize(width: 48, height: 64))
                let image = try #require(NSImage(contentsOf: url))
                let pixels = try #require(image.cgImage)
                #expect(pixels.utType as String? == "public.jpeg")
                let heic = try #require(writer.heic(pixels, quality: 0.7))
                #expect((writer.heic(pixels, quality: 0.05)?.count ?? .max) < heic.count)
                #expect(UIImage(data: heic)?.size == CGSize(width: 64, height: 48))
                #expect(UIImage(data: heic)?.cgImage?.utType as String? == "public.heic")
                #expect(UIImage(cgImage: pixels).heicData() != nil)
                let jpeg = try #require(writer.jpeg(of: image))
                #expect(NSImage(data: jpeg)?.size == CGSize(width: 48, height: 64))
                #expect(writer.png(of: image).flatMap { NSImage(data: $0) } != nil)
                #expect(writer.jpeg(of: NSImage()) == nil && writer.png(of: NSImage()) == nil)
                #expect(UIImage().size == .zero)
                #expect(writer.canWrite(.heic) && !writer.canWrite(.gif))
            }
        }
    }
}
