import Foundation
import PhotosBase
package import PhotosSearch

extension Condition {
    /// An operand of a comparison.
    package indirect enum Expression: Hashable, Sendable {
        case field(Field)
        case value(FieldValue)
        /// The identifier that applications use, made from the UUID and the kind of a record.
        case localIdentifier(IdentifiedRecord)
        /// The bits that two integers share.
        ///
        /// Reals lose their fraction. The result for texts and missing values is null.
        case bitAnd(Expression, Expression)
        /// The distance in metres between the coordinates of an asset and a point; null without coordinates.
        case distance(PlacePoint)
        /// 1 if an asset was taken on one of some days on the camera's clock, otherwise 0; null without a date.
        case isAmong(SearchDays)
    }

    /// The records that have an identifier, by their table.
    package enum IdentifiedRecord: Hashable, Sendable {
        case asset
        case collection
    }
}

extension Condition.Expression {
    func value(in record: some FieldReading) -> FieldValue {
        switch self {
        case .field(let field):
            return record.value(of: field)
        case .value(let value):
            return value
        case .localIdentifier(.asset):
            return Self.identifier(record.value(of: .asset(.uuid)), kind: .asset)
        case .localIdentifier(.collection):
            let kind = record.value(of: .collection(.kind))
            return Self.identifier(
                record.value(of: .collection(.uuid)),
                kind: kind == Self.folderKind ? .folder : .album
            )
        case .bitAnd(let left, let right):
            guard let left = left.value(in: record).bits, let right = right.value(in: record).bits
            else { return .null }
            return .integer(left & right)
        case .distance(let point):
            guard let latitude = record.value(of: .asset(.latitude)).real,
                let longitude = record.value(of: .asset(.longitude)).real,
                let place = PlacePoint(latitude, longitude)
            else { return .null }
            return .real(place.distance(to: point))
        case .isAmong(let days):
            guard let date = record.value(of: .localDate).real else { return .null }
            return .integer(days.contains(localDate: date) ? 1 : 0)
        }
    }

    /// The value of an expression that reads no record, or nil.
    var constant: FieldValue? {
        switch self {
        case .value(let value): value
        case .field, .localIdentifier, .distance, .isAmong: nil
        case .bitAnd(let left, let right):
            if left.constant != nil, right.constant != nil { value(in: NoRecord()) } else { nil }
        }
    }

    static let folderKind = FieldValue.integer(CollectionKind.folder.rawValue)

    static func identifier(_ uuid: FieldValue, kind: ObjectKind) -> FieldValue {
        guard let uuid = uuid.blob.flatMap({ UUID(bytes: $0) }) else { return .null }
        return .text(LocalIdentifier(uuid: uuid, kind: kind).description)
    }

    func collectFields(into fields: inout Set<Field>) {
        switch self {
        case .field(let field):
            fields.insert(field)
        case .value:
            break
        case .localIdentifier(.asset):
            fields.insert(.asset(.uuid))
        case .localIdentifier(.collection):
            fields.formUnion([.collection(.uuid), .collection(.kind)])
        case .bitAnd(let left, let right):
            left.collectFields(into: &fields)
            right.collectFields(into: &fields)
        case .distance:
            fields.formUnion([.asset(.latitude), .asset(.longitude)])
        case .isAmong:
            fields.insert(.localDate)
        }
    }
}

extension SearchDays {
    /// Returns whether the day of a moment on the camera's clock, in seconds since 2001, is one of these.
    func contains(localDate: Double) -> Bool {
        let seconds = localDate + Date.timeIntervalBetween1970AndReferenceDate
        return contains(CivilDay(secondsSince1970: seconds, zone: 0))
    }
}

/// A record without values, for expressions that read no field.
struct NoRecord: FieldReading {
    func value(of field: Field) -> FieldValue { .null }
}

extension FieldValue {
    /// The number on which bit operators work, as SQLite casts it.
    var bits: Int64? {
        switch self {
        case .integer(let value): value
        case .real(let value) where !value.isNaN:
            if value >= 0x1p63 { .max } else if value <= -0x1p63 { .min } else { Int64(value) }
        default: nil
        }
    }
}
