import PhotosBase

/// The regions of a picture in a packet: those of the Metadata Working Group, or Microsoft's.
struct XMPRegions {
    /// The change that makes regions state the persons.
    enum Change {
        /// Nothing is left of the property.
        case removed
        /// The bytes of items to remove, the persons to add, and the end of the list.
        case changed(removed: [Range<Int>], added: [WrittenMetadata.Person], end: Int)
    }

    private struct Item {
        var range: Range<Int>
        var name: String
        var isFace: Bool
    }

    /// Whether the regions are the Metadata Working Group's, to which items can be added.
    let isGeneral: Bool
    private let items: [Item]
    /// The end of the list's content; nil if there is no list with content.
    private let end: Int?

    /// Reads a property; nil if it has no regions.
    init?(_ property: XMLElement) {
        isGeneral = property.name == XMPSchema.regions("Regions")
        guard isGeneral || property.name == XMPSchema.microsoftRegions("RegionInfo") else {
            return nil
        }
        let nameOfPerson =
            isGeneral
            ? XMPSchema.regions("Name") : XMPSchema.microsoftRegion("PersonDisplayName")
        let list =
            Self.fieldElement(
                isGeneral
                    ? XMPSchema.regions("RegionList") : XMPSchema.microsoftRegionInfo("Regions"),
                of: property
            )?.children.first
        end = list?.content?.upperBound
        items = (list?.children ?? []).filter { $0.name == XMPSchema.rdf("li") }.map { item in
            let kind = Self.fieldText(XMPSchema.regions("Type"), of: item)
            return Item(
                range: item.range,
                name: Self.fieldText(nameOfPerson, of: item) ?? "",
                isFace: Self.isFace(kind)
            )
        }
    }

    /// Decides how the regions come to state the persons.
    ///
    /// - Parameters:
    ///   - persons: The persons that the packet shall state.
    ///   - isFirst: Whether the persons' new regions can be added here.
    /// - Returns: The change; nil if the regions stay as they are.
    func change(
        to persons: WrittenMetadata.Written<[WrittenMetadata.Person]>,
        isFirst: Bool
    ) -> Change? {
        let persons = persons.value ?? []
        let added = isGeneral && isFirst ? persons.filter { $0.region != nil } : []
        let removed = items.filter { item in
            guard item.isFace else { return false }
            guard !item.name.isEmpty else { return persons.isEmpty }
            let person = persons.first { $0.name == item.name }
            return person == nil || person?.region != nil
        }
        guard removed.count < items.count, let end else { return .removed }
        guard !removed.isEmpty || !added.isEmpty else { return nil }
        return .changed(removed: removed.map(\.range), added: added, end: end)
    }

    /// Whether a region of a kind is a person's.
    ///
    /// The guidelines of the Metadata Working Group, version 2.0, have the kinds Face, Pet, Focus and BarCode. Programs
    /// that mark only faces leave the kind out.
    static func isFace(_ kind: String?) -> Bool {
        guard let kind = kind?.trimmingBlanks(), !kind.isEmpty else { return true }
        return kind.lowercased() == "face"
    }

    /// Returns the text of a field, which may be an attribute or an element.
    private static func fieldText(_ name: XMLName, of element: XMLElement) -> String? {
        let text =
            structureElements(of: element).lazy.compactMap { $0.attribute(name) }.first
            ?? fieldElement(name, of: element)?.text
        return text?.trimmingBlanks()
    }

    private static func fieldElement(_ name: XMLName, of element: XMLElement) -> XMLElement? {
        structureElements(of: element).lazy.flatMap(\.children).first { $0.name == name }
    }

    /// Returns the elements that hold the fields of a structure: the element itself, and a description in it.
    private static func structureElements(of element: XMLElement) -> [XMLElement] {
        [element] + element.children.filter { $0.name == XMPSchema.rdf("Description") }
    }
}
