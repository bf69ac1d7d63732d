package import Foundation
package import PhotosMedia

/// One request of a change block, as a value: what is wanted, not how it is done.
package enum Mutation: Sendable {
    case createAsset(AssetCreation)
    case updateAsset(UUID, AssetUpdate)
    /// Adds files to an asset that is there: a partner that came later.
    case attachResources(UUID, ResourceAttachment)
    /// Says what is known of files of a source; no entry of the history.
    case recordFiles([SourceFileEntry])
    /// Gives new files to resources whose own are gone or damaged.
    case healResources([ResourceHealing])
    /// Moves to Recently Deleted, or deletes at once where the library keeps nothing there.
    case deleteAssets([UUID])
    case restoreAssets([UUID])
    /// Deletes for good, whether they are in Recently Deleted or not.
    case purgeAssets([UUID])
    case createCollection(UUID, CollectionKind, title: String)
    case renameCollection(UUID, title: String)
    case deleteCollections([UUID], CollectionKind)
    case editMembers(album: UUID, ListEdits)
    /// Nil stands for the root folder.
    case editChildren(folder: UUID?, ListEdits)
    /// Notes what became of files that stay in their source.
    case follow(SourceConclusions)
    /// Leaves assets, by their rows, without the files that stay in sources.
    case detach([Int64])
    /// Follows what files say that were read again.
    case takeFacts([FactsReading])
}

/// The requests of one block, which become one transaction and one entry of the history.
package struct ChangeBlock: Sendable {
    package var mutations: [Mutation]
    package var work: WorkKind
    /// Who asks; nil stands for the author of the library's environment.
    package var author: String?
    /// The row of the source that an import came from.
    package var sourceID: Int64?

    package init(
        _ mutations: [Mutation],
        work: WorkKind = .edit,
        author: String? = nil,
        sourceID: Int64? = nil
    ) {
        self.mutations = mutations
        self.work = work
        self.author = author
        self.sourceID = sourceID
    }

    /// About how many objects the requests name.
    var objectCount: Int {
        mutations.reduce(0) { count, mutation in
            switch mutation {
            case .deleteAssets(let uuids), .restoreAssets(let uuids), .purgeAssets(let uuids):
                count + uuids.count
            case .editMembers(_, let edits): count + edits.named.count
            case .follow(let conclusions): count + conclusions.count
            case .detach(let rows): count + rows.count
            case .takeFacts(let readings): count + readings.count
            default: count + 1
            }
        }
    }
}

/// Where the bytes of a new resource come from.
package struct ResourceSource: Sendable {
    package enum Content: Sendable {
        case file(URL, move: Bool)
        /// A file that was found and is open as a descriptor: what stands at its path by now may be another.
        case found(FoundFile, Int32, move: Bool)
        case data(Data)
        /// Some bytes of a file.
        case part(URL, Range<Int64>)
        /// A file that is in a staging area of the library already.
        case staged(StagedResource)
    }

    package var type: Int
    package var content: Content
    /// The name to remember; nil takes the file's, or makes one.
    package var filename: String?
    /// A uniform type identifier; nil asks the content.
    package var contentType: String?

    package init(type: Int, content: Content, filename: String? = nil, contentType: String? = nil) {
        self.type = type
        self.content = content
        self.filename = filename
        self.contentType = contentType
    }
}

/// A file that an import has staged, with what it is.
package struct StagedResource: Sendable {
    package var file: StagedFile
    /// Nil for what is no picture, movie or sound.
    package var facts: MediaFacts?
    /// Nil for a file that was only looked at, and for one that stays in its source.
    let area: StagingArea?
    /// Whether the file stays in its source, and its name below the folder of originals is one that nothing has.
    var staysInSource = false
}

/// An asset to be made: its files, and what is wanted to differ from what the files tell.
package struct AssetCreation: Sendable {
    package var uuid: UUID
    package var resources: [ResourceSource]
    package var update: AssetUpdate
    /// Stands in for a creation date that the files do not tell; nil takes the modification date of the original's file.
    package var fallbackDate: Date?
    /// Refuses the asset when a library's asset already has the same original.
    package var onlyIfNew: Bool
    /// What stands beside the files.
    package var supplement = ImportSupplement()

    package init(
        uuid: UUID,
        resources: [ResourceSource] = [],
        update: AssetUpdate = AssetUpdate(),
        fallbackDate: Date? = nil,
        onlyIfNew: Bool = false
    ) {
        self.uuid = uuid
        self.resources = resources
        self.update = update
        self.fallbackDate = fallbackDate
        self.onlyIfNew = onlyIfNew
    }
}

/// Files that join an asset, and what that changes.
package struct ResourceAttachment: Sendable {
    package var resources: [ResourceSource]
    /// New types of resources that the asset has, by their present types: a movie becomes the half of a pair.
    package var retyped: [Int: Int]
    package var supplement = ImportSupplement()
    /// What stands beside the original from now on.
    package var companion = FactsReading.Companion.unchanged
    /// What the original that the asset has says, where that was not recorded and is of use now.
    package var present: MediaFacts?

    package init(resources: [ResourceSource], retyped: [Int: Int] = [:]) {
        self.resources = resources
        self.retyped = retyped
    }
}

/// What is known of one file of a source, and the asset that it belongs to.
package struct SourceFileEntry: Sendable {
    package var folder: SourceFolderPath
    package var row: SourceFileRow
    /// An asset of the library or of the same block.
    package var asset: UUID?
    /// The name of the resource whose file it is, where that stays in its source.
    package var resourceFile: String?

    package init(
        folder: SourceFolderPath,
        row: SourceFileRow,
        asset: UUID?,
        resourceFile: String? = nil
    ) {
        self.folder = folder
        self.row = row
        self.asset = asset
        self.resourceFile = resourceFile
    }
}

/// Changes of an asset's properties and content.
package struct AssetUpdate: Sendable {
    package var values: [AssetField: FieldValue] = [:]
    package var keywords: [KeywordEdit] = []
    package var content: ContentEdit?
    /// Properties that are to be what the asset's files say.
    package var reverted: Set<FileMetadata.Field> = []

    package init() {}

    package enum KeywordEdit: Sendable {
        case add(String)
        case remove(String)
    }

    package enum ContentEdit: Sendable {
        /// A rendering with the data that made it.
        ///
        /// It is refused where the asset's content is of another version than the one that the edit was made from; nil
        /// stands for any.
        case adjust(
            rendered: [ResourceSource],
            adjustment: Adjustment,
            input: EditInput = .original,
            contentVersion: Int? = nil
        )
        /// Back to the original; a choice says which half of a RAW and JPEG pair that is.
        case revert(originalChoice: Int?)
    }
}

extension ResourceSource.Content {
    var filename: String? {
        switch self {
        case .file(let url, _): url.lastPathComponent
        case .found(let file, _, _): file.name
        default: nil
        }
    }
}
