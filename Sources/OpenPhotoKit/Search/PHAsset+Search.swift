import Foundation
public import Photos
import PhotosSearch
import PhotosStore

extension PHAsset {
    /// Returns the assets that a search finds, the newest first.
    ///
    /// Words are searched in captions, keywords, names of files, cameras, lenses and persons, and in the titles of albums
    /// and of the folders around them. With a table of places, names of places are searched, too. A day counts on the
    /// camera's clock. The result has change details like any other. A client that sees a part of the library searches that
    /// part.
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
        let found = planning.library.read(orElse: nil) {
            try $0.search.foundCondition(
                of: search.query,
                withholding: search.withheld.searchSubjects
            )
        }
        guard let found else { return FetchPlanning.nothing() }
        return planning.assets(
            where: found.condition,
            sources: .typeUserLibrary,
            includesHidden: found.showsHidden && !search.withheld.contains(.hidden),
            order: [FetchPlan.SortTerm(.asset(.creationDate), ascending: false)]
        )
    }
}
