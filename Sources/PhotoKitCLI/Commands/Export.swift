import ArgumentParser
import OpenPhotoKit

/// The command `photokit export`.
struct Export: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes originals to a folder.",
        discussion: """
            The files have the bytes and the names that were imported. No file is ever overwritten: where a name is \
            taken by other bytes, a number is added; the same bytes are not written twice.

            EXAMPLES:
              photokit export 3F2A81C0 --to ~/Desktop
              photokit export --album "Lake Como" --to lake-como
              photokit export --all --to /media/backup
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp("The folder to write to; it is made if need be.", valueName: "folder"),
        completion: .directory
    )
    var to = "."

    @Option(help: ArgumentHelp("Everything in an album or smart album.", valueName: "title or id"))
    var album: String?

    @Flag(help: "Everything, hidden photos included.")
    var all = false

    @Argument(help: ArgumentHelp("Identifiers, or their beginnings.", valueName: "id"))
    var identifiers: [String] = []

    func validate() throws {
        let ways = [!identifiers.isEmpty, album != nil, all].filter { $0 }.count
        guard ways == 1 else {
            throw ValidationError("Name identifiers, or an --album, or write --all.")
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        let folder = try ExportFolder(URL(fileURLWithPath: to, isDirectory: true))
        var written = 0
        var present = 0
        var failed = 0
        for asset in try assets(library) {
            for resource in PHAssetResource.assetResources(for: asset)
            where ResourceNames.originals.contains(resource.type) {
                do {
                    let (url, isNew) = try await folder.write(resource)
                    if isNew { written += 1 } else { present += 1 }
                    tell(asset, url, isNew)
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

    private func tell(_ asset: PHAsset, _ url: URL, _ isNew: Bool) {
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
