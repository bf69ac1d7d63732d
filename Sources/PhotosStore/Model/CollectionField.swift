/// The fields of a collection: an album, a smart album or a folder.
package enum CollectionField: UInt8, RecordField {
    case modificationDate = 0
    case title = 1
    case parent = 2
    /// The position among the children of the parent folder, see ``Position``.
    case position = 3
    case kind = 4
    case subtype = 5
    case creationDate = 6
    /// The search that a smart album of the user's own contains.
    case search = 7
    case uuid = 63

    package var definition: FieldDefinition {
        switch self {
        case .modificationDate: FieldDefinition("modification_date", .date)
        case .title: FieldDefinition("title", .text)
        case .parent: FieldDefinition("parent_id", .bits)
        case .position: FieldDefinition("position", .position)
        case .kind: FieldDefinition("kind", .code)
        case .subtype: FieldDefinition("subtype", .number)
        case .creationDate: FieldDefinition("creation_date", .date)
        case .search: FieldDefinition("search", .text)
        case .uuid: FieldDefinition("uuid", .bytes)
        }
    }
}

package typealias CollectionFieldMask = FieldMask<CollectionField>

extension CollectionFieldMask {
    /// A mark for a collection whose members or children changed.
    ///
    /// Bit 62 belongs to no column.
    package static let contents = CollectionFieldMask(rawValue: 1 << 62)

    /// The fields that say where a collection is in its parent folder.
    ///
    /// A change of these fields counts as a change of the folder, because no visible property of the collection
    /// changes.
    package static let parentAndPosition = CollectionFieldMask([CollectionField.parent, .position])
}

/// The kinds of rows in the collection table.
package enum CollectionKind: Int64, Sendable {
    case folder = 0
    case album = 1
    case smartAlbum = 2
}
