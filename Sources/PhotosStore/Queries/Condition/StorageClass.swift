/// The type of a column's values that are not null, or of a constant.
enum StorageClass: Hashable, Sendable {
    case integer
    case real
    case text
    case blob
    case null
    /// A NaN, which equals nothing, not even itself.
    case nothing

    var isNumber: Bool { self == .integer || self == .real }

    /// Returns whether values of the two types can be equal or ordered.
    func isComparable(to other: StorageClass) -> Bool {
        self == other && self != .nothing || isNumber && other.isNumber
    }

    init(_ value: FieldValue) {
        self =
            switch value {
            case .null: .null
            case .integer: .integer
            case .real(let value): value.isNaN ? .nothing : .real
            case .text: .text
            case .blob: .blob
            }
    }

    /// Returns the type that the schema declares for a column.
    ///
    /// SQLite converts constants to this type, so the compiler must know it.
    init(_ field: Field) {
        self =
            switch field {
            case .rowID, .memberCount, .pixelCount: .integer
            case .localDate: .real
            case .related(let field): Self(field)
            case .memberPosition: .blob
            case .asset(let field): Self(field.storage)
            case .collection(let field): Self(field.storage)
            }
    }

    private init(_ field: RelatedField) {
        self =
            switch field {
            case .aperture, .iso, .focalLength, .exposureTime: .real
            case .byteCount, .isInAlbum: .integer
            default: .text
            }
    }

    private init(_ storage: FieldStorage) {
        self =
            switch storage {
            case .flag, .code, .number, .bits: .integer
            case .date, .real: .real
            case .text: .text
            case .bytes, .position: .blob
            }
    }
}
