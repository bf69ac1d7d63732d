/// Reads a whole XML document, and accepts only documents that can be changed without a doubt about their meaning.
///
/// Document types are refused, so no entity expands to a long text. The packet's length bounds the work.
public struct XMLDocument {
    /// The greatest nesting of elements, and their greatest number.
    private static let maximumDepth = 64
    private static let mostElements = 400_000

    private let bytes: [UInt8]
    private var position = 0
    private var elementCount = 0
    private var declared: [(prefix: String, namespace: String)] = [
        ("xml", "http://www.w3.org/XML/1998/namespace")
    ]

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the outermost element of a document in UTF-8.
    ///
    /// - Throws: ``XMLFault`` where the bytes are no such document, or it nests too deep or has too many elements.
    public static func root(of bytes: [UInt8]) throws(XMLFault) -> XMLElement {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw XMLFault(reason: "its text is not valid UTF-8")
        }
        guard text.unicodeScalars.allSatisfy(XMLText.allows) else {
            throw XMLFault(reason: "it holds characters that XML forbids")
        }
        var document = XMLDocument(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { document.position = 3 }
        return try document.wholeRoot()
    }

    private mutating func wholeRoot() throws(XMLFault) -> XMLElement {
        var root: XMLElement?
        while position < bytes.count {
            if starts(with: "<?") {
                try skipText(past: "?>")
            } else if starts(with: "<!--") {
                try skipText(past: "-->")
            } else if bytes[position] == UInt8(ascii: "<") {
                guard root == nil else { throw Self.invalidXML(because: "two outermost elements") }
                root = try readElement()
            } else if XMLText.isBlank(bytes[position]) {
                position += 1
            } else {
                throw Self.invalidXML(because: "text outside of the elements")
            }
        }
        guard let root else { throw Self.invalidXML(because: "no element") }
        return root
    }

    /// Reads the element that begins here, with all elements inside of it.
    private mutating func readElement() throws(XMLFault) -> XMLElement {
        var open: [(element: XMLElement, tag: ArraySlice<UInt8>, namespaces: Int)] = []
        while true {
            if starts(with: "</"), let last = open.popLast() {
                var element = last.element
                element.content = element.range.upperBound..<position
                position += 2
                guard readName() == last.tag else {
                    throw Self.invalidXML(because: "an end tag of another element")
                }
                skipBlanks()
                try skipMark(">")
                element.range = element.range.lowerBound..<position
                declared.removeLast(declared.count - last.namespaces)
                guard !open.isEmpty else { return element }
                open[open.count - 1].element.children.append(element)
            } else if starts(with: "<!--") {
                try skipText(past: "-->")
            } else if starts(with: "<?") {
                try skipText(past: "?>")
            } else if starts(with: "<![CDATA["), !open.isEmpty {
                let start = position + 9
                try skipText(past: "]]>")
                let text = String(decoding: bytes[start..<position - 3], as: UTF8.self)
                open[open.count - 1].element.text += text
            } else if starts(with: "<!") {
                throw Self.invalidXML(because: "a document type")
            } else if position < bytes.count, bytes[position] == UInt8(ascii: "<") {
                guard open.count < Self.maximumDepth else {
                    throw Self.invalidXML(because: "too deep")
                }
                let namespaces = declared.count
                let (element, tag, isEmpty) = try startTag()
                guard isEmpty else {
                    open.append((element, tag, namespaces))
                    continue
                }
                declared.removeLast(declared.count - namespaces)
                guard !open.isEmpty else { return element }
                open[open.count - 1].element.children.append(element)
            } else {
                guard !open.isEmpty else { throw Self.invalidXML(because: "no element") }
                let end = bytes[position...].firstIndex(of: UInt8(ascii: "<"))
                guard let end else { throw Self.invalidXML(because: "an element without an end") }
                open[open.count - 1].element.text += try XMLText.decoded(bytes[position..<end])
                position = end
            }
        }
    }

    private mutating func startTag() throws(XMLFault) -> (
        element: XMLElement, tag: ArraySlice<UInt8>, isEmpty: Bool
    ) {
        elementCount += 1
        guard elementCount <= Self.mostElements else {
            throw Self.invalidXML(because: "too many elements")
        }
        let start = position
        position += 1
        let tag = readName()
        guard !tag.isEmpty else { throw Self.invalidXML(because: "a tag without a name") }
        var written: [(name: ArraySlice<UInt8>, value: String, range: Range<Int>)] = []
        var isEmpty = false
        while true {
            let before = position
            skipBlanks()
            if starts(with: "/>") {
                position += 2
                isEmpty = true
                break
            }
            if starts(with: ">") {
                position += 1
                break
            }
            let name = readName()
            guard !name.isEmpty, before < name.startIndex else {
                throw Self.invalidXML(because: "a bad tag")
            }
            let value = try readQuotedValue()
            written.append((name, value, before..<position))
        }
        for attribute in written {
            let name = String(decoding: attribute.name, as: UTF8.self)
            if name == "xmlns" {
                declared.append(("", attribute.value))
            } else if name.hasPrefix("xmlns:") {
                declared.append((String(name.dropFirst(6)), attribute.value))
            }
        }
        var attributes: [XMLElement.Attribute] = []
        for attribute in written where !attribute.name.starts(with: "xmlns".utf8) {
            let name = try resolvedName(of: attribute.name, isAttribute: true).name
            guard !attributes.contains(where: { $0.name == name }) else {
                throw Self.invalidXML(because: "an attribute twice")
            }
            attributes.append(.init(name: name, value: attribute.value, range: attribute.range))
        }
        let (name, prefix) = try resolvedName(of: tag, isAttribute: false)
        let element = XMLElement(
            name: name,
            prefix: prefix,
            attributes: attributes,
            range: start..<position
        )
        return (element, tag, isEmpty)
    }

    private func resolvedName(
        of written: ArraySlice<UInt8>,
        isAttribute: Bool
    ) throws(XMLFault) -> (name: XMLName, prefix: String) {
        let parts = written.split(
            separator: UInt8(ascii: ":"),
            maxSplits: 1,
            omittingEmptySubsequences: false
        ).map { String(decoding: $0, as: UTF8.self) }
        let local = parts[parts.count - 1]
        let prefix = parts.count > 1 ? parts[0] : ""
        if prefix.isEmpty, isAttribute { return (XMLName(namespace: "", local: local), "") }
        let namespace = declared.last { $0.prefix == prefix }?.namespace
        guard let namespace = namespace ?? (prefix.isEmpty ? "" : nil) else {
            throw Self.invalidXML(because: "a prefix without a namespace")
        }
        return (XMLName(namespace: namespace, local: local), prefix)
    }

    private mutating func readQuotedValue() throws(XMLFault) -> String {
        skipBlanks()
        try skipMark("=")
        skipBlanks()
        guard position < bytes.count else { throw Self.invalidXML(because: "a tag without an end") }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = bytes[(position + 1)...].firstIndex(of: quote),
            !bytes[position..<end].contains(UInt8(ascii: "<"))
        else { throw Self.invalidXML(because: "an attribute without quotes") }
        let value = try XMLText.decoded(bytes[(position + 1)..<end])
        position = end + 1
        return value
    }

    private mutating func readName() -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, !Self.endsName(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte <= 0x20 || "<>/='\"&".utf8.contains(byte)
    }

    private mutating func skipBlanks() {
        while position < bytes.count, XMLText.isBlank(bytes[position]) { position += 1 }
    }

    private mutating func skipMark(_ mark: StaticString) throws(XMLFault) {
        guard starts(with: mark) else { throw Self.invalidXML(because: "a bad tag") }
        position += mark.utf8CodeUnitCount
    }

    private func starts(with mark: StaticString) -> Bool {
        bytes[position...].starts(with: mark.description.utf8)
    }

    private mutating func skipText(past mark: StaticString) throws(XMLFault) {
        let mark = Array(mark.description.utf8)
        while let found = bytes[position...].firstIndex(of: mark[0]) {
            position = found + 1
            if bytes[found...].starts(with: mark) {
                position = found + mark.count
                return
            }
        }
        throw Self.invalidXML(because: "a part without an end")
    }

    private static func invalidXML(because reason: String) -> XMLFault {
        XMLFault(reason: "no valid XML: \(reason)")
    }
}

/// Why bytes are no XML document that can be used.
public struct XMLFault: Error, Hashable, Sendable {
    /// The reason, as the end of a sentence.
    public var reason: String

    /// Makes a fault.
    public init(reason: String) { self.reason = reason }
}
