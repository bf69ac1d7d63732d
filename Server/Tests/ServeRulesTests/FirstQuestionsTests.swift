import Foundation
import ServeRules
import TestPermits
import Testing

/// The links that let a browser ask the page's first questions early.
@Suite(.permit) struct FirstQuestionsTests {
    @Test func addressesOfListsHaveQuestions() {
        let id = "3F2A81C0-0000-4000-8000-00000000000A"
        for (query, key) in [
            ("", ViewKey.all), ("view=", .all), ("view=favorites", .favorites), ("size=l", .all),
            ("view=album%3A\(id)", .album(id)), ("view=smart:videos&photo=", .smart(.videos)),
        ] {
            #expect(FirstQuestions.initialView(for: QueryItems(query)) == key, "\(query)")
        }
        for query in [
            "page=albums", "photo=\(id)", "at=\(id)", "view=nothing", "view=search:a",
            "view=album:x",
        ] {
            #expect(FirstQuestions.initialView(for: QueryItems(query)) == nil, "\(query)")
        }
    }

    @Test func linksHaveTheAddressesOfThePage() throws {
        let id = "3F2A81C0-0000-4000-8000-00000000000A"
        let links = FirstQuestions.preloadLinks(
            for: .album(id),
            version: 7,
            count: 3,
            first: [("5.2", id)]
        )
        let view = "api/views/album%3A\(id)"
        let expected = [
            "api/session", view, "\(view)/items?version=7&amp;from=0&amp;count=3",
        ]
        #expect(
            links.split(separator: "\n").map(String.init)
                == expected.map { "<link rel=\"preload\" as=\"fetch\" crossorigin href=\"\($0)\">" }
                + ["<link rel=\"preload\" as=\"image\" href=\"preview/5.2/\(id)/grid.jpg\">"]
        )
        let many = FirstQuestions.preloadLinks(for: .all, version: 1, count: 1_000_000, first: [])
        #expect(many.contains("count=50\""))
        let none = FirstQuestions.preloadLinks(for: .all, version: 1, count: 0, first: [])
        #expect(!none.contains("items"))
    }

    @Test func thePageHasThePlaceAndTheSameNumber() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Page").standardizedFileURL
        let html = try String(
            contentsOf: page.appendingPathComponent("index.html"),
            encoding: .utf8
        )
        #expect(html.components(separatedBy: FirstQuestions.mark).count == 2)
        let piece = try String(
            contentsOf: page.appendingPathComponent("js/list/piece.js"),
            encoding: .utf8
        )
        #expect(piece.contains("PIECE = \(FirstQuestions.photos);"))
    }
}
