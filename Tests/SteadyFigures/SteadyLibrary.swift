import Foundation
import LibraryGeneration
import Photos
import PhotosStore
import PhotosTestSupport

/// A library of 10,000 assets, and ways to pick from it and to change it.
final class SteadyLibrary {
    let store: Library
    let photos: PHPhotoLibrary
    private let folder: TemporaryFolder
    private var numbers = SeededNumbers(seed: 7)

    static let byDate = FetchPlan(
        .assets,
        filter: .visible(includeHidden: false, includeAllBurst: false, sources: .userLibrary),
        order: [FetchPlan.SortTerm(.asset(.creationDate))]
    )

    init(_ counters: Counters) throws {
        folder = try TemporaryFolder()
        let clock = TestClock()
        var recipe = LibraryRecipe(assets: 10_000)
        recipe.albums = 50
        recipe.folders = 5
        recipe.edits = 1_000
        store = try Library.open(
            folder.url.appendingPathComponent("Steady.photolib", isDirectory: true),
            create: true,
            environment: counters.traced(recipe.environment(clock: clock))
        )
        try recipe.fill(store, clock: clock)
        photos = PHPhotoLibrary(store)
    }

    deinit { store.close() }

    /// Different assets from all over a list of rows.
    func some(_ count: Int, of rows: some RandomAccessCollection<Int64>) throws -> [UUID] {
        let stride = rows.count / count
        let shift = numbers.number(below: stride)
        let chosen = (0..<count).map { number in
            rows[rows.index(rows.startIndex, offsetBy: number * stride + shift)]
        }
        let records = try store.records.assets(chosen).records
        return chosen.compactMap { records[$0]?.uuid }
    }

    /// A moment in the twenty years of the generated library.
    func date() -> Date {
        Date(
            timeIntervalSinceReferenceDate: 94_694_400
                + Double(numbers.number(below: 631_152_000)) + 0.25
        )
    }

    func setDates(_ uuids: [UUID]) throws {
        let mutations = uuids.map { uuid in
            Mutation.set(
                uuid,
                [.creationDate: .real(date().timeIntervalSinceReferenceDate)]
            )
        }
        try store.commits.commit(ChangeBlock(mutations))
    }

    func fetch() -> PHFetchResult<PHAsset> {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        return PHAsset.fetchAssets(with: options)
    }

    func bigAlbum() throws -> PHAssetCollection {
        try album(LibraryRecipe.title(ofAlbumWith: 10_000))
    }

    func album(_ title: String) throws -> PHAssetCollection {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "title == %@", title)
        let found = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .any,
            options: options
        )
        guard let album = found.firstObject else { throw CocoaError(.fileNoSuchFile) }
        return album
    }
}
