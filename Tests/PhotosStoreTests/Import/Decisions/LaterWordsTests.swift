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
        _ values: [AssetField: FieldValue] = [:]
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
            facts: facts
        )
    }

    @Test func `new values come in, names by difference, and what is not stated stays`() {
        let later = later(since: .known(Self.earlier))
        #expect(later.companion?.caption == "New" && later.companion?.title == "Trip")
        #expect(later.companion?.keywords == ["Anna", "Ben"])
        #expect(later.companion?.persons == ["Anna", "Ben"])
        #expect(later.fields == [.caption, .keywords])
        #expect(later.accepted == [.caption, .keywords, .persons] && later.isChanged)
        #expect(later.reasonText(photo: "a.jpg", identifier: "A") == nil)
    }

    @Test func `a value that a person or a sidecar gave stays, and has a sentence`() {
        let person = later(since: .known(Self.earlier), [.caption: .text("Mine")])
        #expect(person.leftOut == [.init(.caption, options: ["--caption", "New"])])
        #expect(person.accepted == [.keywords, .persons])
        // The sidecar states the caption, and one of the names.
        var rest = Self.earlier
        (rest.caption, rest.keywords) = (nil, ["Anna"])
        let sidecar = later(since: .known(Self.earlier), given: rest)
        #expect(
            sidecar.companion?.caption == "Old" && sidecar.leftOut.map(\.property) == [.caption]
        )
        #expect(sidecar.companion?.keywords == ["Anna", "Carl", "Ben"])
        let text = sidecar.reasonText(photo: "a.jpg", identifier: "A")
        #expect(text?.contains("photokit edit A --caption New") == true)
        // A person wrote the same.
        let same = later(since: .known(Self.earlier), [.caption: .text("New")])
        #expect(same.leftOut.isEmpty)
    }

    @Test func `a later date is accepted only where it counts before that of the file`() {
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
            #expect(later.companion?.capture?.date == date + 86_400)
            #expect(later.accepted.contains(.date) == (source == ImportSupplement.photosLibrary))
            #expect(later.leftOut.isEmpty)
        }
    }

    @Test func `nothing comes in where the earlier values are unknown, and that is said`() {
        let unknown = later(since: .unknown)
        #expect(unknown.companion == nil && unknown.accepted.isEmpty)
        #expect(unknown.leftOut.map(\.property) == [.caption, .keywords, .persons])
        let text = unknown.reasonText(photo: "a.jpg", identifier: "A")
        #expect(text?.contains("nobody can tell") == true)
        #expect(later(since: .unknown, given: nil).leftOut.isEmpty)
        let other = later(since: .nothing)
        #expect(other == LaterWords())
    }
}
