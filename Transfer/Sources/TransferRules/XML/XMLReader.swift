/// A reader of the XML that S3 and WebDAV answer with.
///
/// The reader does bounded work on any bytes.
///
/// The reader knows elements, text, the five named references, numeric references, CDATA, comments and processing instructions.
/// A document with a declaration of types is refused, since answers have none and entities could be defined there.
package struct XMLReader {
    private let bytes: [UInt8]
    private var position = 0
    private var elementCount = 0

    private static let greatestDepth = 24
    private static let mostElements = 400_000

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a document.
    ///
    /// - Returns: Its element, or nil where the bytes are no such document.
    package static func read(_ bytes: some Sequence<UInt8>) -> XMLElement? {
        var reader = XMLReader(Array(bytes))
        if reader.bytes.starts(with: [0xef, 0xbb, 0xbf]) { reader.position = 3 }
        return reader.document()
    }

    private mutating func document() -> XMLElement? {
        var open: [XMLElement] = []
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") {
                guard let text = text() else { return nil }
                if open.isEmpty {
                    guard text.utf8.allSatisfy({ $0 <= 0x20 }) else { return nil }
                } else {
                    open[open.count - 1].text += text
                }
            } else if skip("<?") {
                guard skipPast("?>") else { return nil }
            } else if skip("<!--") {
                guard skipPast("-->") else { return nil }
            } else if skip("<![CDATA[") {
                let start = position
                guard !open.isEmpty, skipPast("]]>"),
                    let text = String(validating: bytes[start..<(position - 3)], as: UTF8.self)
                else { return nil }
                open[open.count - 1].text += text
            } else if skip("</") {
                guard let name = name(), let element = open.popLast(), element.name == name else {
                    return nil
                }
                skipSpace()
                guard skip(">") else { return nil }
                if open.isEmpty { return element }
                open[open.count - 1].children.append(element)
            } else {
                position += 1
                guard let name = name(), let isEmpty = endOfTag() else { return nil }
                elementCount += 1
                guard open.count < Self.greatestDepth, elementCount <= Self.mostElements else {
                    return nil
                }
                let element = XMLElement(name: name)
                if !isEmpty {
                    open.append(element)
                } else if open.isEmpty {
                    return element
                } else {
                    open[open.count - 1].children.append(element)
                }
            }
        }
        return nil
    }

    // A name without the prefix of its namespace.
    private mutating func name() -> String? {
        var start = position
        while position < bytes.count, !Self.endsName(bytes[position]) {
            if bytes[position] == UInt8(ascii: ":") { start = position + 1 }
            position += 1
        }
        guard position > start, position - start <= 100 else { return nil }
        return String(validating: bytes[start..<position], as: UTF8.self)
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte <= 0x20 || "<>/=\"'!&?".utf8.contains(byte)
    }

    // Passes the attributes; returns whether the element is empty.
    private mutating func endOfTag() -> Bool? {
        while true {
            skipSpace()
            if skip("/>") { return true }
            if skip(">") { return false }
            guard name() != nil else { return nil }
            skipSpace()
            guard skip("=") else { return nil }
            skipSpace()
            guard position < bytes.count,
                let quote = [UInt8(ascii: "\""), UInt8(ascii: "'")].first(where: {
                    $0 == bytes[position]
                })
            else { return nil }
            position += 1
            while position < bytes.count, bytes[position] != quote {
                guard bytes[position] != UInt8(ascii: "<") else { return nil }
                position += 1
            }
            guard position < bytes.count else { return nil }
            position += 1
        }
    }

    private mutating func text() -> String? {
        var text: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
            if bytes[position] == UInt8(ascii: "&") {
                guard let reference = reference() else { return nil }
                text.append(contentsOf: reference)
            } else {
                text.append(bytes[position])
                position += 1
            }
        }
        return String(validating: text, as: UTF8.self)
    }

    private mutating func reference() -> [UInt8]? {
        guard let end = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
            let name = String(validating: bytes[(position + 1)..<end], as: UTF8.self)
        else { return nil }
        position = end + 1
        switch name {
        case "amp": return Array("&".utf8)
        case "lt": return Array("<".utf8)
        case "gt": return Array(">".utf8)
        case "quot": return Array("\"".utf8)
        case "apos": return Array("'".utf8)
        default: break
        }
        let number: UInt32?
        if name.hasPrefix("#x") {
            number = UInt32(name.dropFirst(2), radix: 16)
        } else if name.hasPrefix("#") {
            number = UInt32(name.dropFirst())
        } else {
            number = nil
        }
        guard let number, number != 0, let scalar = UnicodeScalar(number) else { return nil }
        return Array(String(Character(scalar)).utf8)
    }

    private mutating func skip(_ token: StaticString) -> Bool {
        let count = token.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        let isThere = token.withUTF8Buffer {
            $0.elementsEqual(bytes[position..<(position + count)])
        }
        if isThere { position += count }
        return isThere
    }

    private mutating func skipPast(_ token: StaticString) -> Bool {
        while position < bytes.count {
            if skip(token) { return true }
            position += 1
        }
        return false
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }
}
