public import Foundation

/// What one change of the history really did, told more plainly than Apple's sets of identifiers.
public struct ChangeFacts: Hashable, Sendable {
    /// Assets that were made.
    public internal(set) var insertedAssets: Set<String> = []
    /// Assets of which something else than their place in Recently Deleted differs.
    public internal(set) var updatedAssets: Set<String> = []
    /// Assets that went to Recently Deleted.
    public internal(set) var trashedAssets: Set<String> = []
    /// Assets that came back from Recently Deleted.
    public internal(set) var restoredAssets: Set<String> = []
    /// Assets that were deleted for good.
    public internal(set) var purgedAssets: Set<String> = []
    /// What happened to the members of albums, one entry for each album.
    public internal(set) var memberships: [MembershipChange] = []
    /// What differs in each object, assets first.
    public internal(set) var objects: [ObjectFacts] = []

    init() {}
}

/// Which assets entered, left or moved in one album.
public struct MembershipChange: Hashable, Sendable {
    /// The local identifier of the album.
    public let album: String
    /// Assets that are in the album since this change.
    public internal(set) var entered: [String] = []
    /// Assets that are no longer in the album.
    public internal(set) var left: [String] = []
    /// Assets that stand at another place of the album.
    public internal(set) var moved: [String] = []

    init(album: String) { self.album = album }
}

/// What one change did to one object.
public struct ObjectFacts: Hashable, Sendable {
    /// What happened to the object.
    public enum Kind: String, Hashable, Sendable {
        /// It was made.
        case inserted
        /// Some of its properties, members or children differ.
        case updated
        /// It was deleted for good.
        case deleted
    }

    /// The local identifier.
    public let localIdentifier: String
    /// What happened.
    public let kind: Kind
    /// The properties that really differ, with their values before; of a deleted object all that were set.
    public let valuesBefore: [String: PropertyValue]
    /// Whether members or children of an album or folder changed.
    public let contentsChanged: Bool
}

/// The value that a property had.
public enum PropertyValue: Hashable, Sendable {
    /// There was none.
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
    /// A moment.
    case date(Date)
    /// A place in an order, which has no form of its own.
    case place
}
