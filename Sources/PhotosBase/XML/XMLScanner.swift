/// Reads the tags and texts of an XML document one after another, with bounded work.
///
/// Texts that ``XMLDocument`` refuses are read, too, since many programs write invalid XML, and people want their words.
/// The scanner supports the parts of XML that XMP needs. Comments, instructions and document types are skipped. Only XML's
/// five predefined entities are known, so no entity expands to a long text.
public struct XMLScanner {
    /// An attribute of a tag.
    public struct Attribute {
        /// The name with its prefix.
        public let name: ArraySlice<UInt8>
        /// The value, whose references are replaced.
        public let value: String
    }

    /// A part of a document.
    public enum Token {
        case start(name: ArraySlice<UInt8>, attributes: [Attribute], isEmpty: Bool)
        case end(name: ArraySlice<UInt8>)
        case text(String)
    }

    private let bytes: [UInt8]
    private var position = 0

    /// Makes a scanner for the bytes of a document.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the next token; nil at the end of the document, or where it is not valid XML.
    public mutating func next() -> Token? {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else { return readText() }
            if starts(with: "<!--") {
                guard skipText(past: "-->") else { return nil }
            } else if starts(with: "<![CDATA[") {
                let start = position + 9
                guard skipText(past: "]]>") else { return nil }
                return .text(String(decoding: bytes[start..<position - 3], as: UTF8.self))
            } else if starts(with: "<?") {
                guard skipText(past: "?>") else { return nil }
            } else if starts(with: "<!") {
                guard skipText(past: ">") else { return nil }
            } else if starts(with: "</") {
                position += 2
                let name = readName()
                guard skipText(past: ">") else { return nil }
                return .end(name: name)
            } else {
                return readStartTag()
            }
        }
        return nil
    }

    private mutating func readText() -> Token {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        defer { position = end }
        return .text(XMLText.decodedAsFarAsPossible(bytes[position..<end]))
    }

    private mutating func readStartTag() -> Token? {
        position += 1
        let name = readName()
        guard !name.isEmpty else { return nil }
        var attributes: [Attribute] = []
        while true {
            skipBlanks()
            guard position < bytes.count else { return nil }
            switch bytes[position] {
            case UInt8(ascii: ">"):
                position += 1
                return .start(name: name, attributes: attributes, isEmpty: false)
            case UInt8(ascii: "/"):
                guard starts(with: "/>") else { return nil }
                position += 2
                return .start(name: name, attributes: attributes, isEmpty: true)
            default:
                guard let attribute = readAttribute() else { return nil }
                attributes.append(attribute)
            }
        }
    }

    private mutating func readAttribute() -> Attribute? {
        let name = readName()
        skipBlanks()
        guard !name.isEmpty, position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
            return nil
        }
        position += 1
        skipBlanks()
        guard position < bytes.count else { return nil }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let start = position + 1
        guard let end = bytes[start...].firstIndex(of: quote) else { return nil }
        position = end + 1
        return Attribute(name: name, value: XMLText.decodedAsFarAsPossible(bytes[start..<end]))
    }

    private mutating func readName() -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, !Self.endsName(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "<"):
            true
        default: false
        }
    }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }

    private func starts(with text: StaticString) -> Bool {
        bytes[position...].starts(with: text.description.utf8)
    }

    /// Moves behind the next occurrence of `mark`; returns false if there is none.
    private mutating func skipText(past mark: StaticString) -> Bool {
        let mark = Array(mark.description.utf8)
        while let found = bytes[position...].firstIndex(of: mark[0]) {
            position = found + 1
            if bytes[found...].starts(with: mark) {
                position = found + mark.count
                return true
            }
        }
        position = bytes.count
        return false
    }
}
