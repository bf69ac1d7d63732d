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

    @Flag(help: "Also list smart albums, with the number of their photos.")
    var smart = false

    func run(in library: PHPhotoLibrary) async throws {
        var rows: [Row] = []
        add(PHCollectionList.fetchTopLevelUserCollections(with: nil), parents: [], to: &rows)
        if smart { addSmartAlbums(to: &rows) }
        if output.json {
            for row in rows { Output.shared.line(row.json) }
        } else {
            var table = Table(("ID", .left), ("KIND", .left), ("PHOTOS", .right), ("TITLE", .left))
            for row in rows {
                let indent = String(repeating: "  ", count: row.parents.count)
                table.add(
                    Wording.short(row.identifier),
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

        var json: JSON {
            .object([
                ("identifier", JSON(identifier)), ("kind", JSON(kind)), ("title", JSON(title)),
                ("assetCount", JSON(count)), ("folder", JSON(parents.last)),
            ])
        }
    }

    private func add(_ result: PHFetchResult<PHCollection>, parents: [String], to rows: inout [Row])
    {
        for index in 0..<result.count {
            let collection = result[index]
            let album = collection as? PHAssetCollection
            rows.append(
                Row(
                    identifier: collection.localIdentifier,
                    kind: album == nil ? "folder" : "album",
                    title: collection.localizedTitle,
                    count: album?.estimatedAssetCount,
                    parents: parents
                )
            )
            if let folder = collection as? PHCollectionList {
                add(
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
        for index in 0..<all.count {
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
