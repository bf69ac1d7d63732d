import Hummingbird
import OpenPhotoKit
import ServeRules

/// Words that complete a search while somebody types it.
struct SuggestionRoute {
    private static let mostSuggestions = 20

    private static let longestText = 1_000

    func addRoutes(to table: inout RouteTable) {
        table.addRoute(.get, at: "/api/suggestions", for: .reader, answer: sendSuggestions)
    }

    private func sendSuggestions(_ call: Call) async throws -> Response {
        // Counted as JSON Schema does.
        guard let text = call.query["text"], text.unicodeScalars.count <= Self.longestText else {
            throw Problem.badRequest(
                "\"text\" is a search of up to \(Self.longestText) characters."
            )
        }
        let count = try call.queryNumber("count", in: 1...Self.mostSuggestions, default: 8)
        let library = call.client.library
        let views = library.views
        let found = try await library.read {
            PhotoSearch.suggestions(
                for: text,
                withholding: views.withheld,
                limit: count,
                in: views.library
            )
        }
        return JSONAnswer.ok(
            SuggestionsModel(
                suggestions: found.map {
                    SuggestionsModel.Suggestion(
                        text: $0.text,
                        word: $0.word,
                        count: $0.count,
                        subject: $0.subject?.rawValue
                    )
                }
            )
        )
    }
}

private struct SuggestionsModel: Encodable {
    struct Suggestion: Encodable {
        let text: String
        let word: String
        let count: Int
        let subject: String?
    }

    let suggestions: [Suggestion]
}
