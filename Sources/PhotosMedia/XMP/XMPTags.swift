import PhotosBase

/// Reads the tags of an XMP packet that the table of facts and the fields of IPTC use, under the names of exiv2.
///
/// A property of a structure has a path ("Xmp.mwg-rs.Regions/mwg-rs:RegionList/mwg-rs:Name"). The texts of a list have
/// one name together. The packet's length bounds the work.
package struct XMPTags {
    /// The largest packet in bytes.
    ///
    /// Lists of a picture's edits make packets of some hundred KiB.
    package static let maximumPacket = 1 << 20

    /// The greatest nesting of elements.
    ///
    /// Real packets nest a dozen.
    private static let maximumDepth = 64

    /// An open element.
    private struct Element {
        enum Kind {
            /// An element outside of all properties, or a description of properties.
            case around
            case property
            case list
            case item
            case unknown
        }

        var kind: Kind
        /// The path of the innermost property.
        ///
        /// `numbered` is the same path with the numbers of list items.
        var path = ""
        var numbered = ""
        var text = ""
        var hasElements = false
        var items = 0
        var isDefaultLanguage = false
        var namespaces: Int
    }

    private var tags = MediaTags()
    /// The names of regions and their kinds, by the numbered paths of the regions.
    private var regions: [(region: String, name: String)] = []
    private var regionKinds: [String: String] = [:]
    private var elements: [Element] = []
    private var namespaces = XMPNamespaces()

    private init() {}

    /// Returns the tags of a packet as far as it can be read; nil if the bytes are no XMP.
    package static func read(_ bytes: ArraySlice<UInt8>) -> MediaTags? { parsePacket(bytes)?.tags }

    /// Returns the tags of a packet; nil if the bytes are no XMP, or end before all of its elements do.
    package static func readWhole(_ bytes: ArraySlice<UInt8>) -> MediaTags? {
        parsePacket(bytes).flatMap { $0.isCutOff ? nil : $0.tags }
    }

    private static func parsePacket(
        _ bytes: ArraySlice<UInt8>
    ) -> (tags: MediaTags, isCutOff: Bool)? {
        var scanner = XMLScanner(utf8Bytes(of: bytes))
        var reader = XMPTags()
        var isXMP = false
        while let token = scanner.next() {
            switch token {
            case .start(let name, let attributes, let isEmpty):
                guard reader.elements.count < maximumDepth else {
                    return isXMP ? (reader.found, false) : nil
                }
                reader.openElement(named: name, attributes: attributes)
                isXMP = isXMP || reader.isDescription(name)
                if isEmpty { reader.closeElement() }
            case .end:
                reader.closeElement()
            case .text(let text):
                guard let last = reader.elements.indices.last,
                    reader.elements[last].kind == .property || reader.elements[last].kind == .item
                else { continue }
                reader.elements[last].text += text
            }
        }
        return isXMP ? (reader.found, !reader.elements.isEmpty) : nil
    }

    /// The tags, among them the names of those regions that are faces.
    private var found: MediaTags {
        let names = regions.filter { XMPRegions.isFace(regionKinds[$0.region]) }.map(\.name)
        var found = tags
        if !names.isEmpty { found.values[FactsTable.regionNames] = names }
        return found
    }

    /// Converts a packet in UTF-16, which sidecars may use, to UTF-8.
    ///
    /// A byte order mark identifies it.
    private static func utf8Bytes(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else {
            return Array(bytes)
        }
        return Array(PlainBytes.wideText(of: bytes, endian: .little).utf8)
    }

    private func isDescription(_ name: ArraySlice<UInt8>) -> Bool {
        guard let (prefix, local) = namespaces.resolve(name) else { return false }
        return prefix == XMPNamespaces.syntax && (local == "RDF" || local == "Description")
    }

    private mutating func openElement(
        named name: ArraySlice<UInt8>,
        attributes: [XMLScanner.Attribute]
    ) {
        let before = namespaces.count
        namespaces.declare(attributes)
        let parent = elements.last
        if !elements.isEmpty { elements[elements.count - 1].hasElements = true }
        var element = Element(
            kind: .unknown,
            path: parent?.path ?? "",
            numbered: parent?.numbered ?? "",
            namespaces: before
        )
        defer { elements.append(element) }
        // An element inside a property of a namespace that is not read is not read either.
        if parent?.kind == .unknown, !element.path.isEmpty || elements.count > 2 { return }
        guard let (prefix, local) = namespaces.resolve(name) else {
            if parent == nil { element.kind = .around }
            return
        }
        switch (prefix, local) {
        case (XMPNamespaces.syntax, "RDF"), (XMPNamespaces.syntax, "Description"):
            element.kind = .around
        case (XMPNamespaces.syntax, "Seq"), (XMPNamespaces.syntax, "Bag"),
            (XMPNamespaces.syntax, "Alt"):
            element.kind = .list
        case (XMPNamespaces.syntax, "li"):
            element.kind = .item
            if elements.last?.kind == .list {
                elements[elements.count - 1].items += 1
                element.numbered += "[\(elements[elements.count - 1].items)]"
            }
        case (XMPNamespaces.syntax, _):
            return
        default:
            element.kind = .property
            element.path = Self.path(below: element.path, prefix: prefix, local: local)
            element.numbered = Self.path(below: element.numbered, prefix: prefix, local: local)
        }
        for attribute in attributes { readAttribute(attribute, of: &element) }
    }

    /// Reads an attribute as a property of its element.
    ///
    /// Attributes of the syntax itself are skipped.
    private mutating func readAttribute(
        _ attribute: XMLScanner.Attribute,
        of element: inout Element
    ) {
        guard let (prefix, local) = namespaces.resolve(attribute.name) else { return }
        if prefix == "xml" {
            element.isDefaultLanguage = local == "lang" && attribute.value == "x-default"
        } else if prefix != XMPNamespaces.syntax {
            element.hasElements = element.kind != .around
            addText(
                attribute.value,
                path: Self.path(below: element.path, prefix: prefix, local: local),
                numbered: Self.path(below: element.numbered, prefix: prefix, local: local),
                isFirst: false
            )
        }
    }

    private mutating func closeElement() {
        guard let element = elements.popLast() else { return }
        namespaces.forget(to: element.namespaces)
        guard element.kind == .property || element.kind == .item, !element.hasElements else {
            return
        }
        addText(
            element.text,
            path: element.path,
            numbered: element.numbered,
            isFirst: element.isDefaultLanguage
        )
    }

    private mutating func addText(
        _ text: String,
        path: String,
        numbered: String,
        isFirst: Bool
    ) {
        guard !text.isEmpty else { return }
        // A region's kind may come before its name or after it.
        if path == FactsTable.regionNames || path == FactsTable.regionKinds {
            let region = String(numbered[..<(numbered.lastIndex(of: "/") ?? numbered.startIndex)])
            if path == FactsTable.regionKinds {
                regionKinds[region] = text
            } else {
                regions.append((region, text))
            }
        } else if FactsTable.xmpTags.contains(path) || IPTCProperties.paths.contains(path) {
            tags.values[path, default: []].insert(
                text,
                at: isFirst ? 0 : tags.values[path]?.count ?? 0
            )
        }
        // The numbers of this list's items show which values belong together.
        if path.hasPrefix(FactsTable.directoryTag) { tags.values[numbered] = [text] }
    }

    private static func path(below parent: String, prefix: String, local: String) -> String {
        parent.isEmpty ? "Xmp.\(prefix).\(local)" : "\(parent)/\(prefix):\(local)"
    }
}
