import ArgumentParser
import OpenPhotoKit

/// The command `photokit ls`.
struct List: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Lists photos and videos.",
        discussion: """
            Flags: f favorite, h hidden, e edited. Dates are those of the place where the photo was taken, as far as \
            it is known. Keys of predicates and sorting are those of PhotoKit, such as creationDate, mediaType \
            (1 image, 2 video), isFavorite, duration, pixelWidth.

            EXAMPLES:
              photokit ls --sort creationDate:desc --limit 20
              photokit ls --where "isFavorite == YES AND mediaType == 1"
              photokit ls --album "Lake Como" --json
              photokit ls --deleted
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("Only those that a predicate lets through.", valueName: "predicate")
    )
    var predicate: String?

    @Option(
        help: ArgumentHelp(
            "Sort by a key; add :desc for the opposite order. May be repeated.",
            valueName: "key"
        )
    )
    var sort: [String] = []

    @Option(help: ArgumentHelp("List so many at most.", valueName: "number"))
    var limit: Int?

    @Option(
        help: ArgumentHelp(
            "Only those in an album or smart album, in its order.",
            valueName: "title or id"
        )
    )
    var album: String?

    @Flag(help: "Hidden ones too.")
    var hidden = false

    @Flag(help: "Those in Recently Deleted instead.")
    var deleted = false

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("The limit must be 1 or more.") }
        if album != nil, deleted {
            throw ValidationError("--album and --deleted exclude each other.")
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        let result = try fetch(library)
        if output.json {
            for index in 0..<result.count {
                Output.shared.line(.object(AssetDescription(result[index]).json))
            }
        } else {
            printTable(result)
        }
    }

    private func fetch(_ library: PHPhotoLibrary) throws -> PHFetchResult<PHAsset> {
        let fetch = PHFetchOptions()
        fetch.includeHiddenAssets = hidden
        fetch.fetchLimit = limit ?? 0
        if let predicate { fetch.predicate = try FetchSyntax.predicate(predicate, for: .assets) }
        if !sort.isEmpty { fetch.sortDescriptors = try sort.map(sortDescriptor) }
        if deleted { return PHAsset.fetchRecentlyDeletedAssets(with: fetch) }
        if let album {
            return PHAsset.fetchAssets(
                in: try Lookup(library: library).album(album),
                options: fetch
            )
        }
        return PHAsset.fetchAssets(with: fetch)
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

    private func printTable(_ result: PHFetchResult<PHAsset>) {
        var table = Table(
            ("ID", .left),
            (deleted ? "DELETED" : "TAKEN", .left),
            ("TYPE", .left),
            ("PIXELS", .right),
            ("LENGTH", .right),
            ("FLAGS", .left),
            ("NAME", .left)
        )
        for index in 0..<result.count {
            let asset = result[index]
            let description = AssetDescription(asset)
            let date =
                deleted
                ? Wording.moment(asset.recentlyDeletedDate)
                : Wording.moment(asset.creationDate, zone: description.zone)
            table.add(
                Wording.short(asset.localIdentifier),
                date,
                description.mediaType,
                description.size,
                asset.mediaType == .image ? "-" : Wording.duration(asset.duration),
                description.flags,
                description.filename ?? "-"
            )
        }
        table.print()
    }
}
