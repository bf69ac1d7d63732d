/// Why a change of the log cannot be taken back.
package enum ReversalConflict: Hashable, Sendable {
    /// The change is no edit and no import, but the work of a sweep, of an analysis, or of the library
    /// itself.
    case notAnEdit
    /// The change deleted an asset for good.
    case purged(ObjectID)
    /// An object that it changed, or that it put into an album, is gone for good since.
    case gone(ObjectID)
    /// A property that it set has another value since.
    case changedAsset(ObjectID, AssetField)
    case changedCollection(ObjectID, CollectionField)
    /// The members of an album, or the children of a folder, changed since, or the place of one of them.
    case changedContents(ObjectID)
    /// The files of the earlier version of the picture are gone, or files came, went or changed hands.
    case filesGone(ObjectID)
    /// The library keeps nothing in Recently Deleted, so taking back an addition would delete the files.
    case wouldPurge(ObjectID)
    /// The change concerns more than ``Rewind/largest`` objects.
    case tooLarge

    /// The object, if one is the reason.
    package var object: ObjectID? {
        switch self {
        case .notAnEdit, .tooLarge: nil
        case .purged(let object), .gone(let object), .changedAsset(let object, _),
            .changedCollection(let object, _), .changedContents(let object), .filesGone(let object),
            .wouldPurge(let object):
            object
        }
    }
}

/// The error for a change that cannot be taken back.
package struct ReversalRefusal: Error, Hashable, Sendable {
    /// All reasons, at least one.
    package var conflicts: [ReversalConflict]
    /// The identifiers of their objects.
    package var names: [ObjectID: LocalIdentifier]
}
