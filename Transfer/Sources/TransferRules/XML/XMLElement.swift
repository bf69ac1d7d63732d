/// An element of a small XML document, without its attributes.
package struct XMLElement: Hashable, Sendable {
    /// The name without a namespace's prefix.
    package let name: String
    /// The text of the element itself.
    package var text = ""
    package var children: [XMLElement] = []

    init(name: String) { self.name = name }

    /// Returns the first child with a name.
    package subscript(name: String) -> XMLElement? { children.first { $0.name == name } }

    /// Returns all children with a name.
    package func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// Returns the text of the first child with a name, without white space at its ends.
    package func value(_ name: String) -> String? { self[name]?.trimmed }

    package var trimmed: String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
        let bytes = text.utf8.drop(while: isSpace)
        let count = bytes.reversed().drop(while: isSpace).count
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
