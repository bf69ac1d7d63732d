import PhotosBase
import PhotosSearch
import TestPermits
import Testing

/// Searches of clients that may not see all facts of photos.
@Suite(.permit) struct WithholdingTests {
    private func query(_ text: String, places: Bool = true, persons: Bool = true) -> SearchQuery {
        query(text, without: Set(places ? [.places] : []).union(persons ? [.persons] : []))
    }

    private func query(_ text: String, without subjects: Set<SearchSubject>) -> SearchQuery {
        SearchQuery(text, today: CivilDay(0)).withholding(subjects)
    }

    @Test(arguments: [
        ("beach near 46.02,7.75", "beach…", 1), ("beach -geotagged", "beach…", 1),
        ("beach or place:bern or lake", "beach… or lake…", 1),
        ("beach or person:anna", "beach…", 1),
        ("(person:anna or beach) 2019 place:bern", "beach…, taken in 2019", 2),
        ("-(person:anna or place:bern) dog", "dog…", 2), ("camera:leica", "camera leica…", 0),
        ("beach 2019 -dog", "beach…, taken in 2019, without dog…", 0),
    ])
    func `parts about places and persons are left out`(
        text: String,
        understanding: String,
        problems: Int
    ) {
        let query = query(text)
        #expect(query.understanding == understanding)
        #expect(query.problems.count == problems)
    }

    @Test(arguments: ["near 46.02,7.75", "person:anna", "-place:bern", "person:anna or geotagged"])
    func `a search that is left out as a whole finds nothing`(text: String) {
        #expect(query(text).term == .any([]))
        #expect(!query(text).problems.isEmpty)
    }

    @Test func `without places, all photos have the seasons of the north`() throws {
        func seasons(_ query: SearchQuery) throws -> [SearchOccasion] {
            guard case .any(let parts) = try #require(query.term) else { return [] }
            return parts.compactMap {
                if case .occasion(let occasion) = $0 { occasion } else { nil }
            }
        }
        let all = try seasons(SearchQuery("winter", today: CivilDay(0)))
        #expect(all.count == 1 && all[0].southernDays != nil)
        let withheld = try seasons(query("winter"))
        #expect(withheld.map(\.days) == all.map(\.days) && withheld[0].southernDays == nil)
        #expect(query("winter").problems.isEmpty)
        #expect(try seasons(query("winter", places: false)) == all)
    }

    @Test func `each subject is withheld alone, and nothing without one`() {
        let text = "person:anna place:bern"
        #expect(query(text, places: false).understanding == "place bern…")
        #expect(query(text, persons: false).understanding == "person anna…")
        let all = SearchQuery(text, today: CivilDay(0))
        #expect(query(text, places: false, persons: false) == all)
        #expect(query("").term == nil && query("").problems.isEmpty)
    }

    @Test(arguments: [
        (SearchSubject.captions, "caption:sun beach"), (.captions, "title:sun beach"),
        (.keywords, "keyword:sun beach"), (.keywords, "keyword:\"sun\" beach"),
        (.filenames, "filename:img beach"), (.favorites, "favorites beach"),
        (.favorites, "rating>3 beach"),
    ])
    func `parts about any subject are left out, and said`(subject: SearchSubject, text: String) {
        let other = SearchQuery("beach", today: CivilDay(0))
        let withheld = query(text, without: [subject])
        #expect(withheld.term == other.term, "\(withheld.understanding)")
        #expect(withheld.problems.count == 1)
        let others = Set(SearchSubject.allCases).subtracting([subject])
        #expect(query(text, without: others) == SearchQuery(text, today: CivilDay(0)))
    }
}
