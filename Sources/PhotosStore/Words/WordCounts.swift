/// The kind of thing that a word names in the texts of photos.
package enum WordSubject: String, Hashable, Sendable, CaseIterable {
    case person
    case place
    case camera

    /// The texts that name such a subject.
    private var fields: Set<Field> {
        switch self {
        case .person: [.related(.persons)]
        case .place: [.related(.places), .related(.statedPlaces)]
        case .camera: [.related(.camera)]
        }
    }

    /// The numbers of these texts among ``SearchTexts/columns``.
    fileprivate var columns: [Int] { Self.columns[self] ?? [] }

    private static let columns: [WordSubject: [Int]] = Dictionary(
        uniqueKeysWithValues: allCases.map { subject in
            (
                subject,
                SearchTexts.columns.indices.filter {
                    subject.fields.contains(SearchTexts.columns[$0].field)
                }
            )
        }
    )

    /// The numbers of the texts that name any subject.
    static let allColumns = Set(allCases.flatMap(\.columns))
}

/// The numbers of assets that have words.
struct WordCounts {
    /// The numbers of assets that have each word in any of the texts.
    var assets: [String: Int] = [:]
    /// The same for the text of a column that names a subject.
    private var columns: [Int: [String: Int]] = [:]

    mutating func add(_ number: Int, to word: String, inColumn column: Int) {
        columns[column, default: [:]][word, default: 0] += number
    }

    mutating func add(_ number: Int, to word: String) { assets[word, default: 0] += number }

    mutating func add(_ other: WordCounts) {
        assets.merge(other.assets, uniquingKeysWith: +)
        for (column, counts) in other.columns {
            columns[column, default: [:]].merge(counts, uniquingKeysWith: +)
        }
    }

    mutating func remove(_ other: WordCounts) {
        for (word, number) in other.assets { add(-number, to: word) }
        for (column, counts) in other.columns {
            for (word, number) in counts { add(-number, to: word, inColumn: column) }
        }
    }

    /// Returns what a word names in at least half of the assets that have it; nil where that is none of the subjects.
    func subject(of word: String) -> WordSubject? {
        var best: (subject: WordSubject, count: Int)?
        for subject in WordSubject.allCases {
            let count = subject.columns.map { columns[$0]?[word] ?? 0 }.max() ?? 0
            if count > best?.count ?? 0 { best = (subject, count) }
        }
        guard let best, 2 * best.count >= assets[word] ?? 0 else { return nil }
        return best.subject
    }
}
