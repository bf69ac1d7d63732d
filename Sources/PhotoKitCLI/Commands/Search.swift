import ArgumentParser
import OpenPhotoKit

/// The command `photokit search`.
struct Search: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Finds photos and videos by words, dates, kinds and sizes, the newest first.",
        discussion: """
            Words and beginnings of words are searched in titles, captions, keywords, file names, cameras, lenses and persons, \
            in the titles of albums and folders, and in names of places ("photokit places"). Upper and lower case and accents make no difference. A photo must \
            have all words. Write the search in single quotation marks, after -- if it begins with a minus sign.

            Dates: 2019, 2019-07, 2019-07-04, June 2024, 2019-07..2019-09, since 2020, before June 2024, yesterday.
            Kinds: photo, video, live, raw, screenshot, panorama, portrait, selfie, burst, favorite, hidden, edited, \
            offline, rejected, no album, no keywords, no caption, no location.
            Sizes: >10 MB, <30 s, f<2, iso>1600, 50mm, >12 MP, 4 stars, width>4000.
            Texts: caption:, title:, keyword:, file:, album:, folder:, camera:, lens:, person:, creator:, place:.
            Places: near Zermatt, 10 km around Zermatt, near 46.02,7.75 within 5 km, between 46,7 and 47,8, place:.
            "whole words" in double quotation marks, -word leaves out, or, and brackets.

            Standard error has what the search was understood as. With --index, the command first makes or completes \
            the index of words; searches without an index read all photos.

            --save makes a smart album of the search, which shows what the search finds at any time.

            --suggest completes the last word: it writes words with the number of photos that have the word, and finds nothing.

            EXAMPLES:
              photokit search 'beach 2019 -dog'
              photokit search '"Lake Como" (favorite or >20 MB)'
              photokit search 'camera:nikon iso>1600 since 2020' --json
              photokit search 'no album screenshot' --count
              photokit search 'near "Springfield, Illinois" 2019'
              photokit search -- '-2019 favorite'
              photokit search --suggest 'favorite be'
              photokit search --save Dogs 'dog -cat'
              photokit search --index
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The search.")
    var words: [String] = []

    @Option(help: ArgumentHelp("The maximum number of photos and videos.", valueName: "number"))
    var limit: Int?

    @Flag(help: "Write only the number of photos and videos.")
    var count = false

    @Flag(help: "Write only what the search is understood as.")
    var explain = false

    @Flag(
        help:
            "Write words that complete the last word, with their numbers of photos; at most 8 without --limit."
    )
    var suggest = false

    @Option(
        help: ArgumentHelp(
            "Make a smart album of the search, and write no photos.",
            valueName: "title"
        )
    )
    var save: String?

    @Flag(help: "First make the index of words, or complete it.")
    var index = false

    var accessMode: PHPhotoLibrary.AccessMode {
        index || save != nil ? .readWrite : .readOnly
    }

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("The limit must be 1 or more.") }
        if count, explain { throw ValidationError("--count and --explain exclude each other.") }
        if suggest, count || explain {
            throw ValidationError("--suggest excludes --count and --explain.")
        }
        if save != nil, words.isEmpty || suggest || count || explain || limit != nil {
            throw ValidationError(
                "--save needs a search, and excludes --count, --explain, --limit and --suggest."
            )
        }
        if let save { try TitleText.checkText(save) }
        if words.isEmpty, !index { throw ValidationError("Write what to search for.") }
    }

    func run(in library: PHPhotoLibrary) async throws {
        if index { try await makeIndex(of: library) }
        guard !words.isEmpty else { return }
        if suggest { return writeSuggestions(in: library) }
        let text = words.joined(separator: " ")
        if explain { return explainSearch(SearchNotices(search: PhotoSearch(text, in: library))) }
        let search = try AssetConditions.checkedSearch(for: text, in: library)
        SearchNotices(search: search).reportNotices()
        if let save { return try saveAlbum(save, search: search, in: library) }
        let fetch = PHFetchOptions()
        fetch.fetchLimit = limit ?? 0
        let result = PHAsset.fetchAssets(matching: search, with: fetch)
        if count {
            let count = result.count
            Output.shared.writeLine(
                output.json ? JSON.object([("count", JSON(count))]).description : String(count)
            )
        } else {
            try AssetListing(result, in: library, isJSON: output.json).writeListing()
        }
    }

    private func saveAlbum(
        _ title: String,
        search: PhotoSearch,
        in library: PHPhotoLibrary
    ) throws {
        let identifier = try library.performChangeBlock {
            PHAssetCollectionChangeRequest.creationRequestForSmartAlbum(
                withTitle: title,
                matching: search
            ).placeholderForCreatedAssetCollection.localIdentifier
        }
        Output.shared.writeLine(
            output.json
                ? JSON.object([("identifier", JSON(identifier)), ("title", JSON(title))])
                    .description
                : "Made the smart album \"\(Table.printableText(title))\" (\(Wording.shortIdentifier(identifier)))."
        )
        SharedTitle.complain(ofAlbums: title)
    }

    private func explainSearch(_ notices: SearchNotices) {
        if output.json {
            Output.shared.writeLine(notices.json)
        } else {
            for part in notices.search.understoodParts {
                Output.shared.writeLine(Table.printableText(part))
            }
            for problem in notices.search.problems {
                Output.shared.complain(Table.printableText(problem.message))
            }
        }
    }

    private func writeSuggestions(in library: PHPhotoLibrary) {
        let text = words.joined(separator: " ")
        for found in PhotoSearch.suggestions(for: text, limit: limit ?? 8, in: library) {
            Output.shared.writeLine(
                output.json
                    ? JSON.object([
                        ("text", JSON(found.text)), ("word", JSON(found.word)),
                        ("count", JSON(found.count)),
                        ("subject", JSON(found.subject?.rawValue)),
                    ]).description
                    : "\(found.count)  \(Table.printableText(found.text))"
            )
        }
    }

    private func makeIndex(of library: PHPhotoLibrary) async throws {
        let isComplete = try await Interruption.cancelling {
            try await library.prepareSearch { done in
                Output.shared.showStatus("making the index of words, \(Int(done * 100)) %")
            }
        }
        Output.shared.clearStatus()
        guard isComplete else {
            throw CommandFailure(
                Fault.interruption.status,
                "The command was stopped. Run it again to complete the index of words."
            )
        }
    }
}
