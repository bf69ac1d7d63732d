package import Foundation

/// An album, smart album or folder of the library.
package struct CollectionRecord: Hashable, Sendable {
    package var rowID: Int64
    package var uuid: UUID
    package var collectionKind: CollectionKind = .album
    /// The API's number for the subtype of an album or folder.
    package var subtype: Int = 0
    package var title: String?
    /// The row of the parent folder, or nil for the root folder and for the smart albums that every library has.
    package var parent: Int64?
    package var position: Position?
    package var creationDate: Date?
    package var modificationDate: Date?
    /// The search that a smart album of the user's own contains, as typed; nil for all other collections.
    package var search: String?

    package init(rowID: Int64, uuid: UUID) {
        self.rowID = rowID
        self.uuid = uuid
    }
}

extension CollectionRecord: Record {
    package static let entity = Entity.collection
    package static let columnList = makeColumnList()

    package var kind: ObjectKind { collectionKind == .folder ? .folder : .album }

    package init(columns: inout ColumnReader) {
        rowID = columns.integer() ?? 0
        modificationDate = columns.date()
        title = columns.text()
        parent = columns.integer()
        position = columns.blob().map(Position.init(bytes:))
        collectionKind = columns.integer().flatMap(CollectionKind.init) ?? .album
        subtype = columns.count()
        creationDate = columns.date()
        search = columns.text()
        uuid = columns.uuid() ?? .zero
    }

    package subscript(field: CollectionField) -> FieldValue {
        get {
            switch field {
            case .modificationDate: FieldValue(date: modificationDate)
            case .title: FieldValue(title)
            case .parent: FieldValue(parent)
            case .position: position.map { .blob($0.bytes) } ?? .null
            case .kind: .integer(collectionKind.rawValue)
            case .subtype: FieldValue(subtype)
            case .creationDate: FieldValue(date: creationDate)
            case .search: FieldValue(search)
            case .uuid: .blob(uuid.bytes)
            }
        }
        set {
            switch field {
            case .modificationDate: modificationDate = newValue.date
            case .title: title = newValue.text
            case .parent: parent = newValue.integer
            case .position: position = newValue.blob.map(Position.init(bytes:))
            case .kind:
                collectionKind = newValue.integer.flatMap(CollectionKind.init) ?? collectionKind
            case .subtype: subtype = newValue.integer.map(Int.init) ?? 0
            case .creationDate: creationDate = newValue.date
            case .search: search = newValue.text
            case .uuid: uuid = newValue.blob.flatMap { UUID(bytes: $0) } ?? uuid
            }
        }
    }

    package func value(of field: Field) -> FieldValue {
        switch field {
        case .collection(let field): self[field]
        case .rowID: .integer(rowID)
        case .asset, .memberPosition, .memberCount, .localDate, .pixelCount, .related: .null
        }
    }
}
