extension SearchQuery {
    /// Returns the search without the parts that ask for some subjects.
    ///
    /// Whether a part is left out depends on the text alone, never on a photo. Each part that is left out is a problem of the
    /// search. If all of the search is left out, nothing is found.
    ///
    /// - Parameter subjects: The subjects that are left out.
    /// - Returns: The search.
    package func withholding(_ subjects: Set<SearchSubject>) -> SearchQuery {
        guard let known = self.term, !subjects.isEmpty else { return self }
        let term = subjects.contains(.places) ? known.withoutHemispheres : known
        var left: [SearchTerm] = []
        let rest = term.without(&left) { part in
            part.subject.map(subjects.contains) ?? false
        }
        guard !left.isEmpty || term != known else { return self }
        return SearchQuery(
            text,
            rest ?? .any([]),
            problems: problems + left.map(Self.withheldProblem),
            ignored: ignored
        )
    }

    private static func withheldProblem(of part: SearchTerm) -> SearchProblem {
        let text = part.understanding
        let subject =
            switch part.subject {
            case .persons: "Persons"
            case .captions: "Captions"
            case .keywords: "Keywords"
            case .filenames: "Names of files"
            case .favorites: "Favorites and stars"
            case .places, nil: "Places"
            }
        return SearchProblem(
            text,
            "\(subject) cannot be searched here, so “\(text)” was left out."
        )
    }
}

extension SearchTerm {
    /// The term with the seasons of the north for all photos, so that no place decides.
    fileprivate var withoutHemispheres: SearchTerm {
        switch self {
        case .all(let parts): return .all(parts.map(\.withoutHemispheres))
        case .any(let parts): return .any(parts.map(\.withoutHemispheres))
        case .not(let part): return .not(part.withoutHemispheres)
        case .occasion(var occasion):
            occasion.southernDays = nil
            return .occasion(occasion)
        case .words, .period, .added, .kind, .measure, .area: return self
        }
    }

    /// Returns the term without some parts; nil if nothing is left.
    ///
    /// - Parameters:
    ///   - left: Gets the parts that were left out, in their order.
    ///   - isLeft: Whether a part without parts of its own is left out.
    /// - Returns: The rest.
    fileprivate func without(
        _ left: inout [SearchTerm],
        where isLeft: (SearchTerm) -> Bool
    ) -> SearchTerm? {
        switch self {
        case .all(let parts):
            let rest = parts.compactMap { $0.without(&left, where: isLeft) }
            return rest.isEmpty ? nil : .joined(rest)
        case .any(let parts):
            let rest = parts.compactMap { $0.without(&left, where: isLeft) }
            return rest.count > 1 ? .any(rest) : rest.first
        case .not(let part): return part.without(&left, where: isLeft).map { .not($0) }
        case .words, .period, .occasion, .added, .kind, .measure, .area:
            guard isLeft(self) else { return self }
            left.append(self)
            return nil
        }
    }
}
