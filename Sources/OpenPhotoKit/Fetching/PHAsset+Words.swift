public import Photos
import PhotosStore

extension PHAsset {
    /// Returns the assets whose captions, keywords or names of original files contain all of some words.
    ///
    /// Upper and lower case and accents make no difference. One statement looks through all assets, so the time follows
    /// the size of the library. The result supports change details like any other.
    ///
    /// - Parameters:
    ///   - words: The words, each a part of a text. Keywords are compared in their stored form, in which
    ///     ``canSearchKeywords(for:)`` has exceptions.
    ///   - others: For each word, local identifiers of further assets that count as containing it.
    ///   - options: A predicate, sort descriptors, a limit and what is included, as for `fetchAssets(with:)`.
    /// - Returns: The assets that have every word; without words, all that the options describe.
    public class func fetchAssets(
        containing words: [String],
        others: [Set<String>] = [],
        with options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        let parts = words.enumerated().map { index, word -> Condition in
            var places = [AssetField.caption, .keywords, .filename].map { field in
                Condition.comparison(
                    .field(.asset(field)),
                    .contains,
                    .value(.text(word)),
                    [.caseInsensitive, .diacriticInsensitive]
                )
            }
            let names = others.indices.contains(index) ? others[index] : []
            if !names.isEmpty {
                let values = names.map { FieldValue.text($0) }
                places.append(.membership(.localIdentifier(.asset), ValueSet(values)))
            }
            return .any(places)
        }
        return FetchPlanning(options).libraryAssets(where: .all(parts))
    }

    /// Whether keywords can be searched for a word.
    ///
    /// A library stores all keywords of an asset as one JSON text, in which quotation marks, brackets, commas and slashes
    /// have meanings of their own.
    ///
    /// - Parameter word: The word.
    /// - Returns: False for a word with one of these characters.
    public class func canSearchKeywords(for word: String) -> Bool {
        word.utf8.allSatisfy { byte in
            byte >= 32 && byte != 127 && !"\"\\/[],".utf8.contains(byte)
        }
    }
}
