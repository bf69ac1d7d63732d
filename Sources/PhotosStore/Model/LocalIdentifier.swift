package import Foundation

/// The kind of object that an identifier names, given by its suffix.
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

    /// Reads exactly the form that ``description`` writes, and returns nil for anything else.
    package init?(_ string: some StringProtocol) {
        let read = string.utf8.withContiguousStorageIfAvailable { Self.read($0) }
        guard let found = read ?? Array(string.utf8).withUnsafeBufferPointer({ Self.read($0) })
        else { return nil }
        self = found
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>) -> LocalIdentifier? {
        guard text.count == IdentifierText.length, let uuid = unsafe IdentifierText.uuid(text)
        else { return nil }
        let rest = unsafe text[IdentifierText.uuidLength...]
        guard rest.prefix(4).elementsEqual("/L0/".utf8),
            let kind = ObjectKind.allCases.first(where: {
                rest.suffix(3).elementsEqual($0.suffix.utf8)
            })
        else { return nil }
        return LocalIdentifier(uuid: uuid, kind: kind)
    }

    package var description: String { IdentifierText.text(of: uuid, suffix: kind.suffix) }
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
