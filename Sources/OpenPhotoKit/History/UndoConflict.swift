import Foundation
public import Photos
import PhotosStore

/// A reason why a change cannot be taken back.
public struct UndoConflict: Hashable, Sendable {
    /// The kinds of reasons.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The change is no edit and no import, but the work of a sweep, of an analysis, or of the library itself.
        case notAnEdit
        /// The change deleted a photo for good.
        case purged
        /// An object that the change is about was deleted for good since.
        case gone
        /// A property that the change set has another value since, or the place of an album or folder is another one.
        case changed
        /// Something else is in an album or folder since, or in another order.
        case contentsChanged
        /// The files of the picture before the change are gone, or files came, went or changed hands with it.
        case filesGone
        /// The library keeps nothing in Recently Deleted, so taking back an addition would delete the files.
        case wouldPurge
        /// The change is about more objects than can be taken back, which are 20,000.
        case tooLarge
    }

    /// The kind of reason.
    public let reason: Reason
    /// The local identifier of the photo, album or folder; nil for a reason that is about the whole change.
    public let localIdentifier: String?
    /// The name of the property, as in ``ObjectFacts/valuesBefore``; nil for other reasons than `changed`.
    public let property: String?

    init(_ conflict: ReversalConflict, _ names: [ObjectID: LocalIdentifier]) {
        localIdentifier = conflict.object.flatMap { names[$0]?.description }
        switch conflict {
        case .notAnEdit: (reason, property) = (.notAnEdit, nil)
        case .purged: (reason, property) = (.purged, nil)
        case .gone: (reason, property) = (.gone, nil)
        case .changedAsset(_, let field): (reason, property) = (.changed, "\(field)")
        case .changedCollection(_, let field): (reason, property) = (.changed, "\(field)")
        case .changedContents: (reason, property) = (.contentsChanged, nil)
        case .filesGone: (reason, property) = (.filesGone, nil)
        case .wouldPurge: (reason, property) = (.wouldPurge, nil)
        case .tooLarge: (reason, property) = (.tooLarge, nil)
        }
    }
}

extension PHPhotosError {
    /// The reasons why a change cannot be taken back; empty for other errors.
    public var undoConflicts: [UndoConflict] {
        let cause = (userInfo[NSUnderlyingErrorKey] as? StoreError)?.cause
        guard let refusal = cause as? ReversalRefusal else { return [] }
        return refusal.conflicts.map { UndoConflict($0, refusal.names) }
    }
}
