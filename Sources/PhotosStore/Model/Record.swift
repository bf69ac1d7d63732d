package import Foundation

/// The two tables whose rows are objects of the API.
package enum Entity: UInt8, Hashable, Sendable {
    case asset = 1
    case collection = 2

    var table: String {
        switch self {
        case .asset: "asset"
        case .collection: "collection"
        }
    }
}

/// An object of the library, identified by the number of its row.
///
/// Row numbers are never used again.
package struct ObjectID: Hashable, Sendable {
    package var entity: Entity
    package var rowID: Int64

    package init(_ entity: Entity, _ rowID: Int64) {
        self.entity = entity
        self.rowID = rowID
    }
}

/// A row in memory, whose fields can be read by name and by number.
package protocol Record: FieldReading, Hashable, Sendable {
    associatedtype Fields: RecordField
    static var entity: Entity { get }
    var rowID: Int64 { get }
    var uuid: UUID { get }
    var kind: ObjectKind { get }
    /// The columns of the row number and of all fields, in the order in which ``init(columns:)`` reads them.
    static var columnList: String { get }
    init(rowID: Int64, uuid: UUID)
    /// Reads a row of the table: its number, then the fields in the order of `Fields.allCases`.
    init(columns: inout ColumnReader)
    subscript(field: Fields) -> FieldValue { get set }
    /// Returns the fields in which two records differ.
    func differences(from other: Self) -> FieldMask<Fields>
}

extension Record {
    package var localIdentifier: String { LocalIdentifier(uuid: uuid, kind: kind).description }

    /// Returns the fields in which two records differ.
    package func differences(from other: Self) -> FieldMask<Fields> {
        FieldMask(Fields.allCases.filter { !self[$0].isIdentical(to: other[$0]) })
    }

    /// Returns the record of a deleted object whose other fields are no longer in the log.
    static func deleted(_ rowID: Int64, uuid: UUID, kind: ObjectKind?) -> Self {
        var record = Self(rowID: rowID, uuid: uuid)
        if kind == .folder, let field = CollectionField.kind as? Fields {
            record[field] = .integer(CollectionKind.folder.rawValue)
        }
        return record
    }

    /// Returns an empty record; the log records a whole row as its differences from this record.
    package static func blank(_ rowID: Int64) -> Self { Self(rowID: rowID, uuid: UUID.zero) }
}

extension UUID {
    package static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
