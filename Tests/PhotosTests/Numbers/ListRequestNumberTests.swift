import Foundation
import Photos
import PhotosTestSupport
import TestPermits
import Testing

/// Requests for albums and folders take every index from 0 on: what no list has fails the block, and changes nothing.
@Suite(.permit) struct ListRequestNumberTests {
    let library: TestLibrary
    let assets: [PHAsset]
    let album: PHAssetCollection
    let folder: PHCollectionList

    init() throws {
        library = try TestLibrary()
        assets = try library.addPictures(4)
        album = try library.addAlbum("A", Array(assets[0..<3]))
        folder = try library.addFolder("F")
        let (albums, list) = ([try library.addAlbum("B"), try library.addAlbum("C")], folder)
        try library.change { PHCollectionListChangeRequest(for: list)?.addChildCollections(albums) }
    }

    private var targets: [Int] { NumberEnds.integers.filter { $0 > 3 } }

    /// Both kinds of request: counting in the present list, and in what the caller sees.
    private func refusals(
        _ body: @escaping (PHAssetCollectionChangeRequest) -> Void
    ) -> [PHPhotosError.Code?] {
        let seen = library.members(album)
        return [
            library.refusal { PHAssetCollectionChangeRequest(for: album).map(body) },
            library.refusal { PHAssetCollectionChangeRequest(for: album, assets: seen).map(body) },
        ]
    }

    private func folderRefusals(
        _ body: @escaping (PHCollectionListChangeRequest) -> Void
    ) -> [PHPhotosError.Code?] {
        let seen = library.children(folder)
        return [
            library.refusal { PHCollectionListChangeRequest(for: folder).map(body) },
            library.refusal {
                PHCollectionListChangeRequest(for: folder, childCollections: seen).map(body)
            },
        ]
    }

    private let refused: [PHPhotosError.Code?] = [.changeNotSupported, .changeNotSupported]

    private func expectUnchanged() {
        #expect(library.members(album).names == assets[0..<3].map(\.localIdentifier))
        #expect(library.children(folder).count == 2)
    }

    @Test func `moves`() {
        for target in targets {
            #expect(refusals { $0.moveAssets(at: [0], to: target) } == refused)
            #expect(folderRefusals { $0.moveChildCollections(at: [0], to: target) } == refused)
        }
        for indexes in NumberEnds.indexSets {
            #expect(refusals { $0.moveAssets(at: indexes, to: 0) } == refused)
            #expect(refusals { $0.moveAssets(at: indexes, to: .max) } == refused)
            #expect(folderRefusals { $0.moveChildCollections(at: indexes, to: 0) } == refused)
        }
        #expect(refusals { $0.moveAssets(at: [], to: .max) } == refused)
        expectUnchanged()
    }

    @Test func `removals`() {
        for indexes in NumberEnds.indexSets {
            #expect(refusals { $0.removeAssets(at: indexes) } == refused)
            #expect(folderRefusals { $0.removeChildCollections(at: indexes) } == refused)
            // Many steps together must not be more than an integer holds either.
            let both = refusals {
                $0.removeAssets(at: indexes)
                $0.removeAssets(at: indexes)
                $0.moveAssets(at: indexes, to: NSNotFound)
            }
            #expect(both == refused)
        }
        expectUnchanged()
    }

    @Test func `replacements and insertions`() {
        let asset = assets[3]
        let children = library.topLevel
        for index in [Int(Int32.max), .max - 200, .max - 1] {
            let indexes = IndexSet(integer: index)
            #expect(refusals { $0.replaceAssets(at: indexes, withAssets: [asset]) } == refused)
            let inserted = refusals { $0.insertAssets([asset], at: indexes) }
            #expect(inserted.allSatisfy { $0 == nil || $0 == .changeNotSupported })
            #expect(
                folderRefusals {
                    $0.replaceChildCollections(
                        at: indexes,
                        withChildCollections: [children.object(at: 0)] as NSArray
                    )
                } == refused
            )
        }
    }

    private static func trapped(_ body: (PHAssetCollectionChangeRequest) -> Void) throws {
        let library = try TestLibrary()
        let assets = try library.addPictures(2)
        let album = try library.addAlbum("A", assets)
        try withoutActuallyEscaping(body) { body in
            try library.change { PHAssetCollectionChangeRequest(for: album).map(body) }
        }
    }

    @Test(arguments: [Int.min, -1])
    func `an index below 0 traps`(index: Int) async {
        let results = [
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [index] in
                try Self.trapped { $0.moveAssets(at: [0], to: index) }
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [index] in
                try Self.trapped { $0.moveAssets(at: [index], to: 0) }
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [index] in
                try Self.trapped { $0.removeAssets(at: [index]) }
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [index] in
                try Self.trapped { $0.insertAssets([] as NSArray, at: [index]) }
            },
        ]
        for result in results {
            let text = result.said
            #expect(text.contains("which is below 0"))
        }
    }
}
