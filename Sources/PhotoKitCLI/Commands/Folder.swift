import ArgumentParser
import OpenPhotoKit

/// The command `photokit folder`.
struct Folder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Creates, renames and deletes folders of albums, and changes their contents.",
        discussion: """
            Name a folder by its title, its identifier, or the first characters of its identifier; / is the top \
            level.

            EXAMPLES:
              photokit folder create Italy
              photokit folder add Italy "Lake Como" Rome
              photokit folder move / Italy --to 1
            """,
        subcommands: [
            FolderCreate.self, FolderRename.self, FolderDelete.self, FolderAdd.self,
            FolderMove.self,
        ]
    )
}

/// The command `photokit folder create`.
struct FolderCreate: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Creates an empty folder.",
        discussion: "EXAMPLE:\n  photokit folder create Italy --folder Travels"
    )

    @OptionGroup var edit: EditOptions
    @Option(
        help: ArgumentHelp("The folder that the new folder is added to.", valueName: "title or id")
    ) var folder: String?
    @Argument(help: "The title of the folder.") var title: String

    func validate() throws { try TitleText.checkText(title) }

    func run(in library: PHPhotoLibrary) async throws {
        let parent = try folder.flatMap { try Lookup(library: library).folder(named: $0) }
        let title = title
        let identifier = try library.performChangeBlock {
            let request = PHCollectionListChangeRequest.creationRequestForCollectionList(
                withTitle: title
            )
            let placeholder = request.placeholderForCreatedCollectionList
            if let parent {
                PHCollectionListChangeRequest(for: parent)?.addChildCollections(
                    [placeholder]
                )
            }
            return placeholder.localIdentifier
        }
        reportChange(
            "Made the folder \"\(title)\" (\(Wording.shortIdentifier(identifier))).",
            of: [identifier],
            in: library
        )
        SharedTitle.complain(ofFolders: title)
    }
}

/// The command `photokit folder rename`.
struct FolderRename: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Gives a folder another title.",
        discussion: "EXAMPLE:\n  photokit folder rename Italy Italia"
    )

    @OptionGroup var edit: EditOptions
    @Argument(help: "The folder, by title or identifier.") var folder: String
    @Argument(help: "The new title.") var title: String

    func validate() throws { try TitleText.checkText(title) }

    func run(in library: PHPhotoLibrary) async throws {
        let folder = try FolderArguments.namedFolder(folder, in: library)
        let title = title
        try library.performChangeBlock { PHCollectionListChangeRequest(for: folder)?.title = title }
        reportChange(
            "The folder is called \"\(title)\" now.",
            of: [folder.localIdentifier],
            in: library
        )
        SharedTitle.complain(ofFolders: title)
    }
}

/// The command `photokit folder delete`.
struct FolderDelete: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Deletes folders with the albums in them; photos stay in the library.",
        discussion: "EXAMPLE:\n  photokit folder delete Italy"
    )

    @OptionGroup var edit: EditOptions
    @Argument(help: ArgumentHelp("Folders, by title or identifier.", valueName: "folder"))
    var folders: [String]

    func run(in library: PHPhotoLibrary) async throws {
        let folders = try folders.map { try FolderArguments.namedFolder($0, in: library) }
        try library.performChangeBlock {
            PHCollectionListChangeRequest.deleteCollectionLists(folders)
        }
        reportChange(
            "Deleted \(Wording.count(folders.count, of: "folder")).",
            of: folders.map(\.localIdentifier),
            in: library
        )
    }
}

/// The command `photokit folder add`.
struct FolderAdd: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds albums and folders to the end of a folder.",
        discussion: "EXAMPLE:\n  photokit folder add Italy \"Lake Como\" Rome"
    )

    @OptionGroup var edit: EditOptions
    @Argument(help: "The folder, by title or identifier; / for the top level.") var folder: String
    @Argument(
        help: ArgumentHelp(
            "Albums and folders, by title or identifier.",
            valueName: "album or folder"
        )
    )
    var children: [String]

    func run(in library: PHPhotoLibrary) async throws {
        let lookup = Lookup(library: library)
        let parent = try lookup.folder(named: folder)
        let children = try children.map(lookup.childCollection(named:))
        let siblings = FolderArguments.childCollections(of: parent)
        try library.performChangeBlock {
            FolderArguments.changeRequest(for: parent, children: siblings)?.addChildCollections(
                children
            )
        }
        reportChange(
            "Put \(FolderArguments.childCountText(children)) into \"\(parent?.localizedTitle ?? "/")\".",
            of: children.map(\.localIdentifier),
            in: library
        )
    }
}

/// The command `photokit folder move`.
struct FolderMove: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Changes the order inside a folder.",
        discussion: "EXAMPLE:\n  photokit folder move / Italy --to 1"
    )

    @OptionGroup var edit: EditOptions
    @Option(help: ArgumentHelp("The new position, counted from 1.", valueName: "position")) var to:
        Int
    @Argument(help: "The folder, by title or identifier; / for the top level.") var folder: String
    @Argument(
        help: ArgumentHelp(
            "Albums and folders in that folder, by title or identifier.",
            valueName: "album or folder"
        )
    )
    var children: [String]

    func validate() throws {
        if to < 1 { throw ValidationError("--to must be 1 or more.") }
    }

    func run(in library: PHPhotoLibrary) async throws {
        let lookup = Lookup(library: library)
        let parent = try lookup.folder(named: folder)
        let children = try children.map(lookup.childCollection(named:))
        let siblings = FolderArguments.childCollections(of: parent)
        let indexes = try Order.indexes(of: children, in: siblings, of: parent?.localizedTitle)
        let target = min(to - 1, siblings.count - indexes.count)
        try library.performChangeBlock {
            FolderArguments.changeRequest(for: parent, children: siblings)?.moveChildCollections(
                at: indexes,
                to: target
            )
        }
        reportChange(
            "Moved \(FolderArguments.childCountText(children)) to position \(target + 1) of \"\(parent?.localizedTitle ?? "/")\".",
            of: children.map(\.localIdentifier),
            in: library
        )
    }
}

/// Converts the arguments of folder commands to objects.
enum FolderArguments {
    static func namedFolder(_ name: String, in library: PHPhotoLibrary) throws -> PHCollectionList {
        guard let folder = try Lookup(library: library).folder(named: name) else {
            throw CommandFailure(
                .usage,
                "The top level can be neither renamed nor deleted. Name a folder."
            )
        }
        return folder
    }

    /// Returns the number of albums, folders, or both.
    static func childCountText(_ children: [PHCollection]) -> String {
        let albums = children.count { $0 is PHAssetCollection }
        if albums == children.count { return Wording.count(albums, of: "album") }
        return albums == 0
            ? Wording.count(children.count, of: "folder") : "\(children.count) albums and folders"
    }

    /// Returns the current content of a folder; nil means the top level.
    static func childCollections(of folder: PHCollectionList?) -> PHFetchResult<PHCollection> {
        folder.map { PHCollection.fetchCollections(in: $0, options: nil) }
            ?? PHCollectionList.fetchTopLevelUserCollections(with: nil)
    }

    /// Makes a request for a folder; call this only inside a change block.
    static func changeRequest(
        for folder: PHCollectionList?,
        children: PHFetchResult<PHCollection>
    ) -> PHCollectionListChangeRequest? {
        guard let folder else {
            return PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: children)
        }
        return PHCollectionListChangeRequest(for: folder, childCollections: children)
    }
}
