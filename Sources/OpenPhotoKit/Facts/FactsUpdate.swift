import Foundation
import PhotosImport
import PhotosStore

/// The arguments and results of reading the files of assets again.
public enum FactsUpdate {
    /// The assets whose files are read again.
    public enum Selection: Hashable, Sendable {
        /// The assets whose files the current reader has not read: they were added before it, or while it was
        /// missing.
        case outdated
        /// The assets with these local identifiers.
        case assets([String])
    }

    /// A property with different values in the file and in the library.
    public struct Change: Hashable, Sendable {
        /// The name of the property, as in the history.
        public let property: String
        /// The old value in the library.
        public let before: PropertyValue
        /// The value in the files.
        public let after: PropertyValue
    }

    /// An event while files are read.
    public enum Event: Hashable, Sendable {
        /// The number of assets that will be read.
        case found(Int)
        /// An asset changed, or would change in a dry run.
        case changed(localIdentifier: String, filename: String?, [Change])
        /// The file of an asset could not be read; `reason` is a sentence with the cause and the solution.
        case unread(localIdentifier: String, filename: String?, reason: String)
    }

    /// The result of reading files again.
    public struct Report: Hashable, Sendable {
        /// The number of assets whose files were read.
        public let readCount: Int
        /// The number of assets that changed, or would change in a dry run.
        public let changedCount: Int
        /// The number of assets whose files could not be read, which are read again the next time.
        public let unreadCount: Int
        /// Whether the task was cancelled before the end; changes that were written stay.
        public let wasCancelled: Bool
    }
}

extension FactsUpdate.Event {
    init(_ event: FactsRereading.Event, in library: Library) {
        switch event {
        case .found(let count): self = .found(count)
        case .changed(let asset, let changes):
            self = .changed(
                localIdentifier: asset.localIdentifier,
                filename: library.presentFilename(of: asset),
                changes.map(FactsUpdate.Change.init)
            )
        case .unread(let asset, let reason):
            self = .unread(
                localIdentifier: asset.localIdentifier,
                filename: library.presentFilename(of: asset),
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
