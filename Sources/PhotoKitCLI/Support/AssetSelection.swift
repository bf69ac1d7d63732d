import ArgumentParser
import OpenPhotoKit

/// The options that select photos and videos of the library and their order.
struct AssetSelection: ParsableArguments {
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
            "Sort by a key; add :desc for the opposite order. May be repeated.",
            valueName: "key"
        )
    )
    var sort: [String] = []

    @Option(help: ArgumentHelp("The maximum number of photos and videos.", valueName: "number"))
    var limit: Int?

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
        if let limit, limit < 1 { throw ValidationError("The limit must be 1 or more.") }
        if album != nil, search != nil {
            throw ValidationError(
                "--album and --search exclude each other. Write album: in the search instead."
            )
        }
    }

    /// Whether any option was given.
    var isGiven: Bool {
        predicate != nil || !sort.isEmpty || limit != nil || album != nil || search != nil || hidden
    }

    func fetchOptions() throws -> PHFetchOptions {
        let fetch = PHFetchOptions()
        fetch.includeHiddenAssets = hidden
        fetch.fetchLimit = limit ?? 0
        if let predicate { fetch.predicate = try FetchSyntax.predicate(predicate, for: .assets) }
        if !sort.isEmpty { fetch.sortDescriptors = try sort.map(sortDescriptor) }
        return fetch
    }

    func fetch(_ library: PHPhotoLibrary) throws -> PHFetchResult<PHAsset> {
        let fetch = try fetchOptions()
        if let search {
            let search = PhotoSearch(search, in: library)
            SearchNotices(search: search).report()
            return PHAsset.fetchAssets(matching: search, with: fetch)
        }
        guard let album else { return PHAsset.fetchAssets(with: fetch) }
        return PHAsset.fetchAssets(in: try Lookup(library: library).album(album), options: fetch)
    }

    private func sortDescriptor(_ text: String) throws -> NSSortDescriptor {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let direction = parts.count > 1 ? parts[1] : "asc"
        guard let key = parts.first, ["asc", "desc"].contains(direction) else {
            throw CommandFailure(
                .usage,
                "\"\(text)\" is no sorting. Write a key, or a key with :asc or :desc."
            )
        }
        return try FetchSyntax.sortDescriptor(key, ascending: direction == "asc", for: .assets)
    }
}
