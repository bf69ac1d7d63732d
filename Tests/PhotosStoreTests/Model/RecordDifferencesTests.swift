import Foundation
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct RecordDifferencesTests {
    /// Values of every kind, so that each field takes at least one that it does not have.
    private static let values: [FieldValue] = [
        .integer(1), .integer(2), .real(7), .text("other"), .text("[\"word\"]"),
        .blob(Array(repeating: 9, count: 16)),
    ]

    @Test(arguments: AssetField.allCases)
    func `A changed field is the one difference`(field: AssetField) throws {
        let before = AssetRecord(rowID: 1, uuid: UUID())
        let changed = Self.values.map { value in
            var after = before
            after[field] = value
            return after
        }.filter { !$0[field].isIdentical(to: before[field]) }
        #expect(!changed.isEmpty)
        for after in changed {
            #expect(after.differences(from: before) == AssetFieldMask([field]))
            #expect(before.differences(from: after) == AssetFieldMask([field]))
        }
        #expect(before.differences(from: before).isEmpty)
    }

    @Test func `Two spellings of one letter are two values`() {
        var composed = AssetRecord(rowID: 1, uuid: UUID())
        composed.caption = "\u{E9}"
        composed.keywords = ["\u{E9}"]
        var decomposed = composed
        decomposed.caption = "e\u{301}"
        decomposed.keywords = ["e\u{301}"]
        #expect(decomposed.differences(from: composed) == AssetFieldMask([.caption, .keywords]))
    }

    @Test func `The fields of a mask come in the order of their numbers`() {
        let mask = AssetFieldMask(rawValue: .max)
        #expect(mask.fields.map(\.rawValue) == AssetField.allCases.map(\.rawValue).sorted())
    }
}
