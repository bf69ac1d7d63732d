import ArgumentParser
import OpenPhotoKit

/// The command `photokit export`.
struct Export: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copies original files to a folder.",
        discussion: """
            The exported files have the content and the names of the imported files. Existing files are never \
            overwritten. If a file with the same name and other content exists, a number is added to the name. A \
            file with the same name and content is not written again.

            EXAMPLES:
              photokit export 3F2A81C0 --to ~/Desktop
              photokit export --album "Lake Como" --to lake-como
              photokit export --all --to /media/backup
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "The folder to write to. A missing folder is created.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var to = "."

    @Option(
        help: ArgumentHelp(
            "Export everything in an album or smart album.",
            valueName: "title or id"
        )
    )
    var album: String?

    @Flag(help: "Export everything, including hidden photos.")
    var all = false

    @Argument(
        help: ArgumentHelp(
            "Identifiers of photos and videos. Their first characters are enough.",
            valueName: "id"
        )
    )
    var identifiers: [String] = []

    func validate() throws {
        let ways = [!identifiers.isEmpty, album != nil, all].filter { $0 }.count
        guard ways == 1 else {
            throw ValidationError(
                "Name identifiers, or use --album or --all, and only one of the three."
            )
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        let folder = try ExportFolder(URL(fileURLWithPath: to, isDirectory: true))
        var written = 0
        var present = 0
        var failed = 0
        for asset in try assets(library) {
            for resource in PHAssetResource.assetResources(for: asset)
            where ResourceTypes.originals.contains(resource.type) {
                do {
                    let (url, isNew) = try await folder.write(resource)
                    if isNew { written += 1 } else { present += 1 }
                    show(asset, url, isNew)
                } catch let error as PHPhotosError where error.libraryProblem == .diskFull {
                    throw error
                } catch {
                    failed += 1
                    Output.shared.complain(
                        "\(Wording.short(asset.localIdentifier)) (\(resource.filename ?? "-")) was not exported: \(error.localizedDescription)"
                    )
                }
            }
        }
        if !output.json {
            let also = present > 0 ? ", \(present) there already" : ""
            Output.shared.line(
                "Exported \(Wording.count(written, "file")) to \(folder.url.path)\(also)."
            )
        }
        if failed > 0 { throw ExitStatus.refused }
    }

    private func assets(_ library: PHPhotoLibrary) throws -> PHAssetList {
        let lookup = Lookup(library: library)
        if let album {
            return PHAssetList(
                PHAsset.fetchAssets(in: try lookup.album(album), options: Order.everything)
            )
        }
        if all { return PHAssetList(PHAsset.fetchAssets(with: Order.everything)) }
        return PHAssetList(try lookup.assets(identifiers))
    }

    private func show(_ asset: PHAsset, _ url: URL, _ isNew: Bool) {
        guard output.json else { return }
        Output.shared.line(
            .object([
                ("identifier", JSON(asset.localIdentifier)), ("path", JSON(url.path)),
                ("isNew", JSON(isNew)),
            ])
        )
    }
}

/// A sequence of assets, which does not hold all assets of a fetch in memory.
struct PHAssetList: Sequence {
    private let count: Int
    private let asset: (Int) -> PHAsset

    init(_ result: PHFetchResult<PHAsset>) {
        count = result.count
        asset = { result[$0] }
    }

    init(_ assets: [PHAsset]) {
        count = assets.count
        asset = { assets[$0] }
    }

    func makeIterator() -> AnyIterator<PHAsset> {
        var index = 0
        return AnyIterator {
            guard index < count else { return nil }
            defer { index += 1 }
            return asset(index)
        }
    }
}
