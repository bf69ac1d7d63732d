import ArgumentParser
import OpenPhotoKit

/// The command `photokit album search`.
struct AlbumSearch: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Changes the search of a smart album.",
        discussion: """
            "photokit search --save" makes such an album, and "photokit albums --json" lists the searches.

            EXAMPLE:
              photokit album search Dogs 'dog since 2020'
            """
    )

    @OptionGroup var edit: EditOptions
    @Argument(help: "The smart album, by title or identifier.") var album: String
    @Argument(help: "The search: words, dates, kinds, sizes.") var words: [String]

    func run(in library: PHPhotoLibrary) async throws {
        let name = album
        let album = try Lookup(library: library).album(named: name)
        guard album.savedSearch != nil else {
            throw CommandFailure(
                .usage,
                "\"\(name)\" has no search. \"photokit search --save\" makes a smart album with a search."
            )
        }
        let search = PhotoSearch(words.joined(separator: " "), in: library)
        SearchNotices(search: search).reportNotices()
        try library.performChangeBlock {
            PHAssetCollectionChangeRequest(for: album)?.setSearch(search)
        }
        reportChange(
            "\"\(album.localizedTitle ?? "")\" contains what this search finds now.",
            of: [album.localIdentifier],
            in: library
        )
    }
}
