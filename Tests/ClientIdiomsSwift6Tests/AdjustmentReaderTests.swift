import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct AdjustmentReaderTests {
    @Test func `the recipe of an edit is decoded from its resource, and restored from it`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let picture = try sandbox.picture("IMG_1.JPG", seed: 1)
                let rendering = try sandbox.picture("rendering.jpg", seed: 2)
                let library = PHPhotoLibrary.shared()
                try await library.performChanges {
                    let request = PHAssetChangeRequest.creationRequestForAssetFromImage(
                        atFileURL: picture
                    )
                    guard let request, let placeholder = request.placeholderForCreatedAsset else {
                        return
                    }
                    let output = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
                    output.adjustmentData = PHAdjustmentData(
                        formatIdentifier: "com.example.sepia",
                        formatVersion: "1.2",
                        data: Data("{\"strength\":0.5}".utf8)
                    )
                    try? Data(contentsOf: rendering).write(to: output.renderedContentURL)
                    request.contentEditingOutput = output
                }
                let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
                let adjustment = try #require(try await AdjustmentReader.adjustment(of: asset))
                #expect(adjustment.adjustmentFormatIdentifier == "com.example.sepia")
                #expect(adjustment.adjustmentFormatVersion == "1.2")
                #expect(adjustment.adjustmentData == Data("{\"strength\":0.5}".utf8))
                #expect(adjustment.adjustmentTimestamp == asset.adjustmentTimestamp)
                let values = try await AdjustmentReader.values(of: asset, in: sandbox.folder)
                #expect(values["adjustmentData"] as? Data == adjustment.adjustmentData)

                let list = sandbox.folder.appendingPathComponent("Adjustments.plist")
                try await library.performChanges {
                    let copy = PHAssetCreationRequest.forAsset()
                    copy.addResource(with: .photo, fileURL: picture, options: nil)
                    copy.addResource(with: .fullSizePhoto, fileURL: rendering, options: nil)
                    copy.addResource(with: .adjustmentData, fileURL: list, options: nil)
                }
                let assets = PHAsset.fetchAssets(with: nil)
                #expect(assets.count == 2)
                for index in 0..<assets.count {
                    let asset = assets.object(at: index)
                    #expect(asset.adjustmentFormatIdentifier == "com.example.sepia")
                    #expect(try await AdjustmentReader.adjustment(of: asset) == adjustment)
                }
            }
        }
    }
}
