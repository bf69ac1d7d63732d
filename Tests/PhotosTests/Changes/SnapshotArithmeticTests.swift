import Foundation
import Photos
import TestPermits
import Testing

/// Requests made with a fetch result count in it, whatever happened to the album since.
@Suite(.permit) struct SnapshotArithmeticTests {
    let library: TestLibrary
    let assets: [PHAsset]
    let album: PHAssetCollection
    /// What the caller looks at: assets 0 to 3.
    let seen: PHFetchResult<PHAsset>

    init() throws {
        library = try TestLibrary()
        assets = try library.addPictures(7)
        album = try library.addAlbum("A", Array(assets[0..<4]))
        seen = library.members(album)
    }

    private var order: [Int] { library.members(album).all.map { assets.firstIndex(of: $0) ?? -1 } }

    private func meanwhile(_ body: @escaping (PHAssetCollectionChangeRequest) -> Void) throws {
        try library.change { PHAssetCollectionChangeRequest(for: album).map(body) }
    }

    private func edit(_ body: @escaping (PHAssetCollectionChangeRequest) -> Void) throws {
        try library.change { PHAssetCollectionChangeRequest(for: album, assets: seen).map(body) }
    }

    @Test func `removing at an index takes out what the caller saw there`() throws {
        try meanwhile { $0.removeAssets([assets[0]] as NSArray) }
        try edit { $0.removeAssets(at: IndexSet(integer: 2)) }
        #expect(order == [1, 3])
    }

    @Test func `removing what others removed already changes nothing`() throws {
        try meanwhile { $0.removeAssets([assets[2]] as NSArray) }
        try edit { $0.removeAssets(at: IndexSet(integer: 2)) }
        #expect(order == [0, 1, 3])
    }

    @Test func `inserting goes behind the neighbour that the caller saw`() throws {
        try meanwhile { $0.insertAssets([assets[5], assets[6]], at: IndexSet([0, 1])) }
        try edit { $0.insertAssets([assets[4]], at: IndexSet(integer: 2)) }
        #expect(order == [5, 6, 0, 1, 4, 2, 3])
    }

    @Test func `inserting goes behind the nearest neighbour that is left`() throws {
        try meanwhile { $0.removeAssets([assets[1]] as NSArray) }
        try edit { $0.insertAssets([assets[4]], at: IndexSet(integer: 2)) }
        #expect(order == [0, 4, 2, 3])
    }

    @Test func `moving leaves newcomers where they are`() throws {
        try meanwhile { $0.addAssets([assets[5]]) }
        try edit { $0.moveAssets(at: IndexSet(integer: 0), to: 3) }
        #expect(order == [1, 2, 3, 0, 5])
    }

    @Test func `adding appends behind newcomers`() throws {
        try meanwhile { $0.addAssets([assets[5]]) }
        try edit { $0.addAssets([assets[4]]) }
        #expect(order == [0, 1, 2, 3, 5, 4])
    }

    @Test func `replacing takes the place of what the caller saw`() throws {
        try meanwhile { $0.moveAssets(at: IndexSet(integer: 3), to: 0) }
        #expect(order == [3, 0, 1, 2])
        try edit { $0.replaceAssets(at: IndexSet(integer: 1), withAssets: [assets[6]] as NSArray) }
        #expect(order == [3, 0, 6, 2])
    }

    @Test func `the plain form counts in the present list`() throws {
        try meanwhile { $0.removeAssets([assets[0]] as NSArray) }
        try library.change {
            PHAssetCollectionChangeRequest(for: album)?.removeAssets(at: IndexSet(integer: 2))
        }
        #expect(order == [1, 2])
    }

    @Test func `a sorted or filtered result is counted in as it is seen`() throws {
        let backwards = PHAsset.fetchAssets(
            in: album,
            options: library.options {
                $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            }
        )
        try library.change {
            PHAssetCollectionChangeRequest(for: album, assets: backwards)?.removeAssets(
                at: IndexSet(integer: 0)
            )
        }
        #expect(order == [0, 1, 2])
    }
}
