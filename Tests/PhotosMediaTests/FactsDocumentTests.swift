import Foundation
import PhotosMedia
import TestPermits
import Testing

@Suite(.permit) struct FactsDocumentTests {
    @Test func `the documentation holds the table that the code reads by`() throws {
        let project = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let path = project.appending(path: "Documentation/Facts.md")
        let text = try String(contentsOf: path, encoding: .utf8)
        #expect(
            text.contains("\n\n" + FactsTable.markdown + "\n"),
            "Put the output of photokit facts --table into Documentation/Facts.md."
        )
    }

    @Test func `every Exif tag of the table can be read`() {
        let tags = Set(FactsTable.rows.flatMap(\.allTags).filter { $0.hasPrefix("Exif.") })
        #expect(tags.subtracting(ExifTags.known) == [])
        // And nothing is read in vain: the maker note is where Apple's tags stand.
        #expect(ExifTags.known.subtracting(tags) == ["Exif.Photo.MakerNote"])
    }

    @Test func `every fact has a source`() {
        for field in FactField.allCases {
            #expect(!FactsTable.rows(of: field).isEmpty, "\(field)")
        }
    }

    private static let plainRows = FactsTable.rows.filter {
        $0.form == .text || $0.form == .words || $0.form == .number
    }

    /// Facts of other forms have tests of their own.
    @Test(arguments: plainRows.map(\.tag))
    func `a text or number is read into its fact`(tag: String) throws {
        let row = try #require(FactsTable.rows.first { $0.tag == tag })
        let (facts, sources) = MediaFacts.explained(
            header: MediaHeader(type: .jpeg, storedWidth: 4, storedHeight: 3),
            tags: MediaTags([
                tag: ["1"], "Exif.GPSInfo.GPSLatitude": ["1/1 0/1 0/1"],
                "Exif.GPSInfo.GPSLatitudeRef": ["N"], "Exif.GPSInfo.GPSLongitude": ["1/1 0/1 0/1"],
                "Exif.GPSInfo.GPSLongitudeRef": ["E"],
            ]),
            zone: .gmt
        )
        #expect(sources[row.field] == tag, "MediaFacts.explained does not read \(row.field).")
        #expect(facts.isPlausible)
    }

    @Test func `every text is cut to its limit`() {
        let long = [String(repeating: "x", count: 10_000)]
        let rows = FactsTable.rows.filter { $0.form == .text || $0.form == .words }
        let facts = MediaFacts.explained(
            header: MediaHeader(type: .jpeg, storedWidth: 4, storedHeight: 3),
            tags: MediaTags(Dictionary(rows.map { ($0.tag, long) }) { first, _ in first }),
            zone: .gmt
        ).facts
        for fact in Mirror(reflecting: facts).children {
            guard let text = fact.value as? String else { continue }
            let name = fact.label ?? ""
            #expect(text.utf8.count <= MediaFacts.maximumCaption, "withinLimits() leaves \(name)")
        }
    }
}
