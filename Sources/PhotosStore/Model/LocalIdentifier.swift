package import Foundation

/// What an identifier names, as its suffix tells.
package enum ObjectKind: UInt8, Hashable, Sendable, CaseIterable {
    case asset = 1
    case album = 2
    case folder = 3

    package var suffix: String {
        switch self {
        case .asset: "001"
        case .album: "040"
        case .folder: "020"
        }
    }
}

/// The identifier that applications keep: `UUID/L0/SUFFIX`, with the UUID in upper case.
package struct LocalIdentifier: Hashable, Sendable, CustomStringConvertible {
    package var uuid: UUID
    package var kind: ObjectKind

    package init(uuid: UUID, kind: ObjectKind) {
        self.uuid = uuid
        self.kind = kind
    }

    /// Reads exactly the form that ``description`` writes; anything else names nothing.
    package init?(_ string: some StringProtocol) {
        let parts = string.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1] == "L0",
            let kind = ObjectKind.allCases.first(where: { $0.suffix == parts[2] }),
            let uuid = UUID(uuidString: String(parts[0])), uuid.uuidString == parts[0]
        else { return nil }
        self.init(uuid: uuid, kind: kind)
    }

    package var description: String { "\(uuid.uuidString)/L0/\(kind.suffix)" }
}

extension UUID {
    package var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var value = UUID.zero.uuid
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
        self.init(uuid: value)
    }
}
