import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct FullSizeExporterTests {
    @Test func `exported files are real ones, with the bytes and names of the originals`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let files = [
                    try sandbox.picture("Summit.jpg", seed: 1),
                    try sandbox.movie("Lake.mov", seed: 2),
                ]
                try await PHPhotoLibrary.shared().performChanges {
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: files[0])
                    _ = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: files[1])
                }
                let exporter = FullSizeExporter(folder: try sandbox.emptyFolder("Export"))
                let manager = FileManager.default
                for (type, file) in zip([PHAssetMediaType.image, .video], files) {
                    let asset = try #require(
                        PHAsset.fetchAssets(with: type, options: nil).firstObject
                    )
                    let bytes = try Data(contentsOf: file)
                    for _ in 1...2 {
                        let exported = try await exporter.export(asset)
                        let facts = try manager.attributesOfItem(atPath: exported.path)
                        #expect(facts[.type] as? FileAttributeType == .typeRegular)
                        #expect(facts[.size] as? Int == bytes.count)
                        #expect(exported.lastPathComponent == file.lastPathComponent)
                        #expect(try Data(contentsOf: exported) == bytes)
                    }
                    // Programs that take what they were given: the library keeps its own.
                    let given = try await FullSizeExporter.file(of: asset)
                    try manager.moveItem(
                        at: given,
                        to: sandbox.folder.appendingPathComponent("taken-\(type.rawValue)")
                    )
                    let again = try await FullSizeExporter.file(of: asset)
                    #expect(try Data(contentsOf: again) == bytes)
                }
                let video = try #require(
                    PHAsset.fetchAssets(with: .video, options: nil).firstObject
                )
                let movie = try #require(await FullSizeExporter.movie(of: video))
                try manager.removeItem(at: movie)
                let kept = try #require(await FullSizeExporter.movie(of: video))
                #expect(try Data(contentsOf: kept) == Data(contentsOf: files[1]))
            }
        }
    }
}
