public import Foundation

/// The effects of one change in the history, with more detail than Apple's sets of identifiers.
public struct ChangeFacts: Hashable, Sendable {
    /// The assets that were created.
    public internal(set) var insertedAssets: Set<String> = []
    /// The assets with changes other than a move to or from Recently Deleted.
    public internal(set) var updatedAssets: Set<String> = []
    /// The assets that moved to Recently Deleted.
    public internal(set) var trashedAssets: Set<String> = []
    /// The assets that were restored from Recently Deleted.
    public internal(set) var restoredAssets: Set<String> = []
    /// The assets that were deleted permanently.
    public internal(set) var purgedAssets: Set<String> = []
    /// The changes to the members of albums, one entry for each album.
    public internal(set) var memberships: [MembershipChange] = []
    /// The changes of each object, assets first.
    public internal(set) var objects: [ObjectFacts] = []

    init() {}
}

/// The assets that were added to, removed from or moved in one album.
public struct MembershipChange: Hashable, Sendable {
    /// The local identifier of the album.
    public let album: String
    /// The assets that were added to the album.
    public internal(set) var entered: [String] = []
    /// The assets that were removed from the album.
    public internal(set) var left: [String] = []
    /// The assets that moved to another position in the album.
    public internal(set) var moved: [String] = []

    init(album: String) { self.album = album }
}

/// The effects of one change on one object.
public struct ObjectFacts: Hashable, Sendable {
    /// The kind of a change to an object.
    public enum Kind: String, Hashable, Sendable {
        /// The object was created.
        case inserted
        /// Some properties, members or children of the object changed.
        case updated
        /// The object was deleted permanently.
        case deleted
    }

    /// The local identifier.
    public let localIdentifier: String
    /// The kind of the change.
    public let kind: Kind
    /// The old values of the properties that changed; for a deleted object, of all properties that were set.
    public let valuesBefore: [String: PropertyValue]
    /// Whether the members or children of an album or folder changed.
    public let contentsChanged: Bool
}

/// The old value of a property.
public enum PropertyValue: Hashable, Sendable {
    /// No value.
    case none
    /// A truth value.
    case flag(Bool)
    /// A whole number, or the raw value of an enumeration.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text, or the identifier of another object.
    case text(String)
    /// Several texts.
    case texts([String])
    /// A date.
    case date(Date)
    /// A position in an order, which has no value of its own.
    case position
}
