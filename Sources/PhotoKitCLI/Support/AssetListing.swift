import OpenPhotoKit

/// A list of photos and videos: a table, or one JSON object per line.
struct AssetListing {
    private let result: PHFetchResult<PHAsset>
    private let isJSON: Bool
    private let isDeleted: Bool

    /// Makes a list of a fetch result.
    ///
    /// With `isDeleted` the table has the dates of deletion instead of the creation dates.
    init(_ result: PHFetchResult<PHAsset>, isJSON: Bool, isDeleted: Bool = false) {
        self.result = result
        self.isJSON = isJSON
        self.isDeleted = isDeleted
    }

    func write() {
        guard isJSON else { return writeTable() }
        for index in 0..<result.count {
            Output.shared.line(.object(AssetDescription(result[index]).json))
        }
    }

    private func writeTable() {
        var table = Table(
            ("ID", .left),
            (isDeleted ? "DELETED" : "TAKEN", .left),
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
                isDeleted
                ? Wording.moment(asset.recentlyDeletedDate)
                : description.taken
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
