import PhotosBase

/// A packet of XMP whose properties are replaced one by one, while all other bytes stay.
struct XMPPacket: Sendable {
    private let original: [UInt8]
    private let root: XMLElement
    private let rdf: XMLElement
    /// The changes of the bytes.
    private var changes: [Change] = []

    private struct Change: Sendable {
        var range: Range<Int>
        var bytes: [UInt8]
    }

    /// The packet that is written where none came in.
    private static let empty = """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="OpenPhotoKit">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
         </rdf:RDF>
        </x:xmpmeta>
        <?xpacket end="w"?>

        """

    /// The empty packet, which is read once for all sidecars of an export.
    private static let blank = Result { () throws(XMPWritingError) in
        try XMPPacket(reading: Array(empty.utf8))
    }

    /// Reads a packet; without bytes the packet is empty.
    init(_ bytes: [UInt8]?) throws(XMPWritingError) {
        self = if let bytes { try XMPPacket(reading: bytes) } else { try Self.blank.get() }
    }

    /// Returns a new packet with some properties.
    static func bytes(stating properties: [XMPProperty]) throws(XMPWritingError) -> [UInt8] {
        var packet = try XMPPacket(nil)
        packet.addDescription(with: properties, about: "")
        return packet.bytes
    }

    private init(reading bytes: [UInt8]) throws(XMPWritingError) {
        original = try XMPEncoding.utf8Bytes(of: bytes)
        guard original.count <= XMPTags.maximumPacket else {
            throw XMPWritingError(.tooLarge, "more than 1 MiB")
        }
        do throws(XMLFault) {
            root = try XMLDocument.root(of: original)
        } catch {
            throw XMPWritingError(.notXMP, error.reason)
        }
        guard let rdf = Self.rdf(in: root, depth: 0) else {
            throw XMPWritingError(.notXMP, "it has no rdf:RDF")
        }
        self.rdf = rdf
    }

    private static func rdf(in element: XMLElement, depth: Int) -> XMLElement? {
        if element.name == XMPSchema.rdf("RDF") { return element }
        guard depth < 4 else { return nil }
        return element.children.lazy.compactMap { rdf(in: $0, depth: depth + 1) }.first
    }

    /// The prefix of RDF's own names.
    private var syntax: String { rdf.prefix.isEmpty ? "rdf" : rdf.prefix }

    /// Replaces the properties that the metadata state or remove.
    ///
    /// - Precondition: The metadata are writable.
    mutating func write(_ metadata: WrittenMetadata) throws(XMPWritingError) {
        let words = XMPWords(metadata, existing: words)
        var properties = metadata.properties(words: words)
        let descriptions = rdf.children.filter { $0.name == XMPSchema.rdf("Description") }
        var areRegionsWritten = false
        for description in descriptions {
            var rest = description.children.count
            for child in description.children {
                if metadata.replaces(child.name, text: child.text.trimmingBlanks()) {
                    if replaceDefaultLanguage(of: child, in: &properties) { continue }
                    cut(withBlanksBefore(child.range))
                    rest -= 1
                } else if let written = metadata.persons {
                    let regions = XMPRegions(child)
                    switch regions?.change(to: written, isFirst: !areRegionsWritten) {
                    case .removed:
                        cut(withBlanksBefore(child.range))
                        rest -= 1
                    case .changed(let removed, let added, let position):
                        for range in removed { cut(withBlanksBefore(range)) }
                        let items = added.compactMap {
                            XMPProperty.faceItem(of: $0, syntax: syntax, declares: true)
                        }
                        insert(items.map { "\n      " + $0 }.joined(), at: beforeBlanks(position))
                        areRegionsWritten = areRegionsWritten || regions?.isGeneral == true
                    case .none: break
                    }
                }
            }
            let replaced = description.attributes.filter {
                metadata.replaces($0.name, text: $0.value)
            }
            let kept = description.attributes.filter { $0.name.namespace != XMPSchema.rdf.rawValue }
            if rest == 0, kept.count == replaced.count,
                rest < description.children.count || !replaced.isEmpty
            {
                // Nothing else stands in the description. Its other changes lie in this one.
                changes.removeAll { description.range.contains($0.range.lowerBound) }
                cut(withBlanksBefore(description.range))
            } else {
                for attribute in replaced { cut(attribute.range) }
            }
        }
        if !areRegionsWritten, let persons = metadata.persons?.value,
            persons.contains(where: { $0.region != nil })
        {
            properties.append(XMPProperty(.regions, "Regions", .faces(persons)))
        }
        addDescription(
            with: properties,
            about: descriptions.first?.attribute(XMPSchema.rdf("about")) ?? ""
        )
    }

    /// The packet with the changes.
    var bytes: [UInt8] {
        var result = original
        let ordered = changes.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) > ($1.element.range.lowerBound, $1.offset)
        }
        for (_, change) in ordered { result.replaceSubrange(change.range, with: change.bytes) }
        return result
    }

    /// Replaces the text for all languages where a list has other languages, too.
    ///
    /// Items of other languages that repeat the old text get the new one, as in Adobe's programs.
    ///
    /// - Returns: Whether the property was replaced; false if nothing but the text for all languages is there.
    private mutating func replaceDefaultLanguage(
        of element: XMLElement,
        in properties: inout [XMPProperty]
    ) -> Bool {
        let index = properties.firstIndex {
            $0.schema(element.name.local) == element.name && $0.local == element.name.local
        }
        guard let index, case .defaultLanguage(let text) = properties[index].value,
            element.children.count == 1, let list = element.children.first,
            list.name == XMPSchema.rdf("Alt")
        else { return false }
        let language = XMPSchema.xml("lang")
        let old = list.children.first { $0.attribute(language) == "x-default" }
        let others = list.children.filter { $0.attribute(language) != "x-default" }
        let copies = others.filter { old != nil && $0.text == old?.text }
        guard others.count > copies.count else { return false }
        properties.remove(at: index)
        if let old {
            changes.append(.init(range: old.range, bytes: Array(defaultLanguageItem(text).utf8)))
        } else if let first = list.children.first {
            insert(defaultLanguageItem(text) + "\n     ", at: first.range.lowerBound)
        }
        for copy in copies {
            let name = XMLText.escaped(copy.attribute(language) ?? "")
            let item = "<\(syntax):li xml:lang=\"\(name)\">\(XMLText.escaped(text))</\(syntax):li>"
            changes.append(.init(range: copy.range, bytes: Array(item.utf8)))
        }
        return true
    }

    private func defaultLanguageItem(_ text: String) -> String {
        XMPProperty.defaultItem(text, syntax: syntax)
    }

    /// Adds a description with the properties at the end.
    private mutating func addDescription(with properties: [XMPProperty], about: String) {
        guard !properties.isEmpty else { return }
        let used = Set(properties.flatMap(\.schemas))
        var lines = ["\n  <\(syntax):Description \(syntax):about=\"\(XMLText.escaped(about))\""]
        if rdf.prefix.isEmpty { lines.append("    xmlns:rdf=\"\(XMPSchema.rdf.rawValue)\"") }
        for schema in XMPSchema.allCases where used.contains(schema) {
            lines.append("    xmlns:\(schema.prefix)=\"\(schema.rawValue)\"")
        }
        let open = lines.joined(separator: "\n") + ">"
        let elements = properties.map { "\n   " + $0.xmlText(syntax: syntax) }.joined()
        let text = "\(open)\(elements)\n  </\(syntax):Description>"
        if let content = rdf.content {
            insert(text, at: beforeBlanks(content.upperBound))
        } else {
            let end = rdf.range.upperBound
            let name = rdf.prefix.isEmpty ? "RDF" : "\(rdf.prefix):RDF"
            let bytes = Array(">\(text)\n </\(name)>".utf8)
            changes.append(.init(range: end - 2..<end, bytes: bytes))
        }
    }

    /// The keywords and paths that the packet has.
    private var words: XMPWords {
        var keywords: [String] = []
        var paths: [[String]] = []
        for property in rdf.children.flatMap(\.children) {
            let texts = property.children.flatMap(\.children).map { $0.text.trimmingBlanks() }
            if property.name == XMPSchema.dc("subject") {
                keywords += texts
            } else if property.name == XMPSchema.lightroom("hierarchicalSubject") {
                paths += texts.map { KeywordPaths.titles(in: $0, mark: "|") }
            } else if property.name == XMPSchema.digiKam("TagsList") {
                paths += texts.map { KeywordPaths.titles(in: $0, mark: "/") }
            }
        }
        let single = paths.filter { $0.count == 1 }.flatMap(\.self)
        var seen: Set<[String]> = []
        return XMPWords(
            keywords: (keywords + single).filter { !$0.isEmpty },
            paths: paths.filter { $0.count > 1 && seen.insert($0).inserted }
        )
    }

    private mutating func cut(_ range: Range<Int>) {
        changes.append(Change(range: range, bytes: []))
    }

    private mutating func insert(_ text: String, at position: Int) {
        guard !text.isEmpty else { return }
        changes.append(Change(range: position..<position, bytes: Array(text.utf8)))
    }

    private func withBlanksBefore(_ range: Range<Int>) -> Range<Int> {
        beforeBlanks(range.lowerBound)..<range.upperBound
    }

    /// Returns the position behind the last byte before `position` that is not blank.
    private func beforeBlanks(_ position: Int) -> Int {
        var position = position
        while position > 0, XMLText.isBlank(original[position - 1]) { position -= 1 }
        return position
    }
}
