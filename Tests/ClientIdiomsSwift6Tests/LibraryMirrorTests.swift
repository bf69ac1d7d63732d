import OpenPhotoKit
import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct LibraryMirrorTests {
    @Test func `a mirror that trusts the history keeps no photo of Recently Deleted`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                for seed in 1...3 { try await Self.save(sandbox, seed: UInt8(seed)) }
                let mirror = LibraryMirror()
                let all = PHAsset.fetchAssets(with: nil)
                let (first, second) = (all[0], all[1])
                try await PHPhotoLibrary.shared().performChanges {
                    PHAssetChangeRequest.deleteAssets([first, second] as NSArray)
                }
                try mirror.update()
                #expect(Set(mirror.photos.keys) == [all[2].localIdentifier])
                try await PHPhotoLibrary.shared().performChanges {
                    PHAssetChangeRequest.restoreAssets([first] as NSArray)
                }
                try mirror.update()
                #expect(mirror.photos.count == 2)
                // Trashed and restored between two updates.
                try await PHPhotoLibrary.shared().performChanges {
                    PHAssetChangeRequest.deleteAssets([first] as NSArray)
                }
                try await PHPhotoLibrary.shared().performChanges {
                    PHAssetChangeRequest.restoreAssets([first] as NSArray)
                    PHAssetChangeRequest.purgeAssets([second] as NSArray)
                }
                try mirror.update()
                let present = PHAsset.fetchAssets(with: nil)
                var names: Set<String> = []
                present.enumerateObjects { asset, _, _ in names.insert(asset.localIdentifier) }
                #expect(Set(mirror.photos.keys) == names && names.count == 2)
            }
        }
    }

    @Test func `a photo that a program saved counts in its year, and is the newest`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let year = Calendar.current.component(.year, from: Date())
                try await Self.save(sandbox, seed: 1)
                #expect(YearsView().years() == [YearsView.Year(year: year, count: 1)])
                let data = try Data(contentsOf: sandbox.picture("2.jpg", seed: 2))
                let saved = Collected<String>()
                try await PHPhotoLibrary.shared().performChanges {
                    let request = PHAssetCreationRequest.forAsset()
                    request.addResource(with: .photo, data: data, options: nil)
                    saved.add(request.placeholderForCreatedAsset?.localIdentifier ?? "")
                }
                let options = PHFetchOptions()
                options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
                options.fetchLimit = 1
                let newest = PHAsset.fetchAssets(with: .image, options: options)
                #expect(newest.firstObject?.localIdentifier == saved.values.first)
                #expect(YearsView().years() == [YearsView.Year(year: year, count: 2)])
            }
        }
    }

    private static func save(_ sandbox: ClientSandbox, seed: UInt8) async throws {
        let picture = try sandbox.picture("\(seed).jpg", seed: seed)
        try await PHPhotoLibrary.shared().performChanges {
            _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture)
        }
    }
}
