import ArgumentParser
import OpenPhotoKit

/// The options that select photos and videos of the library and their order.
struct AssetSelection: ParsableArguments {
    @OptionGroup var conditions: AssetConditions

    @Option(
        help: ArgumentHelp(
            "Sort by a key; add :desc for the opposite order. May be repeated.",
            valueName: "key"
        )
    )
    var sort: [String] = []

    @Option(help: ArgumentHelp("The maximum number of photos and videos.", valueName: "number"))
    var limit: Int?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("The limit must be 1 or more.") }
    }

    /// Whether any option was given.
    var isGiven: Bool {
        conditions.areGiven || conditions.hidden || !sort.isEmpty || limit != nil
    }

    func fetchOptions() throws -> PHFetchOptions {
        let fetch = try conditions.fetchOptions(.shown)
        fetch.fetchLimit = limit ?? 0
        if !sort.isEmpty { fetch.sortDescriptors = try sort.map(sortDescriptor) }
        return fetch
    }

    func fetchAssets(in library: PHPhotoLibrary) throws -> PHFetchResult<PHAsset> {
        try conditions.fetchAssets(in: library, with: fetchOptions())
    }

    private func sortDescriptor(_ text: String) throws -> NSSortDescriptor {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let direction = parts.count > 1 ? parts[1] : "asc"
        guard let key = parts.first, ["asc", "desc"].contains(direction) else {
            throw CommandFailure(
                .usage,
                "\"\(text)\" is not a way to sort. Write a key, or a key with :asc or :desc."
            )
        }
        return try FetchSyntax.sortDescriptor(key, ascending: direction == "asc", for: .assets)
    }
}
