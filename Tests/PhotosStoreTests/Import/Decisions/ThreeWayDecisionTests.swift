import Foundation
import PhotosMedia
import PhotosStore
import TestPermits
import Testing

@testable import PhotosImport

/// Whose value counts where a file of an export, the library or both were changed.
@Suite(.permit) struct ThreeWayDecisionTests {
    private func decide(
        _ base: String?,
        file: String?,
        library: String?,
        taken: String?? = nil
    ) -> ThreeWayDecision {
        .decide(base: taken ?? base, file: file, library: library, ==)
    }

    @Test func `whoever changed the value alone is followed`() {
        #expect(decide("a", file: "a", library: "a") == .library)
        #expect(decide("a", file: "b", library: "a") == .file)
        #expect(decide("a", file: "a", library: "b") == .library)
        #expect(decide("a", file: "b", library: "b") == .library)
        #expect(decide("a", file: "b", library: "c") == .conflict)
        #expect(decide("a", file: nil, library: "a") == .file)
        #expect(decide("a", file: nil, library: "b") == .conflict)
        #expect(decide(nil, file: "b", library: nil) == .file)
        #expect(decide("a", file: "b", library: nil) == .conflict)
    }

    @Test func `what an earlier import took is no change of the library`() {
        #expect(decide("a", file: "c", library: "b", taken: "b") == .file)
        #expect(decide("a", file: "b", library: "c", taken: "b") == .library)
        #expect(decide("a", file: "d", library: "c", taken: "b") == .conflict)
        #expect(decide("a", file: "b", library: nil, taken: .some(nil)) == .file)
    }

    @Test func `a file that was changed back takes back what an import took of it`() {
        #expect(decide("a", file: "a", library: "b", taken: "b") == .file)
        #expect(decide("a", file: "a", library: "c", taken: "b") == .conflict)
        #expect(decide("a", file: "a", library: "a", taken: "b") == .library)
        // Somebody set the library back to what the export wrote.
        #expect(decide("a", file: "b", library: "a", taken: "b") == .library)
        #expect(decide("a", file: "c", library: "a", taken: "b") == .conflict)
    }

    @Test func `members of lists are decided one by one`() {
        func unite(_ base: [String], _ file: [String], _ library: [String]) -> [String] {
            ThreeWayDecision.unite(base: base, file: file, library: library)
        }
        #expect(unite(["a", "b"], ["b", "c"], ["a", "b"]) == ["b", "c"])
        #expect(unite(["a"], ["a", "x"], ["a", "y"]) == ["a", "y", "x"])
        #expect(unite(["a", "b"], ["a"], ["b", "c"]) == ["c"])
        #expect(unite(["a"], ["a"], []) == [])
        #expect(unite([], ["x"], ["x", "y"]) == ["x", "y"])
        // The file has a member again that it had not when an import took it.
        #expect(unite(["b"], ["a", "b"], ["b"]) == ["b", "a"])
    }

    /// The values of each property at the export, in the file and in the library.
    private static let values: [EditedProperty: [[AssetField: FieldValue]]] = [
        .caption: [
            [.caption: .text("Lake")], [.caption: .text("It's a lake")], [.caption: .text("Pond")],
        ],
        .rating: [1, 2, 3].map { [.rating: .integer($0), .isRejected: .flag(false)] },
        .place: [1, 2, 3].map { [.latitude: .real($0), .longitude: .real(9.5)] },
        .date: [0, 3600, 7200].map {
            [.creationDate: .real($0), .creationZone: .integer(3600), .dateSource: .text("person")]
        },
    ]

    private static let options: [EditedProperty: String] = [
        .caption: "--caption 'It'\\''s a lake'",
        .rating: "--rating 2",
        .place: "--place 2.0,9.5", .date: "--date 2001-01-01T02:00:00+01:00",
    ]

    private static func record(_ values: [AssetField: FieldValue]) -> AssetRecord {
        var record = AssetRecord(rowID: 0, uuid: UUID())
        record.restore(values)
        return record
    }

    @Test(arguments: [EditedProperty.caption, .rating, .place, .date])
    func `each property is decided by itself`(_ property: EditedProperty) throws {
        let states = try #require(Self.values[property])
        let (base, file, library) = (states[0], states[1], states[2])
        let change = SidecarEdit.Change(property: property, values: file, exported: base)
        let alone = EditDecision([change], library: Self.record(base))
        #expect(alone.values == file && alone.conflicts.isEmpty)
        let both = EditDecision([change], library: Self.record(library))
        #expect(both.values.isEmpty)
        #expect(both.conflicts.map(\.property) == [property])
        #expect(both.conflicts.first?.options.joined(separator: " ") == Self.options[property])
        let same = EditDecision([change], library: Self.record(file))
        #expect(same.values.isEmpty && same.conflicts.isEmpty)
        // Another property is decided apart.
        let mark = SidecarEdit.Change(
            property: .favorite,
            values: [.isFavorite: .flag(true)],
            exported: [.isFavorite: .flag(false)]
        )
        let rest = EditDecision([change, mark], library: Self.record(library))
        #expect(rest.values == [.isFavorite: .flag(true)])
    }

    @Test func `keywords of the file and of the library are united`() {
        func state(_ words: String) -> [AssetField: FieldValue] { [.keywords: .text(words)] }
        let change = SidecarEdit.Change(
            property: .keywords,
            values: state(#"["b","c"]"#),
            exported: state(#"["a","b"]"#)
        )
        let both = EditDecision([change], library: Self.record(state(#"["a","b","d"]"#)))
        #expect(both.values == state(#"["b","d","c"]"#) && both.conflicts.isEmpty)
        // The file states again what the export wrote.
        let back = EditDecision(
            [],
            taken: [change],
            library: Self.record(state(#"["b","c","d"]"#))
        )
        #expect(back.values == state(#"["b","d","a"]"#))
    }

    @Test func `a message names the photo, the properties and the commands`() {
        let identifier = LocalIdentifier(uuid: .zero, kind: .asset)
        let reason = EditDecision.reasonText(
            for: [.init(.caption, options: ["--caption", "'Lake'"]), .init(.title)],
            photo: "a.jpg",
            identifier: identifier
        )
        #expect(reason.hasPrefix("The caption and title of a.jpg (00000000-0000) were changed"))
        #expect(reason.contains("\"photokit edit 00000000-0000 --caption 'Lake'\""))
        #expect(reason.contains("\"photokit export\""))
    }

    @Test func `titles and names are decided like the others`() {
        var exported = RecordedFacts(reader: 1)
        exported.title = "Trip"
        exported.persons = ["Anna"]
        var words = ImportSupplement()
        words.title = "Regatta"
        words.persons = ["Anna"]
        words.placeNames = .init(city: "Como")
        let alone = WordsDecision(
            words,
            exported: exported,
            taken: nil,
            original: nil,
            library: exported
        )
        #expect(alone.words == words && alone.conflicts.isEmpty)
        var library = exported
        library.title = "Holiday"
        library.persons = ["Anna", "Eve"]
        let both = WordsDecision(
            words,
            exported: exported,
            taken: nil,
            original: nil,
            library: library
        )
        #expect(both.conflicts.map(\.property) == [.title])
        #expect(both.words.title == "Holiday" && both.words.persons == ["Anna", "Eve"])
        #expect(both.words.placeNames.city == "Como")
    }

    @Test func `a sidecar of another program beside an export removes no person and no creator`() {
        var exported = RecordedFacts(reader: 1)
        exported.persons = ["Ada", "Alan"]
        exported.creators = ["Edsger"]
        var words = ImportSupplement()
        words.persons = ["Ada", "Grace"]
        words.creators = ["Barbara"]
        let first = WordsDecision(
            words,
            exported: exported,
            isOfExport: false,
            taken: nil,
            original: nil,
            library: exported
        )
        #expect(first.words.persons == ["Ada", "Alan", "Grace"])
        #expect(first.words.creators == ["Edsger", "Barbara"])
        // What was taken of it before goes with it.
        var library = exported
        library.persons = ["Ada", "Alan", "Grace"]
        let cases: [(stated: [String], expected: [String])] = [
            (["Ada"], ["Ada", "Alan"]), ([], ["Alan"]),
        ]
        for (stated, expected) in cases {
            var later = ImportSupplement()
            later.persons = stated
            let second = WordsDecision(
                later,
                exported: exported,
                isOfExport: false,
                taken: words,
                original: nil,
                library: library
            )
            #expect(second.words.persons == expected)
        }
    }

    @Test func `what a copy states no more is removed, except for the date`() {
        let exported: [AssetField: FieldValue] = [
            .caption: .text("Lake"), .keywords: .text("[\"a\"]"), .rating: .integer(4),
            .latitude: .real(46.5), .longitude: .real(9.25), .creationDate: .real(700_000_000),
        ]
        let empty = FileMetadata(original: nil, companion: nil)
        let changes = CopyEdit.changes(empty, exported: exported, stated: [:])
        #expect(changes.map(\.property) == [.place, .caption, .keywords, .rating])
        #expect(changes.filter(\.isRemoval).count == changes.count)
        let decision = EditDecision(changes, library: Self.record(exported))
        #expect(decision.removed.count == 4 && decision.values[.caption] == .null)
        // A copy without these words before has lost none.
        let stated: [AssetField: FieldValue] = [
            .caption: .null, .keywords: .null, .rating: .integer(0), .latitude: .null,
            .longitude: .null,
        ]
        #expect(CopyEdit.changes(empty, exported: exported, stated: stated).isEmpty)
        var facts = RecordedFacts(reader: 1)
        facts.caption = "Pond"
        facts.rating = 4
        facts.keywords = ["a"]
        facts.location = .init(latitude: 46.500_001, longitude: 9.25)
        let now = FileMetadata(original: facts, companion: nil)
        let edited = CopyEdit.changes(now, exported: exported, stated: [:])
        #expect(edited.map(\.property) == [.caption])
        #expect(edited.first?.values == [.caption: .text("Pond")])
    }
}
