import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct CloudBackupTests {
    @Test func `a backup has every original, though the network comes and goes`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let files = try (0..<6).map {
                    try sandbox.picture("IMG_\($0).JPG", seed: UInt8($0), width: 320)
                }
                try await PHPhotoLibrary.shared().performChanges {
                    for (index, file) in files.enumerated() {
                        PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?
                            .creationDate = Date(timeIntervalSince1970: Double(index) * 86_400)
                    }
                }
                let remote = try sandbox.remote()
                #expect(try remote.sendAwayOriginals() == 6)
                let first = try #require(PHAsset.fetchAssets(with: nil).firstObject)
                let resource = try #require(PHAssetResource.assetResources(for: first).first)
                #expect(resource.value(forKey: "locallyAvailable") as? Bool == false)

                // Without permission, nothing comes from the cloud.
                let refusal = await #expect(throws: PHPhotosError.self) {
                    for try await _ in BackupClient.bytes(of: resource) {}
                }
                #expect(refusal?.code == .networkAccessRequired)

                try remote.disconnect()
                let folder = try sandbox.emptyFolder("Backup")
                let backup = CloudBackup(folder: folder)
                let report = try await backup.run { try remote.connect() }
                #expect(report.interruptions == 1)
                #expect(report.saved == files.map(\.lastPathComponent))
                for file in files {
                    let copy = folder.appendingPathComponent(file.lastPathComponent)
                    #expect(try Data(contentsOf: copy) == Data(contentsOf: file))
                    let progress = try #require(backup.progress[file.lastPathComponent])
                    #expect(progress.last == 1)
                }

                // The files are here now: no network, no progress.
                try remote.disconnect()
                let again = CloudBackup(folder: folder)
                #expect(try await again.run {}.interruptions == 0)
                #expect(again.progress.isEmpty)
            }
        }
    }
}
