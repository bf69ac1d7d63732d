import Foundation

/// Keywords in their stored form: a JSON array of strings, or null if there are none.
enum Keywords {
    static func stored(_ keywords: [String]) -> FieldValue {
        guard !keywords.isEmpty, let data = try? JSONEncoder().encode(keywords) else {
            return .null
        }
        return .text(String(decoding: data, as: UTF8.self))
    }

    /// Returns a list of texts as a JSON array, also if it is empty.
    static func list(_ texts: [String]) -> String { stored(texts).text ?? "[]" }

    static func read(_ text: String?) -> [String] {
        guard let text else { return [] }
        return (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? []
    }
}
