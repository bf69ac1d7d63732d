import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct LegacyPhotoWriterTests {
    @Test func `captions are written with Foundation's dictionaries`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let picture = try sandbox.cameraPicture("1.jpg")
                let writer = LegacyPhotoWriter(data: try Data(contentsOf: picture))
                let written = try #require(writer.captioned("Am See, schön"))
                let metadata = try #require(LegacyMetadata(data: written))
                #expect(metadata.dateOriginal == "2024:05:01 12:30:00")
                #expect(metadata.latitude == 33.5)
                let tiff = metadata.all?[kCGImagePropertyTIFFDictionary as String] as? NSDictionary
                #expect(tiff?["ImageDescription"] as? String == "Am See, schön")
                let iptc = metadata.all?[kCGImagePropertyIPTCDictionary as String] as? NSDictionary
                #expect(iptc?["Caption/Abstract"] as? String == "Am See, schön")
                #expect(iptc?["Keywords"] as? [String] == ["hut", "lake"])
                #expect(LegacyPhotoWriter(data: Data()).captioned("none") == nil)
            }
        }
    }

    @Test func `several images become one TIFF`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let picture = try sandbox.cameraPicture("1.jpg")
                let image = try #require(UIImage(contentsOfFile: picture.path))
                let path = sandbox.folder.appendingPathComponent("pages.tiff").path
                #expect(LegacyPhotoWriter.write([image, image], toTIFF: path))
                let first = try #require(NSImage(contentsOfFile: path))
                #expect(first.size == CGSize(width: 48, height: 64))
                #expect(!LegacyPhotoWriter.write([], toTIFF: path))
            }
        }
    }
}
