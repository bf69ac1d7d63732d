import Foundation
import PhotosStore

extension PropertyValue {
    /// Converts the value of an asset's field from the log.
    init(_ value: FieldValue, of field: AssetField) {
        switch (field, field.storage) {
        case (_, .flag): self = value.integer.map { .flag($0 == 1) } ?? .none
        case (_, .date): self.init(date: value)
        case (.keywords, _):
            var record = AssetRecord(rowID: 0, uuid: UUID())
            record[.keywords] = value
            self = .texts(record.keywords)
        default:
            self.init(value)
        }
    }

    /// Converts the value of a collection's field from the log; the caller resolves parents.
    init(_ value: FieldValue, of field: CollectionField) {
        switch field {
        case .modificationDate, .creationDate: self.init(date: value)
        case .position: self = value == .null ? .none : .position
        default: self.init(value)
        }
    }

    private init(date value: FieldValue) {
        self = value.real.map { .date(Date(timeIntervalSinceReferenceDate: $0)) } ?? .none
    }

    private init(_ value: FieldValue) {
        switch value {
        case .null: self = .none
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .number(number)
        case .text(let text): self = .text(text)
        case .blob: self = .position
        }
    }
}
