import ArgumentParser
import OpenPhotoKit

/// The command `photokit ls`.
struct List: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Lists photos and videos.",
        discussion: """
            Flags: f favorite, h hidden, e edited, o offline, r a file is in remotes alone, l a file is lost. Times are those of the \
            camera's clock, with its time zone. An assumed zone has a question mark. If the zone is unknown, the time is in GMT. \
            A narrow terminal shows shorter dates and names; --json has all of them. Keys of \
            predicates and sorting are those of PhotoKit, such as creationDate, mediaType, isFavorite, duration, \
            pixelWidth. More keys are addedDate, rating, isRejected, caption, title, headline, city, region, country, creators, keywords, persons, cameraMake, cameraModel, lensModel, \
            aperture, exposureTime, focalLength and iso. The lists keywords, persons and creators cannot be used for sorting.

            In a predicate, write a date as "2020", "2020-01-31" or "2020-01-31 12:00". A time may be followed by \
            its time zone; the default is the zone of this machine. A date means the whole year, day or minute: > \
            "2020" begins with 2021, >= "2020" with 2020. Values of mediaType are "image", "video" and "audio", a \
            value of mediaSubtypes is "photoLive", and a duration is a number of seconds or a text like "1:30". A \
            value that does not fit its key is an error.

            EXAMPLES:
              photokit ls --sort creationDate:desc --limit 20
              photokit ls --where 'isFavorite == YES AND mediaType == "image"'
              photokit ls --where 'creationDate >= "2020-06" AND creationDate <= "2020-08"'
              photokit ls --where 'mediaSubtypes CONTAINS "photoLive" OR duration > "1:30"'
              photokit ls --where 'rating >= 4' --sort rating:desc
              photokit ls --where '"Anna" IN persons AND exposureTime < "1/250"'
              photokit ls --album "Lake Como" --json
              photokit ls --search 'beach 2019' --sort creationDate
              photokit ls --deleted
              photokit ls --ids --where 'rating == 1' | photokit hide -
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var selection: AssetSelection

    @Flag(help: "List the photos and videos in Recently Deleted instead.")
    var deleted = false

    @Flag(help: "Write only identifiers, one per line, for other commands.")
    var ids = false

    func validate() throws {
        if ids, output.json { throw ValidationError("--ids and --json exclude each other.") }
        if selection.conditions.album != nil, deleted {
            throw ValidationError("--album and --deleted exclude each other.")
        }
        if selection.conditions.search != nil, deleted {
            throw ValidationError("--search and --deleted exclude each other.")
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        let result = try fetchListing(in: library)
        guard !ids else {
            for asset in PHAssetList(result) { Output.shared.writeLine(asset.localIdentifier) }
            return
        }
        try AssetListing(result, in: library, isJSON: output.json, isDeleted: deleted)
            .writeListing()
    }

    private func fetchListing(in library: PHPhotoLibrary) throws -> PHFetchResult<PHAsset> {
        guard deleted else { return try selection.fetchAssets(in: library) }
        return PHAsset.fetchRecentlyDeletedAssets(with: try selection.fetchOptions())
    }
}
