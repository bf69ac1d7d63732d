/// Facts of photos that a search can leave alone, because whoever asks may not see them.
package enum SearchSubject: Hashable, Sendable, CaseIterable {
    /// Where photos were taken.
    case places
    case persons
    /// Captions, titles and headlines.
    case captions
    case keywords
    case filenames
    /// Favorites, ratings and rejections.
    case favorites
}

extension SearchPlace {
    /// The subject that a text belongs to; nil for a text that each client may search.
    package var subject: SearchSubject? {
        switch self {
        case .caption, .title: .captions
        case .keyword: .keywords
        case .filename: .filenames
        case .person: .persons
        case .place: .places
        case .album, .folder, .camera, .lens, .creator: nil
        }
    }
}

extension SearchKind {
    /// The subject that a kind belongs to; nil for a kind that each client may search.
    var subject: SearchSubject? {
        switch self {
        case .located: .places
        case .captioned, .titled: .captions
        case .tagged: .keywords
        case .favorite, .rejected: .favorites
        default: nil
        }
    }
}

extension SearchTerm {
    /// The subject that a part without parts of its own asks for; nil for a part that each client may search.
    var subject: SearchSubject? {
        switch self {
        case .area: .places
        case .kind(let kind): kind.subject
        case .words(let words): words.place?.subject
        case .measure(let measure): measure.quantity == .rating ? .favorites : nil
        case .all, .any, .not, .period, .occasion, .added: nil
        }
    }
}
