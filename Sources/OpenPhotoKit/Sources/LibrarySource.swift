public import Foundation
import PhotosImport
import PhotosStore

/// A folder whose photos are in the library but stay in their files.
///
/// The library never writes, moves or deletes these files.
public struct LibrarySource: Hashable, Sendable {
    /// The treatment of the assets of a source that is forgotten.
    public enum AssetTreatment: String, Hashable, Sendable, CaseIterable {
        /// The assets stay with all their properties, without their files.
        ///
        /// When the folder is added again, the assets get their files back.
        case keepOffline = "keep-offline"
        /// The assets move to Recently Deleted.
        case delete
    }

    /// The identifier of the source, which stays the same until the source is forgotten.
    public let identifier: String
    /// The URL of the folder.
    public let url: URL
    /// Whether the folder, or its volume, was missing at the last sweep.
    public let isOffline: Bool
    /// The date when the source was added.
    public let addedDate: Date
    /// The date of the last complete sweep; nil before the first one.
    public let sweptDate: Date?
    /// The number of assets with their file in the source.
    public let assetCount: Int
    /// The names of files and folders that are left out, as shell patterns.
    public let excludedPatterns: [String]
    let row: Int64

    init(_ source: SourceRow, assetCount: Int, excludedPatterns: [String]) {
        identifier = source.uuid.uuidString
        url = URL(fileURLWithPath: source.path, isDirectory: true)
        isOffline = source.isOffline
        addedDate = source.addedDate
        sweptDate = source.sweptDate
        self.assetCount = assetCount
        self.excludedPatterns = excludedPatterns
        row = source.id
    }
}

extension LibrarySource {
    /// An event of a running sweep.
    public enum Event: Hashable, Sendable {
        /// A file became an asset and stays in its folder.
        case created(URL, localIdentifier: String)
        /// A file became part of an asset of another file.
        case joined(URL, localIdentifier: String)
        /// A file has the same bytes as an asset of the library.
        case duplicate(URL, of: String)
        /// A lost file of the library with the same bytes was restored from a copy of this file.
        case healed(URL, localIdentifier: String)
        /// A file is left out; `reason` is a sentence with the cause and the solution.
        case refused(URL, reason: String)
        /// A file is in the library, but not all of its content could be read; `reason` is a sentence.
        case incomplete(URL, reason: String)
        /// A sidecar has the name of several photos, does not state which it describes, and was read for each; `reason` is a
        /// sentence.
        case sharedSidecar(URL, reason: String)
        /// A folder is an export of a photo library and is left out; `reason` is a sentence with the solution.
        case leftOutExport(URL, reason: String)
        /// A folder was renamed or moved with all its content.
        case movedFolder(from: URL, to: URL)
        /// A folder, or a sidecar of a photo that has lost another one, could not be read, so that its assets are unchanged.
        case unread(URL, reason: String)
        /// The whole source is missing, so that its assets are unchanged.
        case offline(reason: String)
        /// From here on, only headers and names of files are read; `reason` is a sentence with the cause and the
        /// solution.
        case withoutFacts(reason: String)
        /// A file became an asset without a preview; `reason` is a sentence.
        case withoutPreview(URL, reason: String)
        /// No previews can be made at present; `reason` is a sentence with the cause and the solution.
        case noPreviews(reason: String)
        /// All files are in the library, and this number of previews is still to be made.
        case previewsLeft(Int)
    }

    /// The result of a sweep.
    public struct Report: Hashable, Sendable {
        /// The number of files that were checked.
        public let fileCount: Int
        /// The number of unchanged files.
        public let sameCount: Int
        /// The number of files that were renamed or moved individually.
        public let movedCount: Int
        /// The number of folders that were renamed or moved.
        public let movedFolderCount: Int
        /// The number of files that other programs changed.
        public let editedCount: Int
        /// The number of files that became assets.
        public let createdCount: Int
        /// The number of files that became parts of assets of other files.
        public let joinedCount: Int
        /// The number of files with the same bytes as an asset.
        public let duplicateCount: Int
        /// The number of files that became assets although Recently Deleted has an equal asset.
        public let equalDeletedCount: Int
        /// The number of files whose copies restored lost files of the library.
        public let healedCount: Int
        /// The number of files that were left out, each reported by an event.
        public let refusedCount: Int
        /// The number of sidecars among the refused files: nothing is taken from them.
        public let refusedSidecarCount: Int
        /// The number of files that became assets, and whose content could not be read completely.
        public let incompleteCount: Int
        /// The number of files that are neither a photo nor a part of one, such as texts, and sidecars without their photos.
        public let otherCount: Int
        /// The number of files and folders that were left out by a rule.
        public let passedOverCount: Int
        /// The number of new and edited assets without a preview.
        public let withoutPreviewCount: Int
        /// The number of files that are gone; their assets are offline.
        public let vanishedCount: Int
        /// The number of files that were gone and exist again.
        public let returnedCount: Int
        /// The number of files that are still being written, which a later sweep reads.
        public let busyCount: Int
        /// The reason why the sweep changed nothing; nil if the source was available.
        public let offlineReason: String?
        /// Whether the task was cancelled before the end; changes that were written stay.
        public let wasCancelled: Bool

        init(_ report: SweepReport) {
            fileCount = report.files
            sameCount = report.same
            movedCount = report.moved
            movedFolderCount = report.movedFolders
            editedCount = report.edited
            createdCount = report.created
            joinedCount = report.joined
            duplicateCount = report.duplicates
            equalDeletedCount = report.equalDeleted
            healedCount = report.healed
            refusedCount = report.refused
            refusedSidecarCount = report.refusedSidecars
            incompleteCount = report.incomplete
            otherCount = report.others
            passedOverCount = report.passedOver
            withoutPreviewCount = report.withoutPreview
            vanishedCount = report.vanished
            returnedCount = report.returned
            busyCount = report.busy
            offlineReason = report.offlineReason
            wasCancelled = report.wasCancelled
        }
    }

    /// An event while sources are watched.
    public enum WatchEvent: Hashable, Sendable {
        /// All sources were swept, and are watched from now on.
        case watching(sources: Int)
        /// A sweep found changes.
        case swept(URL, Report)
        /// An event of a sweep of a source.
        case sweep(URL, Event)
        /// Watching is limited; the sentence gives the cause and the solution.
        case notice(String)
    }
}

extension LibrarySource.Event {
    init(_ event: SweepEvent) {
        self =
            switch event {
            case .created(let url, let name): .created(url, localIdentifier: name.description)
            case .joined(let url, let name): .joined(url, localIdentifier: name.description)
            case .duplicate(let url, let twin): .duplicate(url, of: twin.description)
            case .healed(let url, let name): .healed(url, localIdentifier: name.description)
            case .refused(let url, let reason): .refused(url, reason: reason)
            case .incomplete(let url, let reason): .incomplete(url, reason: reason)
            case .sharedSidecar(let url, let reason): .sharedSidecar(url, reason: reason)
            case .leftOutExport(let url, let reason): .leftOutExport(url, reason: reason)
            case .movedFolder(let from, let to): .movedFolder(from: from, to: to)
            case .unread(let url, let reason): .unread(url, reason: reason)
            case .offline(let reason): .offline(reason: reason)
            case .withoutFacts(let reason): .withoutFacts(reason: reason)
            case .withoutPreview(let url, let reason): .withoutPreview(url, reason: reason)
            case .noPreviews(let reason): .noPreviews(reason: reason)
            case .previewsLeft(let count): .previewsLeft(count)
            }
    }
}

extension LibrarySource.WatchEvent {
    init(_ event: PhotosImport.WatchEvent) {
        func url(_ source: SourceRow) -> URL {
            URL(fileURLWithPath: source.path, isDirectory: true)
        }
        self =
            switch event {
            case .watching(let sources): .watching(sources: sources)
            case .swept(let source, let report):
                .swept(url(source), LibrarySource.Report(report))
            case .sweep(let source, let event): .sweep(url(source), LibrarySource.Event(event))
            case .notice(let sentence): .notice(sentence)
            }
    }
}
