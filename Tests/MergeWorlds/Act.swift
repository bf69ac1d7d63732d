package import PhotosMerge

/// What a person does on one machine of a world.
///
/// Assets and folders have small numbers. The folders of a world are albums as well. An asset with
/// a number above 99 shows an
/// original that lost its role: 100 + 10 × asset + file.
package enum Act: Hashable, Sendable {
    case makeAsset(Int)
    case purge(Int)
    case trash(Int)
    /// Merges duplicates: one goes to Recently Deleted, the other is kept.
    case trashKeeping(Int, kept: Int)
    case restore(Int)
    case rate(Int, UInt8)
    case describe(Int, UInt8)
    /// A description that a file states.
    case read(Int, UInt8)
    case setKeyword(Int, UInt8, isOn: Bool)
    case attach(Int, UInt8)
    case joinBurst(Int, UInt8)
    case chooseFrame(Int, of: UInt8)
    case makeFolder(Int, in: Int)
    case moveFolder(Int, to: Int)
    case deleteFolder(Int)
    case rename(Int, UInt8)
    case add(Int, to: Int)
    case remove(Int, from: Int)
    case reorder(Int, in: Int)

    /// The number of the root folder.
    package static let root = 0

    /// The kind of act, for the choice of small worlds.
    package var family: Family {
        switch self {
        case .makeAsset, .rate, .describe, .read: .fields
        case .setKeyword: .keywords
        case .purge: .purges
        case .trash, .trashKeeping, .restore: .trash
        case .attach: .files
        case .joinBurst, .chooseFrame: .bursts
        case .makeFolder, .moveFolder, .rename: .folders
        case .deleteFolder: .deletions
        case .add, .remove, .reorder: .members
        }
    }

    package enum Family: String, CaseIterable, Hashable, Sendable {
        case fields
        case keywords
        case purges
        case trash
        case files
        case bursts
        case folders
        case deletions
        case members
    }
}

/// The identifiers of the objects of a world.
package enum WorldNames {
    package static func asset(_ number: Int) -> SharedID {
        guard number >= 100 else { return SharedID(UniqueID(high: 0xA, low: UInt64(number))) }
        let owner = asset((number - 100) / 10)
        return MergeRules().derivedAsset(of: owner, file(UInt8(number % 10)))
    }

    package static func folder(_ number: Int) -> SharedID {
        number == Act.root ? .root : SharedID(UniqueID(high: 0xF, low: UInt64(number)))
    }

    package static func member(_ number: Int) -> MemberID {
        MemberID(UniqueID(high: UInt64(number + 1), low: 7))
    }

    package static func file(_ number: UInt8) -> OriginalFile {
        OriginalFile(
            role: 4,
            checksum: (0..<32).map { $0 < 16 ? number &* 17 &+ 3 &+ $0 : $0 }
        )
    }

    package static func burst(_ number: UInt8) -> [UInt8] { [0x42, number] }

    package static func keyword(_ number: UInt8) -> [UInt8] { [0x4B, number] }
}
