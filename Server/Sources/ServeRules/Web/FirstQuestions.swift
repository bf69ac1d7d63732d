/// The questions that the page asks first, as links that let the browser ask them while the page's modules are on their way.
///
/// The addresses are those of `Page/js/core/request.js`, relative to the page: the browser gives an answer only to a question
/// for the same address.
public enum FirstQuestions {
    /// The photos of the first answer, as `Page/js/list/piece.js` has them.
    public static let photos = 50

    /// The previews that links ask for: about as many as the first screen of a desktop or a phone shows.
    public static let previews = 18

    /// The place in `index.html` where the links stand.
    public static let mark = "<!-- first questions -->"

    /// Returns the view that an address of the page shows from its beginning.
    ///
    /// - Parameter query: The query of the address.
    /// - Returns: The view; nil for an address that shows something else, which begins with other questions.
    public static func initialView(for query: QueryItems) -> ViewKey? {
        let others = ["page", "photo", "at"]
        guard others.allSatisfy({ query[$0]?.isEmpty ?? true }) else { return nil }
        let text = query["view"] ?? ""
        guard let key = ViewKey(text.isEmpty ? "all" : text) else { return nil }
        // A search can have characters that browsers and this server write in different ways.
        if case .search = key { return nil }
        return key
    }

    /// Returns the links for a view.
    ///
    /// - Parameters:
    ///   - key: A view that is no search.
    ///   - version: The present version.
    ///   - count: The number of photos.
    ///   - first: The first photos, each with the tag of its previews and its identifier.
    /// - Returns: The lines of HTML.
    public static func preloadLinks(
        for key: ViewKey,
        version: UInt32,
        count: Int,
        first: [(tag: String, id: String)]
    ) -> String {
        let view = "api/views/" + key.text.replacing(":", with: "%3A")
        var addresses = ["api/session", view]
        if count > 0 {
            addresses.append(
                "\(view)/items?version=\(version)&amp;from=0&amp;count=\(min(count, photos))"
            )
        }
        let answers = addresses.map {
            "<link rel=\"preload\" as=\"fetch\" crossorigin href=\"\($0)\">"
        }
        let pictures = first.map {
            "<link rel=\"preload\" as=\"image\" href=\"preview/\($0.tag)/\($0.id)/grid.jpg\">"
        }
        return (answers + pictures).joined(separator: "\n")
    }
}
