import ArgumentParser
import OpenPhotoKit

/// The command `photokit albums`.
struct Albums: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists albums and folders in their order.",
        discussion: """
            EXAMPLES:
              photokit albums
              photokit albums --smart --json
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Flag(
        help: "Also list the smart albums that every library has, with the number of their photos."
    )
    var smart = false

    func run(in library: PHPhotoLibrary) async throws {
        var rows: [Row] = []
        addCollections(
            PHCollectionList.fetchTopLevelUserCollections(with: nil),
            parents: [],
            to: &rows
        )
        if smart { addSmartAlbums(to: &rows) }
        if output.json {
            for row in rows { Output.shared.writeLine(row.json) }
        } else {
            var table = Table(columns: [
                Table.Column(title: "ID"), Table.Column(title: "KIND"),
                Table.Column(title: "PHOTOS", alignment: .right),
                Table.Column(title: "TITLE", fitting: .wrapped),
            ])
            for row in rows {
                let indent = String(repeating: "  ", count: row.parents.count)
                table.addRow(
                    Wording.shortIdentifier(row.identifier),
                    row.kind,
                    row.count.map(String.init) ?? "-",
                    indent + (row.title ?? "-")
                )
            }
            table.print()
        }
    }

    private struct Row {
        var identifier: String
        var kind: String
        var title: String?
        var count: Int?
        var parents: [String]
        var search: String?

        var json: JSON {
            .object([
                ("identifier", JSON(identifier)), ("kind", JSON(kind)), ("title", JSON(title)),
                ("assetCount", JSON(count)), ("folder", JSON(parents.last)),
                ("search", JSON(search)),
            ])
        }
    }

    private func addCollections(
        _ result: PHFetchResult<PHCollection>,
        parents: [String],
        to rows: inout [Row]
    ) {
        for index in 0..<result.count {
            let collection = result[index]
            let album = collection as? PHAssetCollection
            let search = album?.savedSearch
            let count =
                search == nil
                ? album?.estimatedAssetCount
                : album.map { PHAsset.fetchAssets(in: $0, options: nil).count }
            rows.append(
                Row(
                    identifier: collection.localIdentifier,
                    kind: album == nil ? "folder" : search == nil ? "album" : "smart",
                    title: collection.localizedTitle,
                    count: count,
                    parents: parents,
                    search: search?.text
                )
            )
            if let folder = collection as? PHCollectionList {
                addCollections(
                    PHCollection.fetchCollections(in: folder, options: nil),
                    parents: parents + [folder.localIdentifier],
                    to: &rows
                )
            }
        }
    }

    private func addSmartAlbums(to rows: inout [Row]) {
        let all = PHAssetCollection.fetchAssetCollections(
            with: .smartAlbum,
            subtype: .any,
            options: nil
        )
        for index in 0..<all.count where all[index].savedSearch == nil {
            let count = PHAsset.fetchAssets(in: all[index], options: nil).count
            rows.append(
                Row(
                    identifier: all[index].localIdentifier,
                    kind: "smart",
                    title: all[index].localizedTitle,
                    count: count,
                    parents: []
                )
            )
        }
    }
}
