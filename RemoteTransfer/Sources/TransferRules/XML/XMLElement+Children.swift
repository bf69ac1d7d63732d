package import PhotosBase

/// Reading the answers of services, whose elements are known by their names without namespaces.
extension XMLElement {
    /// Returns the first child with a name.
    package subscript(name: String) -> XMLElement? { children.first { $0.name.local == name } }

    /// Returns all children with a name.
    package func childElements(named name: String) -> [XMLElement] {
        children.filter { $0.name.local == name }
    }

    /// Returns the text of the first child with a name, without white space at its ends.
    package func trimmedText(of name: String) -> String? { self[name]?.trimmed }

    package var trimmed: String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
        let bytes = text.utf8.drop(while: isSpace)
        let count = bytes.reversed().drop(while: isSpace).count
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
