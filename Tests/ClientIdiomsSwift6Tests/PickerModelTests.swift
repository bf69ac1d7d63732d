import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct PickerModelTests {
    @Test func `a picker shows the smart albums it knows, then the user's`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let picture = try sandbox.picture("1.jpg", seed: 1)
                let movie = try sandbox.movie("2.mov", seed: 2)
                try await PHPhotoLibrary.shared().performChanges {
                    let image = PHAssetChangeRequest.creationRequestForAssetFromImage(
                        atFileURL: picture
                    )
                    image?.isFavorite = true
                    _ = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: movie)
                    let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                        withTitle: "Mine"
                    )
                    album.addAssets(
                        [image?.placeholderForCreatedAsset].compactMap { $0 } as NSFastEnumeration
                    )
                }
                let model = await PickerModel()
                await model.load()
                let rows = await model.rows
                #expect(rows.contains(.init(title: "Recents", count: 2)))
                #expect(rows.contains(.init(title: "Favorites", count: 1)))
                #expect(rows.contains(.init(title: "Videos", count: 1)))
                #expect(rows.last == .init(title: "Mine", count: 1))
                #expect(rows.count == 4)
                let images = await PickerModel(mediaTypes: [.image])
                await images.load()
                #expect(await images.rows.contains(.init(title: "Videos", count: 0)))
            }
        }
    }

    @Test func `subtypes that have no name take the unknown default`() throws {
        #expect(PickerModel.name(of: .smartAlbumFavorites) == "Favorites")
        #expect(PickerModel.name(of: .albumRegular) == nil)
        let deleted = try #require(PHAssetCollectionSubtype(rawValue: 1_000_000_201))
        #expect(PickerModel.name(of: deleted) == nil)
        let future = try #require(PHAssetCollectionSubtype(rawValue: 299))
        #expect(PickerModel.name(of: future) == "Other 299")
    }

    @Test func `badges are told from media types and subtypes`() {
        #expect(PickerModel.badge(of: MockAsset("a")) == "LIVE")
        #expect(PickerModel.badge(of: MockAsset("b", type: .video)) == "0.0 s")
        #expect(PickerModel.badge(of: PHAsset()) == "?")
    }
}
