public import Photos
import PhotosStore

extension PHAssetCollection {
    /// The search whose results a smart album of the user's own contains; nil for every other album.
    ///
    /// The library is asked for names of places, so the search is understood as it is now.
    public var savedSearch: PhotoSearch? {
        guard let library = source?.library else { return nil }
        return record.search.map { PhotoSearch($0, in: library) }
    }
}

extension PHAssetCollectionChangeRequest {
    /// Creates a smart album that contains what a search finds, at the end of the top level.
    ///
    /// The album has the type `.smartAlbum` and the subtype `.smartAlbumGeneric`. Its assets follow the library: they are
    /// those that ``Photos/PHAsset/fetchAssets(matching:with:)`` finds, the oldest first unless sort descriptors say
    /// otherwise. The album can be renamed, deleted and put into folders. Changing its members fails with
    /// `changeNotSupported`. Words such as `yesterday` mean the day of each fetch.
    ///
    /// The block fails with `changeNotSupported` for a search without a word. Clients that see a part of the library cannot make
    /// smart albums, and see none.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - search: The search.
    /// - Returns: The request, with a placeholder for the album.
    @discardableResult
    public class func creationRequestForSmartAlbum(
        withTitle title: String,
        matching search: PhotoSearch
    ) -> Self {
        creationRequest(withTitle: title, search: search.text)
    }

    /// Gives another search to a smart album of the user's own.
    ///
    /// The block fails with `changeNotSupported` for every other album. Fetch results that a program holds keep the earlier search.
    ///
    /// - Parameter search: The new search.
    public func setSearch(_ search: PhotoSearch) { setSearch(search.text) }
}
