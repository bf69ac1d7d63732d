import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct LegacyTests {
    @Test func `an exporter of callbacks and semaphores writes the originals by month`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let exporter = LegacyExporter.shared
                #expect(exporter.authorize())
                let picture = try sandbox.picture("IMG_1.JPG", seed: 1)
                let movie = try sandbox.movie("IMG_2.MOV", seed: 2)
                try PHPhotoLibrary.shared().performChangesAndWait {
                    let image = PHAssetChangeRequest.creationRequestForAssetFromImage(
                        atFileURL: picture
                    )
                    image?.creationDate = Date(timeIntervalSince1970: 0)
                    let video = PHAssetChangeRequest.creationRequestForAssetFromVideo(
                        atFileURL: movie
                    )
                    video?.creationDate = Date(timeIntervalSince1970: 86_400 * 40)
                }
                let assets = exporter.assets(of: nil)
                #expect(assets.map(\.mediaType) == [.video, .image])
                #expect(exporter.assets(of: .image).count == 1)
                #expect(exporter.assets(of: .image, from: Date()).isEmpty)
                let folder = try sandbox.emptyFolder("Export")
                #expect(exporter.export(assets, to: folder).isEmpty)
                #expect(exporter.log.sorted() == ["IMG_1.JPG", "IMG_2.MOV"])
                let copy = try Data(contentsOf: folder.appendingPathComponent("1970-02/IMG_2.MOV"))
                #expect(copy == (try Data(contentsOf: movie)))
                let resource = try #require(PHAssetResource.assetResources(for: assets[1]).first)
                #expect(try exporter.data(of: resource) == (try Data(contentsOf: picture)))
            }
        }
    }

    @Test func `an application saves into its own album, which it makes at the first picture`()
        async
    {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let album = LegacyAlbum()
                #expect(album.collection == nil)
                let first = try await album.save(try sandbox.picture("1.jpg", seed: 1))
                let second = try await album.save(try sandbox.picture("2.jpg", seed: 2))
                let collection = try #require(album.collection)
                let assets = PHAsset.fetchAssets(in: collection, options: nil)
                #expect(assets.count == 2)
                #expect(assets.firstObject == first)
                #expect(assets.lastObject == second)
                #expect(
                    album.savedIdentifiers == [
                        assets[0].localIdentifier, assets[1].localIdentifier,
                    ]
                )
                #expect(assets.countOfAssets(with: .image) == 2)
                try album.removeEverything()
                #expect(album.fetchAlbum() == nil)
                #expect(PHAsset.fetchAssets(with: nil).count == 0)
            }
        }
    }

    private final class Delegate: LegacyObserverDelegate {
        var removed: [Int] = []
        var inserted: [Int] = []
        var heard: (() -> Void)?

        func libraryDidChange(removed: [Int], inserted: [Int], changed: [Int]) {
            self.removed += removed
            self.inserted += inserted
            heard?()
        }
    }

    @Test func `an observer that waits for the main queue hears of every change`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let observer = LegacyObserver()
                let delegate = Delegate()
                observer.delegate = delegate
                #expect(observer.changedIdentifiers() == nil)
                let picture = try sandbox.picture("1.jpg")
                await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                    delegate.heard = { continuation.resume() }
                    PHPhotoLibrary.shared().performChanges({
                        PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture)
                    })
                }
                #expect(delegate.inserted == [0])
                #expect(observer.changedIdentifiers()?.count == 1)
                #expect(observer.changedIdentifiers() == [])
                await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                    delegate.heard = { continuation.resume() }
                    PHPhotoLibrary.shared().performChanges({
                        PHAssetChangeRequest.deleteAssets(observer.fetchResult)
                    })
                }
                #expect(delegate.removed == [0])
                #expect(observer.fetchResult.count == 0)
            }
        }
    }

    @Test func `subclasses stand in for assets and for the library`() {
        let asset = LegacyMockAsset()
        asset.mockDate = Date(timeIntervalSince1970: 1)
        asset.mockType = .audio
        #expect((asset as PHAsset).mediaType == .audio)
        #expect((asset as PHAsset).canPerform(.delete))
        #expect(LegacyMockAsset.fetchAssets(with: nil).count == 0)
        #expect(LegacyMockAsset.fetched == 1)

        let mock = LegacyMockLibrary()
        let library: PHPhotoLibrary = mock
        var outcome = false
        // swift-format-ignore: OnlyOneTrailingClosureArgument
        library.performChanges({}) { success, _ in outcome = success }
        #expect(outcome)
        #expect(mock.changes == 1)
        let type: PHPhotoLibrary.Type = LegacyMockLibrary.self
        #expect(type.authorizationStatus(for: .readWrite) == .denied)
        #expect(type.authorizationStatus() == .denied)
        #expect(PHPhotoLibrary().unavailabilityReason != nil)
    }

    @Test func `the enumerations of old code have their numbers`() {
        var names: [Int: String] = [:]
        for type in [PHAssetMediaType.unknown, .image, .video, .audio] {
            switch type {
            case .unknown: names[type.rawValue] = "unknown"
            case .image: names[type.rawValue] = "image"
            case .video: names[type.rawValue] = "video"
            case .audio: names[type.rawValue] = "audio"
            default: names[type.rawValue] = "?"
            }
        }
        #expect(names == [0: "unknown", 1: "image", 2: "video", 3: "audio"])
        // swift-format-ignore: NeverForceUnwrap
        #expect(PHAssetCollectionSubtype(rawValue: 1_000_000_201)!.rawValue == 1_000_000_201)
        #expect(PHAssetMediaSubtype.photoScreenshot.rawValue == 4)
    }
}
