import ArgumentParser
import OpenPhotoKit

/// The command `photokit album`.
struct Album: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Creates, renames and deletes albums, and changes their contents.",
        discussion: """
            Name an album by its title, its identifier, or the first characters of its identifier. Deleting an album \
            deletes no photo.

            EXAMPLES:
              photokit album create "Lake Como" --folder Italy
              photokit album add "Lake Como" 3F2A81C0 99D1
              photokit album move "Lake Como" 99D1 --to 1
              photokit album search Dogs 'dog since 2020'
            """,
        subcommands: [
            AlbumCreate.self, AlbumRename.self, AlbumDelete.self, AlbumAdd.self, AlbumRemove.self,
            AlbumMove.self, AlbumSearch.self,
        ]
    )
}

/// The command `photokit album create`.
struct AlbumCreate: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Creates an empty album.",
        discussion: "EXAMPLE:\n  photokit album create \"Lake Como\" --folder Italy"
    )

    @OptionGroup var edit: EditOptions
    @Option(
        help: ArgumentHelp("The folder that the new album is added to.", valueName: "title or id")
    ) var folder: String?
    @Argument(help: "The title of the album.") var title: String

    func validate() throws { try TitleText.checkText(title) }

    func run(in library: PHPhotoLibrary) async throws {
        let parent = try folder.flatMap { try Lookup(library: library).folder(named: $0) }
        let title = title
        let identifier = try library.performChangeBlock {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: title
            )
            let placeholder = request.placeholderForCreatedAssetCollection
            if let parent {
                PHCollectionListChangeRequest(for: parent)?.addChildCollections(
                    [placeholder]
                )
            }
            return placeholder.localIdentifier
        }
        reportChange(
            "Made the album \"\(title)\" (\(Wording.shortIdentifier(identifier))).",
            of: [identifier],
            in: library
        )
        SharedTitle.complain(ofAlbums: title)
    }
}

/// The command `photokit album rename`.
struct AlbumRename: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Gives an album another title.",
        discussion: "EXAMPLE:\n  photokit album rename \"Lake Como\" \"Lago di Como\""
    )

    @OptionGroup var edit: EditOptions
    @Argument(help: "The album, by title or identifier.") var album: String
    @Argument(help: "The new title.") var title: String

    func validate() throws { try TitleText.checkText(title) }

    func run(in library: PHPhotoLibrary) async throws {
        let album = try Lookup(library: library).ownAlbum(named: album)
        let title = title
        try library.performChangeBlock { PHAssetCollectionChangeRequest(for: album)?.title = title }
        reportChange(
            "The album is called \"\(title)\" now.",
            of: [album.localIdentifier],
            in: library
        )
        SharedTitle.complain(ofAlbums: title)
    }
}

/// The command `photokit album delete`.
struct AlbumDelete: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Deletes albums; their photos stay in the library.",
        discussion: "EXAMPLE:\n  photokit album delete \"Lake Como\""
    )

    @OptionGroup var edit: EditOptions
    @Argument(help: ArgumentHelp("Albums, by title or identifier.", valueName: "album")) var albums:
        [String]

    func run(in library: PHPhotoLibrary) async throws {
        let albums = try albums.map { try Lookup(library: library).ownAlbum(named: $0) }
        try library.performChangeBlock {
            PHAssetCollectionChangeRequest.deleteAssetCollections(albums)
        }
        reportChange(
            "Deleted \(Wording.count(albums.count, of: "album")).",
            of: albums.map(\.localIdentifier),
            in: library
        )
    }
}
