import Foundation
import PhotosMedia
import PhotosStore
import TestPermits
import Testing

@testable import PhotosImport

/// What a photo gets of words that another program states differently than before.
@Suite(.permit) struct LaterWordsTests {
    private static var earlier: RecordedFacts {
        var facts = RecordedFacts(reader: 1)
        (facts.caption, facts.title) = ("Old", "Trip")
        (facts.keywords, facts.persons) = (["Anna", "Carl"], ["Anna"])
        return facts
    }

    private var words: ImportSupplement {
        var words = ImportSupplement()
        words.caption = "New"
        (words.keywords, words.persons) = (["Anna", "Ben"], ["Anna", "Ben"])
        return words
    }

    /// Decides for a photo that has the words of its files, apart from some values.
    private func later(
        since base: LaterWords.Base,
        given: RecordedFacts? = Self.earlier,
        _ values: [AssetField: FieldValue] = [:],
        isReplacing: Bool = false
    ) -> LaterWords {
        var record = AssetRecord(rowID: 0, uuid: UUID())
        let facts = AssetFacts(original: RecordedFacts(reader: 1), companion: Self.earlier)
        for field in FileMetadata.Field.allCases {
            record.setProperty(field, from: facts.metadata)
        }
        for (field, value) in values { record[field] = value }
        return LaterWords(
            words,
            since: base,
            given: given,
            record: record,
            facts: facts,
            isReplacing: isReplacing
        )
    }

    @Test func `new names come in, and values and names that the photo has stay`() {
        let later = later(since: .known(Self.earlier))
        #expect(later.companion?.caption == "Old" && later.companion?.title == "Trip")
        #expect(later.companion?.keywords == ["Anna", "Carl", "Ben"])
        #expect(later.companion?.persons == ["Anna", "Ben"])
        #expect(later.fields == [.keywords])
        #expect(later.accepted == [.keywords, .persons])
        #expect(later.leftOut == [.init(.caption, options: ["--caption", "New"])])
    }

    @Test func `a list that is not stated any more removes no name`() {
        var earlier = Self.earlier
        earlier.persons = ["Anna", "Zoe"]
        earlier.creators = ["Zoe"]
        let facts = AssetFacts(original: RecordedFacts(reader: 1), companion: earlier)
        var record = AssetRecord(rowID: 0, uuid: UUID())
        for field in FileMetadata.Field.allCases {
            record.setProperty(field, from: facts.metadata)
        }
        var words = ImportSupplement()
        words.title = "Trip"
        let later = LaterWords(
            words,
            since: .known(earlier),
            given: earlier,
            record: record,
            facts: facts
        )
        #expect(later == LaterWords())
    }

    @Test func `a value that a person or a sidecar gave stays, and has a sentence`() {
        let person = later(since: .known(Self.earlier), [.caption: .text("Mine")])
        #expect(person.leftOut == [.init(.caption, options: ["--caption", "New"])])
        #expect(person.accepted == [.keywords, .persons])
        // The sidecar states the caption, and one of the names.
        var rest = Self.earlier
        (rest.caption, rest.keywords) = (nil, ["Anna"])
        let sidecar = later(since: .known(Self.earlier), given: rest)
        #expect(sidecar.leftOut.map(\.property) == [.caption])
        let text = sidecar.reasonText(photo: "a.jpg", identifier: "A")
        #expect(text?.contains("photokit edit A --caption New") == true)
        // A person wrote the same.
        let same = later(since: .known(Self.earlier), [.caption: .text("New")])
        #expect(same.leftOut.isEmpty)
        // The import replaces what it gave before, and nothing else.
        #expect(later(since: .known(Self.earlier), isReplacing: true).leftOut.isEmpty)
        for replaced in [
            later(since: .known(Self.earlier), [.caption: .text("Mine")], isReplacing: true),
            later(since: .known(Self.earlier), given: rest, isReplacing: true),
        ] {
            #expect(replaced.leftOut.map(\.property) == [.caption])
        }
    }

    @Test func `a later date stays away, and is named`() {
        var original = RecordedFacts(reader: 1)
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
        original.capture = .init(date: date, zone: 0, isZoneAssumed: false, source: "Exif")
        var earlier = Self.earlier
        let sources = ["takeout", ImportSupplement.photosLibrary]
        for source in sources {
            earlier.capture = .init(date: date, zone: nil, isZoneAssumed: false, source: source)
            let facts = AssetFacts(original: original, companion: earlier)
            var record = AssetRecord(rowID: 0, uuid: UUID())
            for field in FileMetadata.Field.allCases {
                record.setProperty(field, from: facts.metadata)
            }
            var words = ImportSupplement()
            words.date = .init(date: date + 86_400, source: source)
            let later = LaterWords(
                words,
                since: .known(earlier),
                given: earlier,
                record: record,
                facts: facts
            )
            #expect(later.companion == nil && later.accepted.isEmpty)
            #expect(later.leftOut.map(\.property) == [.date])
        }
    }

    @Test func `another reading of the same date and place is not named`() {
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
        func capture(_ date: Date, _ source: String) -> RecordedFacts.Capture {
            .init(date: date, zone: 7_200, isZoneAssumed: false, source: source)
        }
        var earlier = RecordedFacts(reader: 1)
        earlier.capture = capture(date + 0.5, ImportSupplement.photosLibrary)
        earlier.location = .init(latitude: 48.200_01, longitude: 16.4, altitude: 170)
        func leftOut(
            _ date: Date,
            latitude: Double,
            _ original: RecordedFacts?
        ) -> [EditedProperty] {
            let facts = AssetFacts(original: original, companion: earlier)
            var record = AssetRecord(rowID: 0, uuid: UUID())
            for field in FileMetadata.Field.allCases {
                record.setProperty(field, from: facts.metadata)
            }
            var words = ImportSupplement()
            words.date = .init(date: date, source: "takeout")
            words.location = .init(latitude: latitude, longitude: 16.4)
            let later = LaterWords(
                words,
                since: .unknown,
                given: earlier,
                record: record,
                facts: facts
            )
            return later.leftOut.map(\.property)
        }
        #expect(leftOut(date, latitude: 48.2, nil).isEmpty)
        #expect(leftOut(date + 86_400, latitude: 49, nil) == [.date, .place])
        // The file states both, so both programs have them from there.
        var original = RecordedFacts(reader: 1)
        original.capture = capture(date + 0.5, "Exif.Photo.DateTimeOriginal")
        original.location = earlier.location
        #expect(leftOut(date - 7_200, latitude: 48.3, original).isEmpty)
        original.capture?.source = FactsTable.fileTag
        #expect(leftOut(date - 7_200, latitude: 48.3, original) == [.date])
    }

    @Test func `nothing comes in where the earlier values are unknown, and that is said`() {
        let unknown = later(since: .unknown)
        #expect(unknown.companion == nil && unknown.accepted.isEmpty)
        #expect(unknown.leftOut.map(\.property) == [.caption, .keywords, .persons])
        let text = unknown.reasonText(photo: "a.jpg", identifier: "A")
        #expect(text?.contains("the caption, keywords and names of persons of a.jpg") == true)
        #expect(later(since: .unknown, given: nil).leftOut.isEmpty)
        let other = later(since: .nothing)
        #expect(other == LaterWords())
    }
}
