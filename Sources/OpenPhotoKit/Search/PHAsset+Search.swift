import Foundation
public import Photos
import PhotosSearch
import PhotosStore

extension PHAsset {
    /// Returns the assets that a search finds, the newest first.
    ///
    /// Words are searched in captions, keywords, names of files, cameras, lenses and persons, in the titles of albums and
    /// of the folders around them, and in names of places where the library has a table of places. A day counts on the camera's clock. The result has change details like any other. A
    /// client that sees a part of the library searches that part.
    ///
    /// With an index of words (<doc:SearchingPhotos>), the time depends on the photos that are found.
    /// Otherwise the words of all photos are read.
    ///
    /// - Parameters:
    ///   - search: The search.
    ///   - options: A predicate, sort descriptors, a limit and what is included, as for `fetchAssets(with:)`. A search that
    ///     names hidden photos includes them.
    /// - Returns: The assets; none where the library cannot be read.
    public class func fetchAssets(
        matching search: PhotoSearch,
        with options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        let planning = FetchPlanning(options)
        let term = search.query.term
        var translation = SearchTranslation()
        translation.hasPlaces =
            !search.withheld.contains(.places)
            && planning.library.read(false) { $0.placeTable() != nil }
        translation.hasPersons = !search.withheld.contains(.persons)
        if term?.names(.offline) == true {
            let rows = planning.library.read([Int64]()) { try $0.assetsOfUnreachableSources() }
            translation.unreachable = Set(rows)
        }
        return planning.assets(
            where: term.map(translation.condition) ?? .constant(true),
            sources: .typeUserLibrary,
            includesHidden: search.namesHidden && !search.withheld.contains(.hidden),
            order: [FetchPlan.SortTerm(.asset(.creationDate), ascending: false)]
        )
    }
}
