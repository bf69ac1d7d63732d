/// The names and values of a query, decoded once.
public struct QueryItems: Hashable, Sendable {
    private let items: [(name: String, value: String)]

    /// Reads a query.
    ///
    /// - Parameter query: The text after `?`; nil for none. Parts that are no UTF-8 after decoding are left out.
    public init(_ query: String?) {
        items = (query ?? "").split(separator: "&").prefix(200).compactMap { part in
            let halves = part.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard let name = Self.percentDecoded(halves[0]),
                let value = Self.percentDecoded(halves.count > 1 ? halves[1] : "")
            else { return nil }
            return (name, value)
        }
    }

    /// Returns the first value of a name; nil where there is none.
    public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// Returns all values of a name, in their order.
    public func allValues(of name: String) -> [String] {
        items.filter { $0.name == name }.map(\.value)
    }

    /// Decodes `%20` and the like.
    ///
    /// - Parameters:
    ///   - text: The encoded text.
    ///   - plusIsSpace: Whether a plus sign stands for a space, as in queries.
    /// - Returns: The text; nil for a malformed one.
    public static func percentDecoded(
        _ text: some StringProtocol,
        plusIsSpace: Bool = true
    ) -> String? {
        var bytes: [UInt8] = []
        var iterator = text.utf8.makeIterator()
        while let byte = iterator.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = iterator.next().flatMap(hexValue),
                    let low = iterator.next().flatMap(hexValue)
                else { return nil }
                bytes.append(high << 4 | low)
            } else if byte == UInt8(ascii: "+"), plusIsSpace {
                bytes.append(UInt8(ascii: " "))
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexValue(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Two lists are equal if they have the same names and values in the same order.
    public static func == (one: Self, other: Self) -> Bool {
        one.items.elementsEqual(other.items) { $0 == $1 }
    }

    /// Hashes the names and values.
    public func hash(into hasher: inout Hasher) {
        for item in items {
            hasher.combine(item.name)
            hasher.combine(item.value)
        }
    }
}
