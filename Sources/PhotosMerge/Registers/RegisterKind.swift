/// What a register says, and of what kind of object.
///
/// The high byte is the kind of object. For assets and collections, low bytes below 0x80 are numbers of fields in the change
/// log; a group of fields that is replaced as a whole has the number of its first. A number is never used again.
package struct RegisterKind: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    // Assets
    /// A field of an asset that is a register by itself, by its number in the log.
    package static func assetField(_ number: UInt8) -> RegisterKind {
        RegisterKind(rawValue: 0x0100 | UInt16(number))
    }
    package static let assetModified = assetField(0)
    package static let favorite = assetField(1)
    package static let hidden = assetField(2)
    /// Whether the asset is in Recently Deleted: a ``Trash``.
    package static let trash = assetField(3)
    /// The date with its zone and its source.
    package static let date = assetField(5)
    /// The place, with all its numbers.
    package static let location = assetField(7)
    package static let rating = assetField(15)
    package static let caption = assetField(16)
    /// One keyword, which is the element; an empty value means absent.
    package static let keyword = assetField(17)
    /// The identifier of the burst to which the asset belongs; an empty value means none.
    package static let burst = assetField(28)
    /// The picture: files of the edit, adjustment, choice of the original.
    package static let picture = assetField(32)
    /// Creations, and purges with what they had seen.
    package static let assetExistence = RegisterKind(rawValue: 0x0180)
    /// A ``Creation``.
    package static let assetCreation = RegisterKind(rawValue: 0x0181)
    /// One original file, which the element names; an empty value means absent.
    package static let file = RegisterKind(rawValue: 0x0182)

    // Albums, folders and smart albums
    package static let collectionModified = RegisterKind(rawValue: 0x0200)
    package static let title = RegisterKind(rawValue: 0x0201)
    /// Where the collection stands: a ``CollectionPlace``.
    package static let place = RegisterKind(rawValue: 0x0202)
    /// The position among the children of its parent.
    package static let childPosition = RegisterKind(rawValue: 0x0203)
    package static let search = RegisterKind(rawValue: 0x0204)
    /// Creations, and deletions with what they had seen.
    package static let collectionExistence = RegisterKind(rawValue: 0x0280)
    /// What never changes of a collection: its kind, subtype and date.
    package static let collectionCreation = RegisterKind(rawValue: 0x0281)

    // A photo in an album: the object is the album, the element the asset
    package static let membership = RegisterKind(rawValue: 0x0301)
    package static let memberPosition = RegisterKind(rawValue: 0x0302)

    // A burst: the element is its identifier
    /// The frame that a person chose; an empty value means none.
    package static let burstChoice = RegisterKind(rawValue: 0x0401)

    // The library
    package static let libraryTitle = RegisterKind(rawValue: 0x0501)
    package static let trashDays = RegisterKind(rawValue: 0x0502)
    /// Two assets that are no duplicates: the element has both, the smaller first.
    package static let noDuplicates = RegisterKind(rawValue: 0x0503)

    // Files, by their checksums: the element is the checksum
    /// What a file states: the version of the reader, with the most significant byte first, then the facts.
    package static let facts = RegisterKind(rawValue: 0x0601)

    package static func < (left: RegisterKind, right: RegisterKind) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The kind of object that a register belongs to.
package enum RegisterSubject: UInt8, Sendable {
    case asset = 1
    case collection = 2
    case member = 3
    case burst = 4
    case library = 5
    case file = 6
}

extension RegisterKind {
    /// The kind of object; nil for one that this version does not know.
    package var subject: RegisterSubject? { RegisterSubject(rawValue: UInt8(rawValue >> 8)) }

    /// The way in which registers of this kind merge; nil for kinds that this version does not know.
    package var way: MergeWay? {
        switch self {
        case .assetExistence, .collectionExistence, .membership: .additions
        case .assetModified, .collectionModified, .facts: .maximum
        case _ where subject == .asset && rawValue & 0xFF < 0x80: .latest
        case .assetCreation, .file, .title, .place, .childPosition, .search, .collectionCreation,
            .memberPosition, .burstChoice, .libraryTitle, .trashDays, .noDuplicates:
            .latest
        default: nil
        }
    }

    /// Whether a value of a person's that lost without having been seen is kept for a person to look at.
    package var keepsLosers: Bool {
        switch self {
        case .trash, .keyword, .burst: false
        case .title, .search, .libraryTitle, .burstChoice: true
        default: subject == .asset && rawValue & 0xFF < 0x80 && way == .latest
        }
    }
}
