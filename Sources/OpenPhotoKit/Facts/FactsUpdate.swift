import Foundation
import PhotosStore

/// What reading the files of assets again tells.
public enum FactsUpdate {
    /// Which assets are read again.
    public enum Selection: Hashable, Sendable {
        /// Those whose files the present reader has not read: they came in before it, or while it was missing.
        case outdated
        /// The assets of some local identifiers.
        case assets([String])
    }

    /// A property that a file says otherwise than the library did.
    public struct Change: Hashable, Sendable {
        /// The name of the property, as in the history.
        public let property: String
        /// The value in the library before.
        public let before: PropertyValue
        /// The value that the files say.
        public let after: PropertyValue
    }

    /// What happens while files are read.
    public enum Event: Hashable, Sendable {
        /// How many assets will be read.
        case found(Int)
        /// An asset changed, or would have in a dry run.
        case changed(localIdentifier: String, filename: String?, [Change])
        /// The file of an asset could not be read; the sentence says why, and what to do.
        case unread(localIdentifier: String, filename: String?, reason: String)
    }

    /// What a reading came to.
    public struct Report: Hashable, Sendable {
        /// Assets whose files were read.
        public let readCount: Int
        /// Assets that changed, or would have in a dry run.
        public let changedCount: Int
        /// Assets whose files could not be read: they are read again the next time.
        public let unreadCount: Int
        /// Whether the task was cancelled before the end; what had been written stays.
        public let wasCancelled: Bool
    }
}

extension FactsUpdate.Event {
    init(_ event: FactsRereading.Event) {
        switch event {
        case .found(let count): self = .found(count)
        case .changed(let asset, let changes):
            self = .changed(
                localIdentifier: asset.localIdentifier,
                filename: asset.originalName,
                changes.map(FactsUpdate.Change.init)
            )
        case .unread(let asset, let reason):
            self = .unread(
                localIdentifier: asset.localIdentifier,
                filename: asset.originalName,
                reason: reason
            )
        }
    }
}

extension FactsUpdate.Change {
    init(_ change: FactsRereading.Change) {
        property = "\(change.field)"
        before = PropertyValue(change.before, of: change.field)
        after = PropertyValue(change.after, of: change.field)
    }
}

extension FactsUpdate.Report {
    init(_ report: FactsRereading.Report) {
        readCount = report.read
        changedCount = report.changed
        unreadCount = report.unread
        wasCancelled = report.wasCancelled
    }
}
