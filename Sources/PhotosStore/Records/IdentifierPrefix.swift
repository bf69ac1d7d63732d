package import Foundation
import GRDB

/// The beginning of an identifier, as a person typed it.
package struct IdentifierPrefix: Hashable, Sendable {
    /// The smallest and the largest UUID with this prefix, in byte order.
    package let range: ClosedRange<UUID>

    /// Parses a prefix.
    ///
    /// Returns nil for text that begins no identifier.
    ///
    /// - Parameters:
    ///   - text: hexadecimal digits, with or without dashes, or a whole local identifier.
    ///   - kind: the kind of object that a whole local identifier must name.
    package init?(_ text: String, of kind: ObjectKind) {
        var digits = text[...]
        if let slash = text.firstIndex(of: "/") {
            guard text[slash...] == "/L0/\(kind.suffix)" else { return nil }
            digits = text[..<slash]
        }
        let hex = digits.filter { $0 != "-" }
        guard (1...32).contains(hex.count), hex.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return nil
        }
        guard let low = Self.uuid(hex, filledWith: "0"), let high = Self.uuid(hex, filledWith: "F")
        else {
            return nil
        }
        range = low...high
    }

    private static func uuid(_ hex: String, filledWith digit: Unicode.Scalar) -> UUID? {
        let filling = Array(repeating: UInt8(ascii: digit), count: 32 - hex.utf8.count)
        let full = Array(hex.utf8) + filling
        let bytes = stride(from: 0, to: 32, by: 2).compactMap { index in
            UInt8(String(decoding: full[index...index + 1], as: UTF8.self), radix: 16)
        }
        return UUID(bytes: bytes)
    }
}

extension LibraryRecords {
    /// Returns the identifiers of one kind with a prefix, including those of assets in Recently Deleted.
    package func identifiers(
        beginningWith text: String,
        of kind: ObjectKind,
        limit: Int
    ) throws -> [LocalIdentifier] {
        guard let prefix = IdentifierPrefix(text, of: kind) else { return [] }
        let (table, condition) =
            switch kind {
            case .asset: ("asset", "1")
            case .album: ("collection", "kind <> 0")
            case .folder: ("collection", "kind = 0")
            }
        return try core.read { db in
            try Data.fetchAll(
                db,
                sql:
                    "SELECT uuid FROM \(table) WHERE uuid BETWEEN ? AND ? AND \(condition) ORDER BY uuid LIMIT ?",
                arguments: [
                    Data(prefix.range.lowerBound.bytes), Data(prefix.range.upperBound.bytes), limit,
                ]
            ).compactMap { UUID(bytes: $0) }.map { LocalIdentifier(uuid: $0, kind: kind) }
        }
    }
}
