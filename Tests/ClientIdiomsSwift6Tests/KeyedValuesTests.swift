import Foundation
import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct KeyedValuesTests {
    @Test func `numbers by key are cast to any type of number`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let picture = try sandbox.cameraPicture("1.jpg")
                let byteCount = try Data(contentsOf: picture).count
                try await PHPhotoLibrary.shared().performChanges {
                    let request = PHAssetChangeRequest.creationRequestForAssetFromImage(
                        atFileURL: picture
                    )
                    request?.isFavorite = true
                }
                let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
                let values = KeyedValues(asset: asset)
                #expect(values.bytesAsLong == byteCount && values.bytesAsInt == byteCount)
                #expect(values.bytesAsInt64 == Int64(byteCount))
                #expect(values.bytesAsUnsigned == UInt64(byteCount))
                #expect(values.bytesAsDouble == Double(byteCount))
                #expect(values.bytesAsNumber == Int64(byteCount))
                #expect(values.isLocal == true && values.isFavorite == true)
                #expect(values.typeOfResource == PHAssetResourceType.photo.rawValue)
                #expect(values.name == "1.jpg")
                #expect(values.kind == PHAssetMediaType.image.rawValue)
                #expect(values.kinds == asset.mediaSubtypes.rawValue)
                #expect(values.width == Double(asset.pixelWidth) && values.seconds == 0)
                let recents = PHAssetCollection.fetchAssetCollections(
                    with: .smartAlbum,
                    subtype: .smartAlbumUserLibrary,
                    options: nil
                )
                #expect(
                    recents.firstObject.map(KeyedValues.albumKind)
                        == PHAssetCollectionSubtype.smartAlbumUserLibrary.rawValue
                )
            }
        }
    }

    @Test func `saving a file that is no picture reports why`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let text = sandbox.folder.appendingPathComponent("note.jpg")
                try Data("no picture".utf8).write(to: text)
                await #expect(throws: PHPhotosError.self) {
                    try await PHPhotoLibrary.shared().performChanges {
                        PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: text)
                    }
                }
            }
        }
    }
}
