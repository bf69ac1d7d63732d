import Foundation
import OpenPhotoKit

/// A list of photos and videos: a table, or one JSON object per line.
struct AssetListing {
    /// The photos that are asked at once whether their files are in remotes alone.
    private static let batch = 1_000

    private let result: PHFetchResult<PHAsset>
    private let library: PHPhotoLibrary
    private let isJSON: Bool
    private let isDeleted: Bool

    /// Makes a list of a fetch result of a library.
    ///
    /// With `isDeleted` the table has the dates of deletion instead of the creation dates.
    init(
        _ result: PHFetchResult<PHAsset>,
        in library: PHPhotoLibrary,
        isJSON: Bool,
        isDeleted: Bool = false
    ) {
        self.result = result
        self.library = library
        self.isJSON = isJSON
        self.isDeleted = isDeleted
    }

    func writeListing() throws {
        guard isJSON else {
            try writeTable()
            if result.count == 0 {
                Output.shared.complain("No photos or videos were found.")
            }
            return
        }
        try forEachAsset { asset, whereabouts in
            Output.shared.writeLine(
                .object(AssetDescription(asset).jsonMembers(whereabouts: whereabouts))
            )
        }
    }

    private func forEachAsset(_ body: (PHAsset, Whereabouts) -> Void) throws {
        for start in stride(from: 0, to: result.count, by: Self.batch) {
            let end = min(start + Self.batch, result.count)
            let assets = result.objects(at: IndexSet(start..<end))
            let elsewhere = try library.assetsElsewhere(among: assets)
            let away = assets.filter { elsewhere.contains($0.localIdentifier) }
            let lost = away.isEmpty ? [] : try library.assetsLost(among: away)
            for asset in assets {
                let whereabouts = Whereabouts(
                    isElsewhere: elsewhere.contains(asset.localIdentifier),
                    isLost: lost.contains(asset.localIdentifier)
                )
                body(asset, whereabouts)
            }
        }
    }

    private func writeTable() throws {
        var table = Self.emptyTable(isDeleted: isDeleted)
        try forEachAsset { asset, whereabouts in
            let description = AssetDescription(asset)
            table.addRow(cells: [
                Table.Cell(Wording.shortIdentifier(asset.localIdentifier)),
                isDeleted
                    ? ShownDate(asset.recentlyDeletedDate).cell
                    : ShownDate(
                        asset.creationDate,
                        zone: asset.timeZoneOffset,
                        isAssumed: asset.isZoneAssumed,
                        isCamera: true
                    ).cell,
                Table.Cell(description.mediaType),
                Table.Cell(description.size),
                Table.Cell(
                    asset.mediaType == .image ? "-" : Wording.formattedDuration(asset.duration)
                ),
                Table.Cell(description.flagText(whereabouts: whereabouts)),
                Table.Cell(description.filename ?? "-"),
            ])
        }
        table.print()
    }

    /// The columns of a listing, without rows.
    static func emptyTable(isDeleted: Bool) -> Table {
        Table(columns: [
            Table.Column(title: "ID"),
            Table.Column(title: isDeleted ? "DELETED" : "TAKEN"),
            Table.Column(title: "TYPE", rank: 2),
            Table.Column(title: "PIXELS", alignment: .right, rank: 1),
            Table.Column(title: "LENGTH", alignment: .right, isOptional: true),
            Table.Column(title: "FLAGS", isOptional: true),
            Table.Column(title: "NAME", fitting: .shortened),
        ])
    }
}
