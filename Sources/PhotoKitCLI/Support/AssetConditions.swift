import ArgumentParser
import OpenPhotoKit

/// The options with conditions by which commands choose photos and videos of the library.
struct AssetConditions: ParsableArguments {
    /// The photos that conditions may choose, besides those that a listing shows.
    enum Scope {
        /// Hidden photos only with `--hidden`.
        case shown
        /// Hidden photos, and all photos of bursts, as in commands that keep or copy photos.
        case everything
    }

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Only photos and videos that match a predicate, such as 'creationDate > \"2020\"'.",
            valueName: "predicate"
        )
    )
    var predicate: String?

    @Option(
        help: ArgumentHelp(
            "Only photos and videos in an album or smart album, in its order.",
            valueName: "title or id"
        )
    )
    var album: String?

    @Option(
        help: ArgumentHelp(
            "Only photos and videos that a search finds, as \"photokit search\" does, the newest first.",
            valueName: "text"
        )
    )
    var search: String?

    @Flag(help: "Include hidden photos and videos.")
    var hidden = false

    func validate() throws {
        if album != nil, search != nil {
            throw ValidationError(
                "--album and --search exclude each other. Write album: in the search instead."
            )
        }
    }

    /// Whether a condition was given.
    ///
    /// `--hidden` alone is none: it only adds to what others choose.
    var areGiven: Bool { predicate != nil || album != nil || search != nil }

    /// Returns fetch options with the predicate.
    func fetchOptions(_ scope: Scope) throws -> PHFetchOptions {
        let fetch = scope == .everything ? Order.everything : PHFetchOptions()
        if hidden { fetch.includeHiddenAssets = true }
        if let predicate { fetch.predicate = try FetchSyntax.predicate(predicate, for: .assets) }
        return fetch
    }

    func fetchAssets(
        in library: PHPhotoLibrary,
        with options: PHFetchOptions
    ) throws -> PHFetchResult<PHAsset> {
        if let search {
            let search = try Self.checkedSearch(for: search, in: library)
            SearchNotices(search: search).reportNotices()
            return PHAsset.fetchAssets(matching: search, with: options)
        }
        guard let album else { return PHAsset.fetchAssets(with: options) }
        return PHAsset.fetchAssets(
            in: try Lookup(library: library).album(named: album),
            options: options
        )
    }

    /// Returns a search that excludes something.
    ///
    /// An empty one finds all photos. A script with a variable that is not set would change or delete them all.
    ///
    /// - Parameters:
    ///   - text: The search as a person writes it.
    ///   - library: The library.
    /// - Returns: The search.
    /// - Throws: ``CommandFailure`` for a search without a condition.
    static func checkedSearch(for text: String, in library: PHPhotoLibrary) throws -> PhotoSearch {
        let search = PhotoSearch(text, in: library)
        guard !search.isEmpty else {
            SearchNotices(search: search).reportNotices()
            throw CommandFailure(
                .usage,
                "The search \"\(Table.printableText(text))\" has no condition. Write what to search for."
            )
        }
        return search
    }
}
