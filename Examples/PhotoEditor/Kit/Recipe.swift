import Foundation

/// What the editor did to a photo: enough to do it again, and to go on with it later.
package struct Recipe: Codable, Equatable, Sendable {
    /// Who can read the recipe.
    package static let formatIdentifier = "org.openphotokit.PhotoEditor"
    package static let formatVersion = "1"

    package var filter: PictureFilter?
    package var text: String?

    package init(filter: PictureFilter? = nil, text: String? = nil) {
        self.filter = filter
        self.text = text
    }

    /// Whether this program wrote a recipe of some format and version.
    package static func canRead(_ identifier: String, _ version: String) -> Bool {
        identifier == formatIdentifier && version == formatVersion
    }

    package init(data: Data) throws {
        self = try JSONDecoder().decode(Recipe.self, from: data)
    }

    package func data() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(self)
    }

    /// This recipe with what somebody wants otherwise; an empty text takes the text away.
    package func changed(filter: PictureFilter?, text: String?) -> Recipe {
        Recipe(
            filter: filter ?? self.filter,
            text: (text ?? self.text).flatMap { $0.isEmpty ? nil : $0 }
        )
    }

    /// “filter sepia, text "Lake"”.
    package var words: String {
        var parts: [String] = []
        if let filter { parts.append("filter \(filter.rawValue)") }
        if let text { parts.append("text \"\(text)\"") }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }
}
