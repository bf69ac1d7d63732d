package import Foundation
package import PhotosMedia

/// A request of a change block, as a value.
package enum Mutation: Sendable {
    case createAsset(AssetCreation)
    case updateAsset(UUID, AssetUpdate)
    /// Adds files to an existing asset, such as the second file of a pair that arrived later.
    case attachResources(UUID, ResourceAttachment)
    /// Stores the state of files of a source.
    ///
    /// This writes no entry of the history.
    case recordFiles([SourceFileEntry])
    /// Gives new files to resources whose own files are missing or damaged.
    case healResources([ResourceHealing])
    /// Keeps files of other programs with an asset.
    ///
    /// The entry of the history names no object, unless the block has other changes.
    case keepFiles(UUID, [KeptFileSource])
    /// Forgets kept files, given by their rows.
    case releaseKeptFiles([Int64])
    /// Moves assets to Recently Deleted, or deletes them at once if the library keeps no assets there.
    case deleteAssets([UUID])
    case restoreAssets([UUID])
    /// Deletes assets for good, whether they are in Recently Deleted or not.
    case purgeAssets([UUID])
    case createCollection(UUID, CollectionKind, title: String)
    case renameCollection(UUID, title: String)
    /// Creates a smart album that contains what a search finds.
    case createSmartAlbum(UUID, title: String, search: String)
    /// Gives another search to a smart album that was created.
    case setSearch(UUID, String)
    case deleteCollections([UUID], CollectionKind)
    /// Passes on to an asset what others have.
    ///
    /// The asset is pinned if one of the others is, and the limited clients that see one of the others see it. The asset gets the
    /// words of their files that it lacks, and copies of the files that they keep.
    ///
    /// The others keep what they have, so that they have it again when they are restored.
    case passOn(to: UUID, from: [UUID])
    case editMembers(album: UUID, ListEdits)
    /// Edits the children of a folder.
    ///
    /// Nil means the root folder.
    case editChildren(folder: UUID?, ListEdits)
    /// Stores the outcome of a sweep for files that stay in their source.
    case follow(SourceConclusions)
    /// Gives files in sources to assets with the same bytes and without a file, and moves the assets that had the files to
    /// Recently Deleted.
    case replaceTwins([TwinReplacement])
    /// Removes the files in a source, or in all sources, from assets, which are given by their rows.
    case detach([Int64], fromSource: Int64? = nil)
    /// Takes back changes of the log.
    case reverse(ReversalRequest)
    /// Updates assets from files that were read again.
    case takeFacts([FactsReading])
    /// Notes of which assets, given by their rows, a remote refuses files, and of which none does any more.
    case noteUploads(refused: [Int64], accepted: [Int64])
    /// Makes, acknowledges, retries and cancels upload jobs.
    ///
    /// This writes no entry of the history.
    case changeUploadJobs([UploadJobChange])
}

/// The requests of one block, which become one transaction and one entry of the history.
package struct ChangeBlock: Sendable {
    package var mutations: [Mutation]
    package var work: WorkKind
    /// The author of the change; nil means the author of the library's environment.
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

    /// The approximate number of objects that the requests name.
    var objectCount: Int {
        mutations.reduce(0) { count, mutation in
            switch mutation {
            case .deleteAssets(let uuids), .restoreAssets(let uuids), .purgeAssets(let uuids):
                count + uuids.count
            case .passOn(_, let uuids): count + uuids.count
            case .editMembers(_, let edits): count + edits.named.count
            case .follow(let conclusions): count + conclusions.count
            case .replaceTwins(let replacements): count + replacements.count * 2
            case .detach(let rows, _): count + rows.count
            case .takeFacts(let readings): count + readings.count
            case .noteUploads(let refused, let accepted): count + refused.count + accepted.count
            case .changeUploadJobs(let changes): count + changes.count
            default: count + 1
            }
        }
    }
}

/// A new resource: its type, its name, and the origin of its bytes.
package struct ResourceSource: Sendable {
    package enum Content: Sendable {
        case file(URL, move: Bool)
        /// A file that a scan found, open as a descriptor.
        ///
        /// By now another file may be at its path.
        case found(FoundFile, Int32, move: Bool)
        case data(Data)
        /// A byte range of a file.
        case part(URL, Range<Int64>)
        /// A file that is already in a staging area of the library.
        case staged(StagedResource)
    }

    package var type: ResourceRole
    package var content: Content
    /// The file name to record; nil uses the file's name, or generates one.
    package var filename: String?
    /// A uniform type identifier; nil detects the type from the content.
    package var contentType: String?

    package init(
        type: ResourceRole,
        content: Content,
        filename: String? = nil,
        contentType: String? = nil
    ) {
        self.type = type
        self.content = content
        self.filename = filename
        self.contentType = contentType
    }
}

/// A file that an import has staged, with its media facts.
package struct StagedResource: Sendable {
    package var file: StagedFile
    /// Nil for a file that is no picture, movie or sound.
    package var facts: MediaFacts?
    /// Nil for a file that was only read, and for a file that stays in its source.
    package let area: StagingArea?
    /// Whether the file stays in its source.
    ///
    /// Its name below the folder of originals is then one that no file has.
    package var staysInSource = false

    package init(
        file: StagedFile,
        facts: MediaFacts? = nil,
        area: StagingArea?,
        staysInSource: Bool = false
    ) {
        self.file = file
        self.facts = facts
        self.area = area
        self.staysInSource = staysInSource
    }
}

/// An asset to create: its files, and the properties that differ from those of the files.
package struct AssetCreation: Sendable {
    package var uuid: UUID
    package var resources: [ResourceSource]
    package var update: AssetUpdate
    /// The creation date if the files state none; nil uses the modification date of the original's file.
    package var fallbackDate: Date?
    /// Rejects the asset if an asset of the library already has the same original.
    package var onlyIfNew: Bool
    /// The properties from files beside the original.
    package var supplement = ImportSupplement()
    /// The properties that the asset gets in the end, whatever its files and the present time say.
    ///
    /// An import of this software's own export restores them.
    package var restored: [AssetField: FieldValue] = [:]

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

/// Files to add to an asset, and the changes that follow.
package struct ResourceAttachment: Sendable {
    package var resources: [ResourceSource]
    /// New types for existing resources, keyed by their present types.
    ///
    /// For example, a movie becomes half of a pair.
    package var retyped: [ResourceRole: ResourceRole]
    /// The checksums of existing resources that give way to new ones, by their types.
    ///
    /// A resource with other bytes was changed meanwhile. The resource stays, and the attachment fails.
    package var replaced: [ResourceRole: [UInt8]] = [:]
    package var supplement = ImportSupplement()
    /// The metadata beside the original after this change.
    package var companion = FactsReading.Companion.unchanged
    /// The metadata of the asset's present original, if it was not recorded before and is needed now.
    package var present: MediaFacts?
    /// The properties that stay as the asset has them when the block is written, although files state something else now.
    ///
    /// Of the traits, that is whether the zone is assumed.
    package var staying: Set<AssetField> = []

    package init(resources: [ResourceSource], retyped: [ResourceRole: ResourceRole] = [:]) {
        self.resources = resources
        self.retyped = retyped
    }
}

/// The state of one file of a source, and the asset that the file belongs to.
package struct SourceFileEntry: Sendable {
    package var folder: SourceFolderPath
    package var row: SourceFileRow
    /// An asset of the library or of the same block.
    package var asset: UUID?
    /// The file name of the resource that uses the file, if the file stays in its source.
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
    /// The row that the asset has for the caller, or nil if the caller does not know the row.
    ///
    /// Without it, the row is looked up by the asset's identifier.
    package var row: Int64?
    package var values: [AssetField: FieldValue] = [:]
    package var keywords: [KeywordEdit] = []
    package var content: ContentEdit?
    /// The properties to reset to the values in the asset's files.
    package var reverted: Set<FileMetadata.Field> = []
    /// The properties by which the values were decided, each with all of its fields.
    ///
    /// A property that has another value when the block is written was changed meanwhile, and stays.
    package var decidedBy: [[AssetField: FieldValue]] = []
    /// Whether the zone of the date is an assumed one; nil where that follows from the values.
    package var isZoneAssumed: Bool?

    package init() {}

    package enum KeywordEdit: Sendable {
        case add(String)
        case remove(String)
    }

    package enum ContentEdit: Sendable {
        /// Adds a rendering with the adjustment data that made it.
        ///
        /// The edit is rejected if `contentVersion` is not the present version of the asset's content. Nil
        /// accepts any version.
        case adjust(
            rendered: [ResourceSource],
            adjustment: Adjustment,
            input: EditInput = .original,
            contentVersion: Int? = nil
        )
        /// Reverts to the original.
        ///
        /// For a RAW and JPEG pair, the choice says which of the two is the original.
        case revert(originalChoice: OriginalChoice?)
        /// Removes the files that are missing from their sources, so that the asset goes on without them.
        ///
        /// The edit is rejected if no original is left. The edit is also rejected if a remote has one of the files, unless
        /// `evenInRemotes` is true.
        case leaveOutMissing(evenInRemotes: Bool)
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
