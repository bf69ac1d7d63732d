import PhotosBase

extension XMPProperty {
    /// The namespaces that the XML of the property uses.
    var schemas: [XMPSchema] {
        if case .faces = value { [schema, .area, .dimensions] } else { [schema] }
    }

    /// Makes the element, with each line after the first indented.
    ///
    /// - Parameter syntax: The prefix of RDF's own names.
    /// - Returns: The XML.
    func xmlText(syntax: String) -> String {
        let name = "\(schema.prefix):\(local)"
        switch value {
        case .text(let text):
            return "<\(name)>\(XMLText.escaped(text))</\(name)>"
        case .bag(let texts):
            return listElement(
                named: name,
                kind: "\(syntax):Bag",
                items: texts.map { Self.listItem($0, syntax: syntax) }
            )
        case .sequence(let texts):
            return listElement(
                named: name,
                kind: "\(syntax):Seq",
                items: texts.map { Self.listItem($0, syntax: syntax) }
            )
        case .defaultLanguage(let text):
            return listElement(
                named: name,
                kind: "\(syntax):Alt",
                items: [Self.defaultItem(text, syntax: syntax)]
            )
        case .faces(let persons):
            return faceList(named: name, of: persons, syntax: syntax)
        }
    }

    /// Returns the item of a list of languages that holds for all languages.
    static func defaultItem(_ text: String, syntax: String) -> String {
        "<\(syntax):li xml:lang=\"x-default\">\(XMLText.escaped(text))</\(syntax):li>"
    }

    /// Makes the item of a list of regions.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - syntax: The prefix of RDF's own names.
    ///   - declares: Whether the item declares the namespaces that it needs. ImageMagick warns of such items.
    /// - Returns: The XML; nil for a person without a region.
    static func faceItem(
        of person: WrittenMetadata.Person,
        syntax: String,
        declares: Bool
    ) -> String? {
        guard let region = person.region else { return nil }
        // The position of an area is its centre.
        let x = decimalText(of: region.left + region.width / 2)
        let y = decimalText(of: region.top + region.height / 2)
        let name = XMLText.escaped(person.name)
        let namespaces = [XMPSchema.regions, .area].map { " xmlns:\($0.prefix)=\"\($0.rawValue)\"" }
        return """
            <\(syntax):li \(syntax):parseType="Resource"\(declares ? namespaces.joined() : "")>\
            <mwg-rs:Name>\(name)</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>\
            <mwg-rs:Area stArea:x="\(x)" stArea:y="\(y)" stArea:w="\(decimalText(of: region.width))" \
            stArea:h="\(decimalText(of: region.height))" stArea:unit="normalized"/></\(syntax):li>
            """
    }

    private func listElement(named name: String, kind: String, items: [String]) -> String {
        let lines = items.map { "\n     \($0)" }.joined()
        return "<\(name)>\n    <\(kind)>\(lines)\n    </\(kind)>\n   </\(name)>"
    }

    private func faceList(
        named name: String,
        of persons: [WrittenMetadata.Person],
        syntax: String
    ) -> String {
        let items = persons.compactMap { Self.faceItem(of: $0, syntax: syntax, declares: false) }
            .map {
                "\n      \($0)"
            }.joined()
        let size = persons.lazy.compactMap(\.region).first
        let dimensions = size.map {
            "\n    <mwg-rs:AppliedToDimensions stDim:w=\"\($0.pictureWidth)\" "
                + "stDim:h=\"\($0.pictureHeight)\" stDim:unit=\"pixel\"/>"
        }
        return """
            <\(name) \(syntax):parseType="Resource">\(dimensions ?? "")
                <mwg-rs:RegionList>
                 <\(syntax):Bag>\(items)
                 </\(syntax):Bag>
                </mwg-rs:RegionList>
               </\(name)>
            """
    }

    private static func listItem(_ text: String, syntax: String) -> String {
        "<\(syntax):li>\(XMLText.escaped(text))</\(syntax):li>"
    }

    /// Returns a part of a side with six decimals, which is less than a pixel of any picture.
    private static func decimalText(of value: Double) -> String {
        DecimalText.text(value, digits: 6)
    }
}
