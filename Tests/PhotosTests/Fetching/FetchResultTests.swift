import Foundation
import Photos
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct FetchResultTests {
    let library: TestLibrary
    let assets: [PHAsset]
    let result: PHFetchResult<PHAsset>

    init() throws {
        library = try TestLibrary()
        assets = try library.addPictures(5)
        result = library.assets
    }

    @Test func `objects are had by index, first and last`() {
        #expect(result.count == 5)
        #expect(result[2] == assets[2] && result.object(at: 4) == assets[4])
        #expect(result.firstObject == assets[0] && result.lastObject == assets[4])
        let empty = PHFetchResult<PHAsset>()
        #expect(empty.count == 0 && empty.firstObject == nil && empty.lastObject == nil)
    }

    @Test func `an index is found by identifier, in a range too, else it is not found`() throws {
        #expect(result.index(of: assets[3]) == 3)
        #expect(result.contains(assets[3]))
        #expect(result.index(of: assets[3], in: NSRange(location: 1, length: 3)) == 3)
        #expect(result.index(of: assets[3], in: NSRange(location: 0, length: 3)) == NSNotFound)
        let newcomer = try library.addPicture()
        #expect(result.index(of: newcomer) == NSNotFound && !result.contains(newcomer))
        #expect(result.index(of: PHAsset()) == NSNotFound)
        let again = try library.asset(assets[1].localIdentifier)
        #expect(again !== assets[1] && result.index(of: again) == 1)
    }

    @Test func `objects at indexes come in the order of the indexes`() {
        #expect(
            result.objects(at: IndexSet([4, 0, 2])).names
                == [assets[0], assets[2], assets[4]].names
        )
        #expect(result.objects(at: IndexSet()).isEmpty)
    }

    @Test func `enumeration goes on, back, over some, and stops`() {
        let seen = Box([Int]())
        result.enumerateObjects { asset, index, _ in
            #expect(asset == assets[index])
            seen.value?.append(index)
        }
        #expect(seen.value == [0, 1, 2, 3, 4])
        seen.value = []
        result.enumerateObjects(options: .reverse) { _, index, stop in
            seen.value?.append(index)
            if index == 2 { stop.pointee = true }
        }
        #expect(seen.value == [4, 3, 2])
        seen.value = []
        result.enumerateObjects(at: IndexSet([1, 3]), options: .reverse) { _, index, _ in
            seen.value?.append(index)
        }
        #expect(seen.value == [3, 1])
        seen.value = []
        result.enumerateObjects(options: .concurrent) { _, index, _ in seen.value?.append(index) }
        #expect(seen.value?.sorted() == [0, 1, 2, 3, 4])
    }

    @Test func `assets are counted by media type, collections are not`() throws {
        try library.addMovie()
        let both = library.assets
        #expect(both.countOfAssets(with: .image) == 5)
        #expect(both.countOfAssets(with: .video) == 1)
        #expect(both.countOfAssets(with: .audio) == 0)
        try library.addAlbum()
        #expect(library.topLevel.countOfAssets(with: .image) == 0)
    }

    @Test func `counts by media type stay those of the result when its assets are purged`() throws {
        let movie = try library.addMovie()
        let all = library.assets
        try library.store.commit(.purgeAssets([movie, assets[0]].compactMap(\.uuid)))
        #expect(all.count == 6)
        #expect(all.countOfAssets(with: .image) == 5)
        #expect(all.countOfAssets(with: .video) == 1)
        #expect(all.all.filter { $0.mediaType == .video }.count == 1)
        let counted = library.assets
        try library.store.commit(.purgeAssets([assets[1]].compactMap(\.uuid)))
        try library.store.history.pruneHistory(
            through: library.store.history.currentPosition().sequence
        )
        // Nothing is known any more of what the asset was, neither to its object nor to the count.
        #expect(counted.countOfAssets(with: .image) == 3)
        #expect(counted.countOfAssets(with: .unknown) == 1)
        #expect(counted.all.filter { $0.mediaType == .unknown }.count == 1)
    }

    @Test func `a result stays as it was fetched while its objects show newer properties`() throws {
        let album = try library.addAlbum("A", assets)
        let members = library.members(album)
        try library.change {
            PHAssetChangeRequest.deleteAssets([assets[1]])
            PHAssetChangeRequest(for: assets[3]).isFavorite = true
        }
        #expect(members.count == 5 && result.count == 5)
        #expect(members[1].localIdentifier == assets[1].localIdentifier)
        #expect(members[3].isFavorite)
        #expect(library.members(album).count == 4)
    }

    @Test func `an object that was purged keeps its identity in an old result`() throws {
        try library.store.settings.change(.init(trashDays: 0))
        try library.change { PHAssetChangeRequest.deleteAssets([assets[1]]) }
        #expect(result[1].localIdentifier == assets[1].localIdentifier)
        #expect(result[1].creationDate == assets[1].creationDate)
        #expect(result.index(of: assets[1]) == 1)
    }

    @Test func `a copy of a result is the result`() {
        #expect(result.copy() as? PHFetchResult<PHAsset> === result)
    }

    @Test func `a result is no sequence`() {
        #expect(!(result as Any is any Sequence))
    }

    @Test func `a result may be read by many threads`() async {
        let result = result
        let assets = assets
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<16 {
                group.addTask {
                    (0..<50).allSatisfy { result[($0 + number) % 5] == assets[($0 + number) % 5] }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test func `an index past the end stops the program`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let library = try TestLibrary()
            try library.addPictures(2)
            _ = library.assets[2]
        }
        #expect(
            result.said
                .contains(
                    "Index 2 is outside a fetch result of 2 objects. Use indexes from 0 to count - 1."
                )
        )
    }

    @Test func `indexes past the end and below zero stop the program`() async {
        await #expect(processExitsWith: .failure) { _ = PHFetchResult<PHAsset>().object(at: -1) }
        await #expect(processExitsWith: .failure) {
            _ = PHFetchResult<PHAsset>().objects(at: IndexSet(integer: 0))
        }
    }
}
