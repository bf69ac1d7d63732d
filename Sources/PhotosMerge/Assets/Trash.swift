/// Whether an asset was moved to Recently Deleted.
package enum Trash: Hashable, Sendable {
    case no
    /// For itself, by a person.
    case itself(seen: VersionVector)
    /// By a merge of duplicates, which kept another asset.
    case keeping(SharedID, seen: VersionVector)

    package var isTrashed: Bool { self != .no }

    /// What the author had applied; nil if the asset is not in Recently Deleted.
    package var seen: VersionVector? {
        switch self {
        case .no: nil
        case .itself(let seen), .keeping(_, let seen): seen
        }
    }

    /// The asset that was kept instead.
    package var kept: SharedID? {
        if case .keeping(let kept, _) = self { kept } else { nil }
    }

    /// Reads the value of a register; nil if it is none.
    package init?(value: [UInt8]) {
        var reader = ByteReader(value)
        guard let trash = try? reader.trash(), reader.isAtEnd else { return nil }
        self = trash
    }

    package var value: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .no: break
        case .itself(let seen):
            writer.write(UInt8(1))
            writer.write(seen)
        case .keeping(let kept, let seen):
            writer.write(UInt8(2))
            writer.write(kept.id)
            writer.write(seen)
        }
        return writer.bytes
    }
}

extension ByteReader {
    fileprivate mutating func trash() throws(MergeError) -> Trash {
        if isAtEnd { return .no }
        switch try byte() {
        case 1: return .itself(seen: try vector())
        case 2:
            let kept = SharedID(try uniqueID())
            return .keeping(kept, seen: try vector())
        default: throw .invalidValue(kind: RegisterKind.trash.rawValue)
        }
    }
}
