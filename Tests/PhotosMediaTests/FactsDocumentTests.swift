import Foundation
import PhotosMedia
import Testing

struct FactsDocumentTests {
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
}
