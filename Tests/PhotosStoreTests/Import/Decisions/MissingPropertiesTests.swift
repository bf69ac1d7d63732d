import Foundation
import PhotosMedia
import PhotosStore
import TestPermits
import Testing

@testable import PhotosImport

/// What a photo gets of one with the same bytes: only what it lacks.
@Suite(.permit) struct MissingPropertiesTests {
    private let date = Date(timeIntervalSinceReferenceDate: 700_000_000)

    private func record(_ values: [AssetField: FieldValue] = [:]) -> AssetRecord {
        var record = AssetRecord(rowID: 0, uuid: UUID())
        record.creationDate = date
        for (field, value) in values { record[field] = value }
        return record
    }

    private let place: [AssetField: FieldValue] = [
        .latitude: .real(46), .longitude: .real(9), .altitude: .real(200),
    ]

    private func capture(
        _ date: Date,
        zone: Int? = nil,
        isZoneAssumed: Bool = false,
        source: String = "Exif.Photo.DateTimeOriginal"
    ) -> RecordedFacts {
        var facts = RecordedFacts(reader: 1)
        facts.capture = .init(date: date, zone: zone, isZoneAssumed: isZoneAssumed, source: source)
        return facts
    }

    @Test func `what an undo took back comes again, and nothing else`() {
        var words = ImportSupplement()
        (words.caption, words.keywords, words.isFavorite) = ("Lake", ["a", "b"], true)
        let caption = UndoneImports.Value(.caption, .text("Lake"))
        let favorite = UndoneImports.Value(.isFavorite, .flag(true))
        let keyword = UndoneImports.Value(.keywords, .text("a"))
        func values(
            _ undone: Set<UndoneImports.Value>,
            _ record: AssetRecord
        ) -> [AssetField: FieldValue] {
            MissingProperties.values(of: words, undone: undone, missingIn: record)
        }
        #expect(values([caption, favorite], record()).count == 2)
        // What a person gave after the undo is not among what the undo took.
        #expect(
            values([caption], record([.caption: .text("Earlier")])) == [.caption: .text("Lake")]
        )
        #expect(values([favorite], record([.caption: .text("Mine")])) == [.isFavorite: .flag(true)])
        #expect(values([], record()).isEmpty)
        // The undo took the values of another import.
        let others: Set<UndoneImports.Value> = [
            .init(.caption, .text("Sea")), .init(.keywords, .text("c")),
            .init(.isFavorite, .flag(false)),
        ]
        #expect(values(others, record()).isEmpty)
        var own = record()
        own.keywords = ["own"]
        var both = own
        both.keywords = ["own", "a"]
        #expect(values([keyword], own) == [.keywords: both[.keywords]])
    }

    @Test func `another value than one that an undo took is missing, too`() {
        var words = ImportSupplement()
        words.caption = "Newest"
        words.location = .init(latitude: 47, longitude: 9)
        var stated = RecordedFacts(reader: 1)
        stated.caption = "New"
        stated.location = .init(latitude: 46, longitude: 9)
        let facts = AssetFacts(original: RecordedFacts(reader: 1), companion: stated)
        #expect(MissingProperties.stated(words, missingIn: record(), facts: facts).isEmpty)
        let missing = MissingProperties.stated(
            words,
            missingIn: record(),
            facts: facts,
            undone: [
                .init(.caption, .text("New")), .init(.latitude, .real(46)),
                .init(.longitude, .real(9)),
            ]
        )
        #expect(missing.values[.caption] == .text("Newest"))
        #expect(missing.values[.latitude] == .real(47))
    }

    @Test func `a place comes in as a whole, where there is none`() {
        let exported = record(place)
        let values = MissingProperties.values(of: exported, missingIn: record())
        #expect(values == place)
        let own = record([.latitude: .real(1), .longitude: .real(2)])
        #expect(MissingProperties.values(of: exported, missingIn: own).isEmpty)
    }

    @Test func `a date comes in with its zone, if a person has set it and nobody set the other`() {
        var exported = record([
            .creationDate: .real(5), .creationZone: .integer(3_600),
            .dateSource: .text(AssetRecord.personsDate),
        ])
        exported.traits.insert(.zoneAssumed)
        let file = record([.dateSource: .text("Exif.Photo.DateTimeOriginal")])
        let values = MissingProperties.values(of: exported, missingIn: file)
        #expect(values[.creationDate] == .real(5) && values[.creationZone] == .integer(3_600))
        #expect(values[.traits] == .integer(AssetTraits.zoneAssumed.rawValue))
        let person = record([.dateSource: .text(AssetRecord.personsDate)])
        #expect(MissingProperties.values(of: exported, missingIn: person).isEmpty)
        exported.dateSource = "Exif.Photo.DateTimeOriginal"
        #expect(MissingProperties.values(of: exported, missingIn: file).isEmpty)
    }

    @Test(arguments: 0..<5) func `words that files alone state are missing where no file has them`(
        _ kind: Int
    ) {
        var words = ImportSupplement()
        var facts = RecordedFacts(reader: 1)
        switch kind {
        case 0: (words.title, facts.title) = ("Trip", "Own")
        case 1: (words.headline, facts.headline) = ("Trip", "Own")
        case 2: (words.creators, facts.creators) = (["Anna"], ["Own"])
        case 3: (words.persons, facts.persons) = (["Anna"], ["Own"])
        default: (words.placeNames, facts.placeNames) = (.init(city: "Como"), .init(city: "Own"))
        }
        #expect(MissingProperties.areWords(words, missingIn: AssetFacts()))
        let other = RecordedFacts(reader: 1)
        for known in [
            AssetFacts(original: facts, companion: other),
            AssetFacts(original: other, companion: facts),
        ] {
            #expect(!MissingProperties.areWords(words, missingIn: known))
        }
        #expect(!MissingProperties.areWords(ImportSupplement(), missingIn: AssetFacts()))
    }

    @Test func `what a person removed of the files' words is not missing, unless it was undone`() {
        var words = ImportSupplement()
        words.caption = "Lake"
        words.location = .init(latitude: 46, longitude: 9)
        var stated = RecordedFacts(reader: 1)
        stated.caption = "Sidecar"
        let facts = AssetFacts(original: RecordedFacts(reader: 1), companion: stated)
        let missing = MissingProperties.stated(words, missingIn: record(), facts: facts)
        #expect(missing.values[.caption] == nil && missing.values[.latitude] == .real(46))
        let undone = MissingProperties.stated(
            words,
            missingIn: record(),
            facts: facts,
            isReversed: true
        )
        // Something else gave the caption, so its removal is not concerned.
        #expect(undone.values[.caption] == nil && undone.values[.latitude] == .real(46))
        stated.caption = "Lake"
        let given = MissingProperties.stated(
            words,
            missingIn: record(),
            facts: AssetFacts(original: RecordedFacts(reader: 1), companion: stated),
            isReversed: true
        )
        #expect(given.values[.caption] == .text("Lake"))
        // A photo that came in with these words has lost them since.
        let taken = AssetFacts(original: nil, companion: RecordedFacts(words))
        #expect(MissingProperties.stated(words, missingIn: record(), facts: taken).isEmpty)
    }

    @Test func `a date that is given again after an undo is guarded against a person's date`() {
        var words = ImportSupplement()
        words.date = .init(date: date + 86_400, source: "takeout")
        let original = RecordedFacts(reader: 1)
        let first = MissingProperties.stated(
            words,
            missingIn: record(),
            facts: AssetFacts(original: original)
        )
        #expect(first.isDateOfFiles && first.values.isEmpty)
        let again = MissingProperties.stated(
            words,
            missingIn: record(),
            facts: AssetFacts(original: original, companion: RecordedFacts(words)),
            isReversed: true
        )
        #expect(again.values[.creationDate] != nil && !again.isDateOfFiles)
    }

    @Test func `a favorite mark that another program states later is missing, once`() {
        var words = ImportSupplement()
        words.caption = "Lake"
        words.isFavorite = true
        let facts = AssetFacts(original: nil, companion: RecordedFacts(words))
        func isMissing(isRecorded: Bool, givesFavorite: Bool = true) -> Bool {
            let missing = MissingProperties.stated(
                words,
                missingIn: record([.caption: .text("Lake")]),
                facts: facts,
                isRecorded: isRecorded,
                givesFavorite: givesFavorite
            )
            return missing.values == [.isFavorite: .flag(true)]
        }
        #expect(isMissing(isRecorded: true))
        #expect(!isMissing(isRecorded: true, givesFavorite: false))
        // A photo that came in with an earlier version may have lost the mark.
        #expect(!isMissing(isRecorded: false))
    }

    @Test func `a better date is missing, and a zone, and no other date`() {
        func isMissing(
            _ words: Date,
            source: String = "takeout",
            _ original: RecordedFacts,
            _ values: [AssetField: FieldValue] = [:],
            isZoneAssumed: Bool = false
        ) -> Bool {
            var supplement = ImportSupplement()
            supplement.date = .init(date: words, source: source)
            var record = record()
            record.setProperty(.date, from: FileMetadata(original: original, companion: nil))
            for (field, value) in values { record[field] = value }
            return MissingProperties.stated(
                supplement,
                missingIn: record,
                facts: AssetFacts(original: original)
            ).isDateMissing
        }
        let other = date + 86_400
        // The file's own date counts, but not the date of its last change.
        #expect(!isMissing(other, capture(date, zone: 3_600)))
        #expect(isMissing(other, capture(date, source: FactsTable.fileTag)))
        // A clock without a zone, beside a moment in GMT.
        let local = capture(date, zone: 0, isZoneAssumed: true)
        #expect(isMissing(date - 7_200, local))
        #expect(!isMissing(date, local))
        // People correct dates in Photos.
        let photos = ImportSupplement.photosLibrary
        #expect(isMissing(other, source: photos, capture(date, zone: 3_600)))
        #expect(!isMissing(date + 0.5, source: photos, capture(date, zone: 3_600)))
        let person = [AssetField.dateSource: FieldValue.text(AssetRecord.personsDate)]
        #expect(!isMissing(other, source: photos, capture(date, zone: 3_600), person))
    }
}
