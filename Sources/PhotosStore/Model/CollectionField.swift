/// The fields of a collection: an album, a smart album or a folder.
package enum CollectionField: UInt8, RecordField {
    case modificationDate = 0
    case title = 1
    case parent = 2
    /// The place among the children of the parent folder, see ``Position``.
    case position = 3
    case kind = 4
    case subtype = 5
    case creationDate = 6
    case uuid = 63

    package var column: String {
        switch self {
        case .modificationDate: "modification_date"
        case .title: "title"
        case .parent: "parent_id"
        case .position: "position"
        case .kind: "kind"
        case .subtype: "subtype"
        case .creationDate: "creation_date"
        case .uuid: "uuid"
        }
    }
}

package typealias CollectionFieldMask = FieldMask<CollectionField>

extension CollectionFieldMask {
    /// Marks a collection whose members or children changed.
    ///
    /// Bit 62 belongs to no column.
    package static let contents = CollectionFieldMask(rawValue: 1 << 62)

    /// Where a collection stands: its folder's concern, and no property that its user sees.
    package static let place = CollectionFieldMask([CollectionField.parent, .position])
}

/// What a row of the collection table is.
package enum CollectionKind: Int64, Sendable {
    case folder = 0
    case album = 1
    case smartAlbum = 2
}
