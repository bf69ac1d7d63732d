import Foundation
import Photos
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct BlockAtomicityTests {
    @Test(arguments: TestLibrary.Storage.allCases)
    func `a block that fails leaves no trace in rows, files or history`(
        storage: TestLibrary.Storage
    ) throws {
        let library = try TestLibrary(storage)
        let asset = try library.addPicture()
        let album = try library.addAlbum("A", [asset])
        let (files, token) = (library.files, library.photos.currentChangeToken)
        let code = library.refusal {
            _ = TestLibrary.pictureRequest(seed: 2)
            PHAssetChangeRequest(for: asset).isFavorite = true
            PHAssetCollectionChangeRequest(for: album)?.title = "B"
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "C")
                .addAssets([asset])
            PHAssetCreationRequest.forAsset()
                .addResource(with: .photo, data: Data("no picture".utf8), options: nil)
        }
        #expect(code == .invalidResource)
        #expect(library.files == files)
        #expect(library.photos.currentChangeToken == token)
        #expect(library.assets.count == 1)
        #expect(library.topLevel.all.map(\.localizedTitle) == ["A"])
        #expect(try library.asset(asset.localIdentifier).isFavorite == false)
    }

    @Test(arguments: TestLibrary.Storage.allCases)
    func `a request refused by the rows takes back the files that were staged`(
        storage: TestLibrary.Storage
    ) throws {
        let library = try TestLibrary(storage)
        let gone = try library.addPicture()
        try library.change { PHAssetChangeRequest.deleteAssets([gone]) }
        let files = library.files
        let code = library.refusal {
            _ = TestLibrary.pictureRequest(seed: 2)
            PHAssetChangeRequest(for: gone).isHidden = true
        }
        #expect(code == .changeNotSupported)
        #expect(library.files == files)
        #expect(library.assets.count == 0)
    }

    @Test func `one block is one change of the history`() throws {
        let library = try TestLibrary()
        let token = library.photos.currentChangeToken
        try library.change {
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: "A"
            )
            for seed: UInt8 in 1...5 {
                album.addAssets([
                    TestLibrary.pictureRequest(seed: seed).placeholderForCreatedAsset as Any
                ])
            }
        }
        #expect(try Array(library.photos.fetchPersistentChanges(since: token)).count == 1)
    }

    @Test func `every refusal has a code and a sentence`() throws {
        let library = try TestLibrary()
        let error = #expect(throws: PHPhotosError.self) {
            try library.change { _ = PHAssetCreationRequest.forAsset() }
        }
        #expect(error?.code == .missingResource)
        #expect(error?.errorCode == 3303)
        let bridged: any Error = try #require(error)
        #expect((bridged as NSError).domain == PHPhotosErrorDomain)
        let sentence = try #require(error).localizedDescription
        #expect(sentence.hasSuffix("."))
        #expect(error?.userInfo[NSUnderlyingErrorKey] != nil)
    }

    @Test func `a library that was opened read-only refuses changes`() throws {
        let library = try TestLibrary(.disk)
        let asset = try library.addPicture()
        let reader = try library.reopened(mode: .readOnly)
        let error = #expect(throws: PHPhotosError.self) {
            try reader.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = true }
        }
        #expect(error?.code == .accessRestricted)
        #expect(error?.localizedDescription.contains("read-only") == true)
        let options = PHFetchOptions()
        options.library = reader
        #expect(PHAsset.fetchAssets(with: options).count == 1)
    }
}

extension BlockAtomicityTests {
    @Test func `album and folder members are passed as untyped arrays too`() throws {
        let library = try TestLibrary()
        let assets = try library.addPictures(2)
        let album = try library.addAlbum()
        try library.change {
            PHAssetCollectionChangeRequest(for: album)?.addAssets(assets as any NSFastEnumeration)
        }
        #expect(library.members(album).count == 2)
    }
}
