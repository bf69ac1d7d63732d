import ArgumentParser
import OpenPhotoKit

/// The command `photokit album add`.
struct AlbumAdd: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds photos and videos to the end of an album.",
        discussion: """
            EXAMPLES:
              photokit album add "Lake Como" 3F2A81C0 99D1
              photokit album add "Lake Como" --search 'near Bellagio 2024'
              photokit album add Best --where 'rating >= 4' --dry-run
            """
    )

    @OptionGroup var edit: EditOptions
    @Argument(help: "The album, by title or identifier.") var album: String
    @OptionGroup var assets: AssetArguments
    @OptionGroup var dry: DryRunOption

    var isDryRun: Bool { dry.dryRun }

    func run(in library: PHPhotoLibrary) async throws {
        let album = try Lookup(library: library).userAlbum(named: album)
        let chosen = try assets.choice.chosenAssets(in: library, names: .present)
        let members = Order.memberIdentifiers(in: album)
        let assets = chosen.filter { !members.contains($0.localIdentifier) }
        if !isDryRun, !assets.isEmpty {
            try library.performChangeBlock {
                PHAssetCollectionChangeRequest(for: album)?.addAssets(assets)
            }
        }
        reportAssets(
            assets,
            done: "added to the album \"\(album.localizedTitle ?? "")\"",
            unchanged: chosen.filter { members.contains($0.localIdentifier) },
            in: library
        )
    }
}

/// The command `photokit album remove`.
struct AlbumRemove: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes photos and videos from an album; they stay in the library.",
        discussion: "EXAMPLE:\n  photokit album remove \"Lake Como\" 99D1"
    )

    @OptionGroup var edit: EditOptions
    @Argument(help: "The album, by title or identifier.") var album: String
    @OptionGroup var assets: AssetArguments
    @OptionGroup var dry: DryRunOption

    var isDryRun: Bool { dry.dryRun }

    func run(in library: PHPhotoLibrary) async throws {
        let album = try Lookup(library: library).userAlbum(named: album)
        let chosen = try assets.choice.chosenAssets(in: library, .everything)
        let members = Order.memberIdentifiers(in: album)
        // A photo in Recently Deleted is a member that the fetch does not have.
        let isMember = { (asset: PHAsset) in
            members.contains(asset.localIdentifier) || asset.recentlyDeletedDate != nil
        }
        let assets = chosen.filter(isMember)
        if !isDryRun, !assets.isEmpty {
            try library.performChangeBlock {
                PHAssetCollectionChangeRequest(for: album)?.removeAssets(assets)
            }
        }
        reportAssets(
            assets,
            done: "removed from the album \"\(album.localizedTitle ?? "")\"",
            unchanged: chosen.filter { !isMember($0) },
            in: library
        )
    }
}

/// The command `photokit album move`.
struct AlbumMove: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Changes the order inside an album.",
        discussion: """
            The photos are moved next to each other. The first of them gets the position of --to.

            EXAMPLE:
              photokit album move "Lake Como" 99D1 --to 1
            """
    )

    @OptionGroup var edit: EditOptions
    @Option(help: ArgumentHelp("The new position, counted from 1.", valueName: "position")) var to:
        Int
    @Argument(help: "The album, by title or identifier.") var album: String
    @OptionGroup var assets: AssetArguments

    func validate() throws {
        if to < 1 { throw ValidationError("--to must be 1 or more.") }
    }

    func run(in library: PHPhotoLibrary) async throws {
        let album = try Lookup(library: library).userAlbum(named: album)
        let assets = try assets.choice.chosenAssets(in: library, .everything, names: .present)
        let members = PHAsset.fetchAssets(in: album, options: Order.everything)
        let indexes = try Order.indexes(of: assets, in: members, of: album.localizedTitle)
        let target = min(to - 1, members.count - indexes.count)
        try library.performChangeBlock {
            PHAssetCollectionChangeRequest(for: album, assets: members)?.moveAssets(
                at: indexes,
                to: target
            )
        }
        reportChange(
            "Moved \(PhotoCount.text(assets)) to position \(target + 1) of \"\(album.localizedTitle ?? "")\".",
            of: assets.map(\.localIdentifier),
            in: library
        )
    }
}
