import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct BackupClientTests {
    @Test func `a backup holds every file of the library, byte for byte`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let picture = try sandbox.picture("IMG_1.JPG", seed: 1)
                let movie = try sandbox.movie("IMG_2.MOV", seed: 2)
                try await PHPhotoLibrary.shared().performChanges {
                    PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture)?
                        .creationDate = Date(timeIntervalSince1970: 1_000_000)
                    PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: movie)?
                        .creationDate = Date(timeIntervalSince1970: 2_000_000)
                }
                let folder = try sandbox.emptyFolder("Backup")
                let client = BackupClient(destination: folder)
                let entries = try await client.backUp(since: nil)
                #expect(entries.map(\.name) == ["IMG_1.JPG", "IMG_2.MOV"])
                for (entry, original) in zip(entries, [picture, movie]) {
                    let copy = try Data(contentsOf: folder.appendingPathComponent(entry.name))
                    #expect(copy == (try Data(contentsOf: original)))
                    #expect(entry.size == Int64(copy.count))
                }
                let recent = try await client.backUp(since: Date(timeIntervalSinceNow: 3600))
                #expect(recent.isEmpty)
                let old = try await client.backUp(since: Date(timeIntervalSince1970: 1_500_000))
                #expect(old.count == 2, "Both were modified, that is imported, since then.")
            }
        }
    }

    @Test func `a stream of a resource's bytes ends by itself, and is that of the file`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let picture = try sandbox.picture("IMG_1.JPG")
                try await PHPhotoLibrary.shared().performChanges {
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture)
                }
                let asset = try #require(
                    PHAsset.fetchAssets(with: .image, options: nil).firstObject
                )
                let resource = try #require(PHAssetResource.assetResources(for: asset).first)
                var bytes = Data()
                for try await part in BackupClient.bytes(of: resource) { bytes.append(part) }
                #expect(bytes == (try Data(contentsOf: picture)))
                #expect(resource.type == .photo)
                #expect(resource.dataSize == bytes.count)
                #expect(resource.contentType == .jpeg)
                #expect(resource.value(forKey: "isCurrent") as? Bool == true)
                #expect(resource.value(forKey: "noSuchKey") == nil)
                #expect(asset.value(forKey: "adjustmentTimestamp") as? Date == nil)
                let uploads: [any Uploadable] = PHAssetResource.assetResources(for: asset)
                let names = await Task.detached { uploads.map(\.originalFilename) }.value
                #expect(names == ["IMG_1.JPG"])
            }
        }
    }

    @Test func `bytes that nobody has end the stream with an error of the library`() async {
        let error = await #expect(throws: PHPhotosError.self) {
            for try await _ in BackupClient.bytes(of: PHAssetResource()) {}
        }
        #expect(error?.code == .missingResource)
    }
}
