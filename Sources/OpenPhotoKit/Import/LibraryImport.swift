public import Foundation
public import Photos
import PhotosImport
import PhotosStore

/// The options, events and results of an import of files and folders.
public enum LibraryImport {
    /// The treatment of files whose bytes are already in the library.
    public enum Duplicates: String, Hashable, Sendable, CaseIterable {
        /// The files are reported and left out.
        case skip
        /// The files become new assets.
        case keep
        /// The files are left out, and the existing assets are added to the album "Duplicates".
        case album
    }

    /// The way in which files are transferred to the library.
    public enum Transfer: String, Hashable, Sendable, CaseIterable {
        /// The files are copied, sharing their blocks if the file system supports that.
        case copy
        /// The files are removed from their folders once their assets are durable.
        case move
    }

    /// The options of an import.
    public struct Options: Hashable, Sendable {
        /// The treatment of files whose bytes are already in the library; `skip` by default.
        public var duplicates: Duplicates
        /// The way in which files are transferred; `copy` by default.
        public var transfer: Transfer
        /// The title of an album that all assets are added to; created if no album has the title.
        public var album: String?
        /// Whether to add each asset to an album with the name of the folder that its file is in.
        ///
        /// Folders of one name fill one album. Libraries and exports of other programs have albums of their own.
        public var makesAlbumsOfFolders: Bool
        /// Whether to only report what would be done.
        public var isDryRun: Bool
        /// Whether to make previews of new assets at once.
        ///
        /// Otherwise each is made at its first request.
        public var makesPreviews: Bool
        /// Whether to continue if the program `photokit-media` is missing or does not work; by default the import
        /// then fails.
        ///
        /// Without the program, only facts from headers and names of files are known, and no dates, locations and
        /// captions inside the files. The option has no effect if the program works.
        public var allowsMissingFacts: Bool
        /// The names of files and folders to leave out, as shell patterns such as `*.tmp`.
        ///
        /// A pattern with a slash is compared with the path relative to the imported folder. Files that other
        /// programs store next to photos (`@eaDir`, `Thumbs.db` and the like) are always left out.
        public var excludedPatterns: [String]

        /// Makes options.
        ///
        /// - Parameters:
        ///   - duplicates: The treatment of files whose bytes are already in the library.
        ///   - transfer: The way in which files are transferred to the library.
        ///   - album: The title of an album that all assets are added to.
        ///   - makesAlbumsOfFolders: Whether to add each asset to an album with the name of its file's folder.
        ///   - isDryRun: Whether to only report what would be done.
        ///   - makesPreviews: Whether to make previews of new assets at once.
        ///   - allowsMissingFacts: Whether to continue without the program `photokit-media`.
        ///   - excludedPatterns: The names of files and folders to leave out.
        public init(
            duplicates: Duplicates = .skip,
            transfer: Transfer = .copy,
            album: String? = nil,
            makesAlbumsOfFolders: Bool = false,
            isDryRun: Bool = false,
            makesPreviews: Bool = true,
            allowsMissingFacts: Bool = false,
            excludedPatterns: [String] = []
        ) {
            self.duplicates = duplicates
            self.transfer = transfer
            self.album = album
            self.makesAlbumsOfFolders = makesAlbumsOfFolders
            self.isDryRun = isDryRun
            self.makesPreviews = makesPreviews
            self.allowsMissingFacts = allowsMissingFacts
            self.excludedPatterns = excludedPatterns
        }

        var engineOptions: ImportOptions {
            var options = ImportOptions(workers: ProcessInfo.processInfo.activeProcessorCount)
            options.duplicates =
                switch duplicates {
                case .skip: .skip
                case .keep: .keep
                case .album: .album
                }
            options.transfer =
                switch transfer {
                case .copy: .copy
                case .move: .move
                }
            options.album = album
            options.makesAlbumsOfFolders = makesAlbumsOfFolders
            options.isDryRun = isDryRun
            options.makesPreviews = makesPreviews
            options.allowsMissingFacts = allowsMissingFacts
            options.rules = PassedOver(excludedPatterns)
            return options
        }
    }

    /// An event of a running import.
    public enum Event: Hashable, Sendable {
        /// All folders have been searched once.
        case found(files: Int, bytes: Int64)
        /// A file became a durable asset; in a dry run, it would.
        case imported(URL, localIdentifier: String)
        /// A file belongs to an asset of another file: the movie of a Live Photo, a RAW, an edit, a sidecar.
        case joined(URL, localIdentifier: String)
        /// A file has the same bytes as an asset of the library.
        case duplicate(URL, of: String)
        /// An asset has the same bytes, but only in a file that stays in a source.
        ///
        /// Nothing was copied. If the file in the source is removed, the photo is lost.
        case inSource(URL, of: String)
        /// The library's own folder already had the bytes, and the import, which moves files, removed the file.
        ///
        /// In a dry run, the import would remove it.
        case removed(URL, of: String)
        /// A lost file of the library with these bytes was durably restored; in a dry run, it would be.
        case healed(URL, localIdentifier: String)
        /// Files of a folder are unchanged since an earlier import, and are not read again.
        case unchanged(URL, files: Int)
        /// A file is not a picture or movie, and does not belong to one.
        case other(URL)
        /// A file was imported, but not all of its content could be read; `reason` is a sentence.
        case incomplete(URL, reason: String)
        /// A file was imported, and its bytes are not those that an export wrote; `reason` is a sentence.
        ///
        /// A person has edited the file, or it is damaged.
        case changed(URL, reason: String)
        /// Some values of a changed file of an export were left out; `reason` is a sentence with the solution.
        ///
        /// The library has changed the same properties since.
        ///
        /// The properties have the names `date`, `place`, `caption`, `keywords`, `rating`, `title`, `headline`, `creators`,
        /// `persons` and `placeNames`.
        case conflict(URL, localIdentifier: String, properties: [String], reason: String)
        /// The library has a file's bytes, but the file could not be moved and stays; `reason` is a sentence.
        case stayed(URL, reason: String)
        /// A sidecar has the name of several photos, does not state which it describes, and was read for each; `reason` is a
        /// sentence.
        case sharedSidecar(URL, reason: String)
        /// A file of an export was left out, because its photo or version was deleted from the exported library since; `reason`
        /// is a sentence with the solution. With `isChanged`, somebody has changed the file since the export: a sidecar alone is
        /// no photo.
        case deleted(URL, reason: String, isChanged: Bool)
        /// This number of names in a folder is left out by a rule: names of other programs' files, or of
        /// ``Options/excludedPatterns``.
        case passedOver(URL, names: Int)
        /// A file is left out; `reason` is a sentence with the cause and the solution.
        case refused(URL, reason: String)
        /// Something in another program's library cannot be imported, or not completely.
        case loss(path: String, reason: String)
        /// Another file was processed.
        case progress(Progress)
        /// The asset of a file was imported but has no preview; `reason` is a sentence.
        case withoutPreview(URL, reason: String)
        /// No previews can be made at present; `reason` is a sentence with the cause and the solution.
        case noPreviews(reason: String)
        /// From here on, only headers and names of files are read; `reason` is a sentence with the cause and the
        /// solution.
        case withoutFacts(reason: String)
        /// All files are imported, and this number of previews is still to be made.
        case previewsLeft(Int)
    }

    /// The progress of an import.
    public struct Progress: Hashable, Sendable {
        /// The number of processed files.
        public let filesDone: Int
        /// The number of files that were found.
        public let filesTotal: Int
        /// The bytes in the processed files.
        public let bytesDone: Int64
        /// The bytes in all files that were found.
        public let bytesTotal: Int64
        /// The rate so far; nil until it is known.
        public let bytesPerSecond: Double?
        /// The estimated seconds left at that rate; nil until the rate is known.
        public let secondsLeft: Double?

        init(_ progress: ImportProgress) {
            filesDone = progress.filesDone
            filesTotal = progress.filesTotal
            bytesDone = progress.bytesDone
            bytesTotal = progress.bytesTotal
            bytesPerSecond = progress.bytesPerSecond
            secondsLeft = progress.remaining
        }
    }

    /// The result of an import.
    public struct Report: Hashable, Sendable {
        /// The number of files that became assets.
        public let importedCount: Int
        /// The number of imported files whose bytes an asset in Recently Deleted has, too.
        ///
        /// Restoring that asset brings back its caption, keywords and albums; the imported one does not have them.
        public let equalDeletedCount: Int
        /// The number of photos of this library that got properties which they lacked.
        ///
        /// The captions, keywords, ratings, dates or places come from photos with the same bytes in another library's
        /// export.
        public let filledCount: Int
        /// The number of files that were added to assets of other files.
        public let joinedCount: Int
        /// The number of files whose bytes were already in the library.
        public let duplicateCount: Int
        /// The number of files whose bytes are only in files that stay in sources, each reported by
        /// ``Event/inSource(_:of:)``.
        public let inSourceCount: Int
        /// The number of files that were removed because the library's own folder already had their bytes.
        public let removedCount: Int
        /// The number of files that restored a lost or damaged file of the library.
        ///
        /// The assets of those files keep their identifiers and properties.
        public let healedCount: Int
        /// The number of files that an earlier import processed, and that were not read again.
        public let unchangedCount: Int
        /// The number of files that are not pictures or movies.
        public let otherCount: Int
        /// The number of imported files whose content could not be read completely.
        public let incompleteCount: Int
        /// The number of sidecars among the incomplete files.
        public let unreadableSidecarCount: Int
        /// The number of imported files that are not as an export wrote them, each reported by ``Event/changed(_:reason:)``.
        public let changedCount: Int
        /// The number of files of an export of which values were left out, because the library has changed the same properties,
        /// each reported by ``Event/conflict(_:localIdentifier:properties:reason:)``.
        public let conflictCount: Int
        /// The number of files that the library has and that could not be moved, each reported by ``Event/stayed(_:reason:)``.
        public let stayedCount: Int
        /// The number of files of exports and of other programs' libraries, from which an import takes copies even if it moves files.
        public let unmovedCount: Int
        /// The number of sidecars that were read for several photos, each reported by ``Event/sharedSidecar(_:reason:)``.
        public let sharedSidecarCount: Int
        /// The tokens of the changes that the import made, the oldest first; each is the end of one.
        ///
        /// ``Photos/PHPhotoLibrary/undo(_:author:exceptPicturesOf:alongside:)`` takes all of them back as one.
        public let changeTokens: [PHPersistentChangeToken]
        /// The number of files of an export that were left out because their photos or versions were deleted since, each reported by
        /// ``Event/deleted(_:reason:isChanged:)``.
        public let deletedCount: Int
        /// The number of files and folders that were left out by a rule.
        public let passedOverCount: Int
        /// The number of files that were left out, each reported by ``Event/refused(_:reason:)``.
        public let refusedCount: Int
        /// The number of losses from another program's library, each reported by ``Event/loss(path:reason:)``.
        public let lossCount: Int
        /// The number of imported assets without a preview, each reported by ``Event/withoutPreview(_:reason:)``.
        public let withoutPreviewCount: Int
        /// The bytes in the imported files.
        public let importedBytes: Int64
        /// The files that left this disk by the rule for space.
        public let released: LibraryRemote.Amount
        /// Whether the task was cancelled before the end; assets that were imported stay.
        public let wasCancelled: Bool
        /// Whether all files were processed, so that a cancelled import lacks previews alone.
        package let hasAllFiles: Bool
        /// A file in the library with a JSON object for each problem, one a line.
        ///
        /// The property is nil if there were no problems.
        public let reportURL: URL?

        init(_ summary: ImportSummary, released part: RemoteTotals.Part, of store: Library) {
            changeTokens = summary.changes.map {
                PHPersistentChangeToken(store.history.token(for: $0))
            }
            released = LibraryRemote.Amount(part)
            importedCount = summary.imported
            equalDeletedCount = summary.equalDeleted
            filledCount = summary.filled
            joinedCount = summary.joined
            duplicateCount = summary.duplicates
            inSourceCount = summary.inSources
            removedCount = summary.removed
            healedCount = summary.healed
            unchangedCount = summary.unchanged
            otherCount = summary.others
            incompleteCount = summary.complaints
            unreadableSidecarCount = summary.unreadableSidecars
            changedCount = summary.changed
            conflictCount = summary.conflicts
            stayedCount = summary.stayed
            unmovedCount = summary.unmoved
            sharedSidecarCount = summary.sharedSidecars
            deletedCount = summary.deleted
            passedOverCount = summary.passedOver
            refusedCount = summary.refused
            lossCount = summary.losses
            withoutPreviewCount = summary.withoutPreview
            importedBytes = summary.bytesImported
            wasCancelled = summary.wasCancelled
            hasAllFiles = summary.hasAllFiles
            reportURL = summary.report
        }
    }
}

extension LibraryImport.Event {
    init(_ event: ImportEvent) {
        self =
            switch event {
            case .found(let files, let bytes): .found(files: files, bytes: bytes)
            case .imported(let url, let name): .imported(url, localIdentifier: name.description)
            case .joined(let url, let name): .joined(url, localIdentifier: name.description)
            case .duplicate(let url, let twin): .duplicate(url, of: twin.description)
            case .inSource(let url, let twin): .inSource(url, of: twin.description)
            case .removed(let url, let twin): .removed(url, of: twin.description)
            case .healed(let url, let name): .healed(url, localIdentifier: name.description)
            case .unchanged(let url, let files): .unchanged(url, files: files)
            case .other(let url): .other(url)
            case .complaint(let url, let reason): .incomplete(url, reason: reason)
            case .changed(let url, let reason): .changed(url, reason: reason)
            case .conflict(let url, let name, let properties, let reason):
                .conflict(
                    url,
                    localIdentifier: name.description,
                    properties: properties.map(\.rawValue),
                    reason: reason
                )
            case .stayed(let url, let reason): .stayed(url, reason: reason)
            case .sharedSidecar(let url, let reason): .sharedSidecar(url, reason: reason)
            case .deleted(let url, let reason, let isChanged):
                .deleted(url, reason: reason, isChanged: isChanged)
            case .passedOver(let url, let names): .passedOver(url, names: names)
            case .refused(let url, let reason): .refused(url, reason: reason)
            case .loss(let path, let reason): .loss(path: path, reason: reason)
            case .progress(let progress): .progress(LibraryImport.Progress(progress))
            case .withoutPreview(let url, let reason): .withoutPreview(url, reason: reason)
            case .noPreviews(let reason): .noPreviews(reason: reason)
            case .withoutFacts(let reason): .withoutFacts(reason: reason)
            case .previewsLeft(let count): .previewsLeft(count)
            }
    }
}
