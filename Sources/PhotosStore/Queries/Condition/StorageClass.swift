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
            case .rowID, .memberCount: .integer
            case .memberPosition: .blob
            case .asset(let field): Self.of(field)
            case .collection(let field): Self.of(field)
            }
    }

    private static func of(_ field: AssetField) -> StorageClass {
        switch field {
        case .modificationDate, .trashedDate, .creationDate, .locationDate, .addedDate,
            .adjustmentDate,
            .latitude, .longitude, .altitude, .horizontalAccuracy, .verticalAccuracy, .course,
            .speed,
            .duration:
            .real
        case .isFavorite, .isHidden, .contentVersion, .creationZone, .rating, .mediaType,
            .mediaSubtypes,
            .playbackStyle, .playbackVariation, .pixelWidth, .pixelHeight, .burstSelection,
            .representsBurst, .sourceType, .adjustmentsState, .originalChoice, .traits:
            .integer
        case .caption, .keywords, .contentType, .filename, .burstIdentifier, .adjustmentFormat,
            .adjustmentVersion, .dateSource:
            .text
        case .uuid:
            .blob
        }
    }

    private static func of(_ field: CollectionField) -> StorageClass {
        switch field {
        case .modificationDate, .creationDate: .real
        case .title: .text
        case .parent, .kind, .subtype: .integer
        case .position, .uuid: .blob
        }
    }
}
