import Foundation
import Photos
import TestPermits
import Testing

/// Predicates and sort descriptors in fetches; what each predicate means has tests of its own.
@Suite(.permit) struct FetchPredicateTests {
    let library: TestLibrary
    let assets: [PHAsset]

    init() throws {
        library = try TestLibrary()
        assets = try library.addPictures(4)
        let favorite = assets[2]
        try library.change { PHAssetChangeRequest(for: favorite).isFavorite = true }
    }

    private func numbers(_ configure: (PHFetchOptions) -> Void) -> [Int] {
        PHAsset.fetchAssets(with: library.options(configure)).all.map {
            assets.firstIndex(of: $0) ?? -1
        }
    }

    private func date(_ number: Int) -> Date {
        TestLibrary.start.addingTimeInterval(Double(number) * 60)
    }

    @Test func `format predicates choose assets`() {
        #expect(numbers { $0.predicate = NSPredicate(format: "isFavorite == YES") } == [2])
        #expect(
            numbers { $0.predicate = NSPredicate(format: "creationDate >= %@", date(2) as NSDate) }
                == [2, 3]
        )
        #expect(
            numbers {
                $0.predicate = NSPredicate(
                    format: "mediaType == %d",
                    PHAssetMediaType.image.rawValue
                )
            }.count == 4
        )
        #expect(
            numbers { $0.predicate = NSPredicate(format: "SELF IN %@", [assets[3], assets[1]]) }
                == [1, 3]
        )
        #expect(
            numbers {
                $0.predicate = NSPredicate(format: "localIdentifier IN %@", [assets[0]].names)
            } == [0]
        )
        #expect(numbers { $0.predicate = NSPredicate(value: false) } == [])
    }

    @Test func `compound predicates combine`() {
        let favorite = NSPredicate(format: "favorite = 1")
        let early = NSPredicate(format: "creationDate < %@", date(1) as NSDate)
        #expect(
            numbers {
                $0.predicate = NSCompoundPredicate(orPredicateWithSubpredicates: [favorite, early])
            } == [0, 2]
        )
        #expect(
            numbers {
                $0.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [favorite, early])
            } == []
        )
        #expect(
            numbers { $0.predicate = NSCompoundPredicate(notPredicateWithSubpredicate: favorite) }
                == [0, 1, 3]
        )
    }

    @Test func `a predicate of the macro chooses too`() throws {
        let limit = date(1)
        let predicate = #Predicate<PHAsset> { $0.isFavorite || $0.pixelWidth > 1_000 }
        #expect(numbers { $0.predicate = NSPredicate(predicate) } == [2])
        let dated = #Predicate<PHAsset> { asset in
            if let date = asset.creationDate { date <= limit } else { false }
        }
        #expect(numbers { $0.predicate = NSPredicate(dated) } == [0, 1])
    }

    @Test func `sort descriptors order by key and by key path`() {
        #expect(
            numbers {
                $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            } == [3, 2, 1, 0]
        )
        #expect(
            numbers {
                $0.sortDescriptors = [
                    NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: false)
                ]
            }
                == [3, 2, 1, 0]
        )
        #expect(
            numbers {
                $0.sortDescriptors = [
                    NSSortDescriptor(key: "isFavorite", ascending: false),
                    NSSortDescriptor(key: "creationDate", ascending: true),
                ]
            } == [2, 0, 1, 3]
        )
    }

    @Test func `collections are chosen and ordered by title`() throws {
        for title in ["b", "c", "a"] { try library.addAlbum(title) }
        try library.addFolder("aa")
        let options = library.options {
            $0.predicate = NSPredicate(format: "localizedTitle BEGINSWITH 'a' OR title == 'b'")
            $0.sortDescriptors = [NSSortDescriptor(key: "localizedTitle", ascending: true)]
        }
        let albums = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .any,
            options: options
        )
        #expect(albums.all.map(\.localizedTitle) == ["a", "b"])
        let top = PHCollection.fetchTopLevelUserCollections(with: options)
        #expect(top.all.map(\.localizedTitle) == ["a", "aa", "b"])
        let folders = PHCollectionList.fetchCollectionLists(
            with: .folder,
            subtype: .any,
            options: options
        )
        #expect(folders.all.map(\.localizedTitle) == ["aa"])
    }

    @Test func `albums are chosen and ordered by their count`() throws {
        try library.addAlbum("two", Array(assets[0..<2]))
        try library.addAlbum("three", Array(assets[0..<3]))
        try library.addAlbum("none")
        let options = library.options {
            $0.predicate = NSPredicate(format: "estimatedAssetCount > 0")
            $0.sortDescriptors = [NSSortDescriptor(key: "estimatedAssetCount", ascending: false)]
        }
        let albums = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .albumRegular,
            options: options
        )
        #expect(albums.all.map(\.localizedTitle) == ["three", "two"])
    }

    @Test func `an unknown key stops the program, naming it, the nearest key and the format`()
        async
    {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let library = try TestLibrary()
            let options = library.options {
                $0.predicate = NSPredicate(format: "isFavourite == YES")
            }
            _ = PHAsset.fetchAssets(with: options)
        }
        let said = result.said
        for word in ["isFavourite", "isFavorite", "isFavourite == YES"] {
            #expect(said.contains(word))
        }
    }

    @Test func `a key of another class stops the program`() async {
        await #expect(processExitsWith: .failure) {
            let library = try TestLibrary()
            let options = library.options { $0.predicate = NSPredicate(format: "pixelWidth > 3") }
            _ = PHAssetCollection.fetchAssetCollections(
                with: .album,
                subtype: .any,
                options: options
            )
        }
    }

    @Test func `an unknown sort key stops the program, naming it`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let library = try TestLibrary()
            let options = library.options {
                $0.sortDescriptors = [NSSortDescriptor(key: "filename", ascending: true)]
            }
            _ = PHAsset.fetchAssets(with: options)
        }
        #expect(result.said.contains("filename"))
    }

    @Test func `a block predicate stops the program, saying what to do`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let library = try TestLibrary()
            let options = library.options { $0.predicate = NSPredicate(block: { _, _ in true }) }
            _ = PHAsset.fetchAssets(with: options)
        }
        #expect(
            result.said
                .contains("A predicate made of a block cannot be used in a fetch.")
        )
    }
}
