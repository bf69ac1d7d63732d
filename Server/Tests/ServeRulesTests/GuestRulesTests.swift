import Foundation
import ServeRules
import TestPermits
import Testing

/// Tests of what a grant shows and allows.
@Suite(.permit) struct GuestRulesTests {
    @Test func aGrantShowsWhatItDoesNotOmit() {
        let grant = Grant(user: .application("link.a"), omitting: [.zones, .filenames])
        #expect(PhotoDetail.allCases.filter(grant.shows) == [.favorites, .captions, .keywords])
        #expect(!grant.showsEverything && Grant.owner.showsEverything)
        #expect(!Grant(user: .owner, showsPlaces: false).showsEverything)
        #expect(!Grant(user: .owner, showsPersons: false).showsEverything)
    }

    @Test func grantsOfEarlierVersionsShowEverythingAndAllowNoCopies() throws {
        let text = """
            {"user": {"owner": {}}, "isReadOnly": true, "allowsOriginals": false,
            "showsPlaces": true, "showsPersons": true}
            """
        let grant = try JSONDecoder().decode(Grant.self, from: Data(text.utf8))
        #expect(grant.omittedDetails.isEmpty && grant.showsEverything && !grant.allowsCopies)
    }

    @Test func aGrantSurvivesItsFile() throws {
        let grant = Grant(
            user: .application("link.a"),
            isReadOnly: true,
            omitting: [.captions],
            allowsCopies: true
        )
        let data = try JSONEncoder().encode(grant)
        #expect(try JSONDecoder().decode(Grant.self, from: data) == grant)
    }

    @Test func copiedPicturesHavePlainNamesAndNoneTwice() {
        var names = CopiedNames()
        let given = ["a.png", "A.jpeg", "../a.heic", "", nil, "no suffix"]
        #expect(
            given.map { names.nextName(for: $0) } == [
                "a.jpg", "A (2).jpg", "a (3).jpg", "Photo 0004.jpg", "Photo 0005.jpg",
                "no suffix.jpg",
            ]
        )
    }
}
