import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct CloudGridTests {
    @Test func `a grid shows previews first, and the images that the cloud gives`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let file = try sandbox.picture("IMG_1.JPG", seed: 1, width: 640)
                try await PHPhotoLibrary.shared().performChanges {
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                }
                let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
                let name = asset.localIdentifier
                let small = CloudGrid()
                await small.show(asset, side: 100, allowsNetwork: false)
                var shown = await small.cells[name]
                #expect(shown?.last == .image(width: 256))

                let remote = try sandbox.remote()
                try remote.sendAwayOriginals()
                let grid = CloudGrid()
                await grid.show(asset, side: 100, allowsNetwork: false)
                shown = await grid.cells[name]
                #expect(shown == [.empty, .image(width: 256)])
                await grid.show(asset, side: 2000, allowsNetwork: false)
                shown = await grid.cells[name]
                #expect(shown == [.empty, .preview(width: 256), .inCloud])

                try remote.disconnect()
                await grid.show(asset, side: 2000, allowsNetwork: true)
                let offline: [CloudGrid.Cell] = [
                    .empty, .preview(width: 256), .failed(.networkError),
                ]
                shown = await grid.cells[name]
                #expect(shown == offline)

                try remote.connect()
                await grid.show(asset, side: 2000, allowsNetwork: true)
                let online: [CloudGrid.Cell] = [
                    .empty, .preview(width: 256), .image(width: 640),
                ]
                shown = await grid.cells[name]
                #expect(shown == online)

                try remote.disconnect()
                let later = CloudGrid()
                await later.show(asset, side: 2000, allowsNetwork: false)
                shown = await later.cells[name]
                #expect(shown == online)
            }
        }
    }
}
