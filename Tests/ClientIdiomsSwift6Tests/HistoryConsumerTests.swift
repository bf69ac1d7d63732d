import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct HistoryConsumerTests {
    @Test func `an index follows the history through a token kept in the defaults`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let defaults = try #require(UserDefaults(suiteName: UUID().uuidString))
                let consumer = HistoryConsumer(defaults: defaults)
                #expect(consumer.lastToken == nil)
                #expect(try consumer.catchUp() == .fullScan)
                #expect(consumer.lastToken == PHPhotoLibrary.shared().currentChangeToken)

                let identifiers = Collected<String>()
                for seed in 1...3 {
                    let picture = try sandbox.picture("\(seed).jpg", seed: UInt8(seed))
                    try await PHPhotoLibrary.shared().performChanges {
                        let request = PHAssetChangeRequest.creationRequestForAssetFromImage(
                            atFileURL: picture
                        )
                        request?.placeholderForCreatedAsset.map {
                            identifiers.add($0.localIdentifier)
                        }
                    }
                }
                let added = Set(identifiers.values)
                #expect(
                    try consumer.catchUp() == .changes(inserted: added, updated: [], deleted: [])
                )
                #expect(consumer.index == added)

                let gone = identifiers.values[0]
                try await PHPhotoLibrary.shared().performChanges {
                    PHAssetChangeRequest.deleteAssets(
                        PHAsset.fetchAssets(withLocalIdentifiers: [gone], options: nil)
                    )
                }
                // A second launch, which has only what the defaults keep.
                let next = HistoryConsumer(defaults: defaults)
                #expect(
                    try next.catchUp() == .changes(inserted: [], updated: [gone], deleted: [gone])
                )
                #expect(try consumer.catchUp() == .changes(inserted: [], updated: [], deleted: []))
                let rest = PHAsset.fetchAssets(with: nil)
                #expect(rest.count == 2)
            }
        }
    }

    @Test func `a token that is no use leads to a full scan`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let picture = try sandbox.picture("1.jpg")
                try await PHPhotoLibrary.shared().performChanges {
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture)
                }
                let defaults = try #require(UserDefaults(suiteName: UUID().uuidString))
                defaults.set(Data("rubbish".utf8), forKey: "lastChangeToken")
                let consumer = HistoryConsumer(defaults: defaults)
                #expect(consumer.lastToken == nil)
                #expect(try consumer.catchUp() == .fullScan)
                #expect(consumer.index.count == 1)
            }
        }
    }
}
