public import Foundation
import PhotosStore

/// A folder whose photos are in the library and stay where they are.
///
/// Its files are never written to, moved or deleted.
public struct LibrarySource: Hashable, Sendable {
    /// What is to become of the assets of a source that is forgotten.
    public enum AssetTreatment: String, Hashable, Sendable, CaseIterable {
        /// They stay with all that was said of them, without their files; when the folder is added again, they have
        /// their files back.
        case keepOffline = "keep-offline"
        /// They go to Recently Deleted.
        case delete
    }

    /// Tells it from others, the same while the source is known.
    public let identifier: String
    /// Where the folder stands.
    public let url: URL
    /// Whether the folder, or its volume, was not there at the last sweep.
    public let isOffline: Bool
    /// When it was added.
    public let addedDate: Date
    /// When it was last looked through to the end; nil before that.
    public let sweptDate: Date?
    /// How many assets have their file in it.
    public let assetCount: Int
    /// Names of files and folders that are left out of it, as shell patterns.
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
    /// What a sweep tells while it runs.
    public enum Event: Hashable, Sendable {
        /// A file became an asset where it is.
        case created(URL, localIdentifier: String)
        /// A file became a part of an asset that another file made.
        case joined(URL, localIdentifier: String)
        /// The bytes of a file are those of an asset that the library has.
        case duplicate(URL, of: String)
        /// The library had lost its own file with the bytes of this one, and has a copy again.
        case healed(URL, localIdentifier: String)
        /// A file is left out; the sentence says why and what to do.
        case refused(URL, reason: String)
        /// A folder was renamed or moved, with all that is in it.
        case movedFolder(from: URL, to: URL)
        /// A folder could not be looked at; nothing was concluded from it.
        case unread(URL, reason: String)
        /// The source is not there as a whole; nothing was concluded from it.
        case offline(reason: String)
        /// Files are looked into by their headers and names alone from here on; the sentence says why and what to do.
        case withoutFacts(reason: String)
        /// A file became an asset, and stays without a preview; the sentence says why.
        case withoutPreview(URL, reason: String)
        /// Previews can be made of nothing at present; the sentence says why and what to do.
        case noPreviews(reason: String)
        /// All is in the library, and so many previews are still being made.
        case previewsLeft(Int)
    }

    /// What a sweep came to.
    public struct Report: Hashable, Sendable {
        /// Files that were looked at.
        public let fileCount: Int
        /// Files that were as they had been.
        public let sameCount: Int
        /// Files that were renamed or moved, each by itself.
        public let movedCount: Int
        /// Folders that were renamed or moved.
        public let movedFolderCount: Int
        /// Files that other programs wrote to.
        public let editedCount: Int
        /// Files that became assets.
        public let createdCount: Int
        /// Files that became parts of assets that others made.
        public let joinedCount: Int
        /// Files whose bytes an asset has.
        public let duplicateCount: Int
        /// Files whose bytes the library had lost, and has a copy of again.
        public let healedCount: Int
        /// Files that were left out, each told about.
        public let refusedCount: Int
        /// Files that are neither pictures nor movies.
        public let otherCount: Int
        /// Names of files and folders that were left out by a rule.
        public let passedOverCount: Int
        /// New and edited assets that stay without a preview.
        public let withoutPreviewCount: Int
        /// Files that are not there any more: their assets are offline.
        public let vanishedCount: Int
        /// Files that are there again.
        public let returnedCount: Int
        /// Files that are still being written, and left for later.
        public let busyCount: Int
        /// Why nothing was concluded; nil where the source was there.
        public let offlineReason: String?
        /// Whether the task was cancelled before the end; what had been written stays.
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
            healedCount = report.healed
            refusedCount = report.refused
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

    /// What following the sources tells.
    public enum WatchEvent: Hashable, Sendable {
        /// All sources were swept, and are watched from here on.
        case watching(sources: Int)
        /// What was looked at was not all as known.
        case swept(URL, Report)
        /// Something that a sweep of a source tells.
        case sweep(URL, Event)
        /// How it goes on is less good than it could be; the sentence says why and what to do.
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
    init(_ event: PhotosStore.WatchEvent) {
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
