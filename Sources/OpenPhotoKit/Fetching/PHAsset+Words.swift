public import Photos
import PhotosStore

extension PHAsset {
    /// Returns the assets whose captions, keywords or names of original files contain all of some words.
    ///
    /// Upper and lower case and accents make no difference. The library reads all assets with a single statement, so
    /// the time grows with their number. The result supports change details like any other.
    ///
    /// - Parameters:
    ///   - words: The words, each a part of a text. ``canSearchKeywords(for:)`` says for which words keywords are not
    ///     searched exactly.
    ///   - albums: For each word, albums of the library whose present members count as containing it.
    ///   - options: A predicate, sort descriptors, a limit and what is included, as for `fetchAssets(with:)`.
    /// - Returns: The assets that have every word; without words, all that the options describe.
    public class func fetchAssets(
        containing words: [String],
        orIn albums: [[PHAssetCollection]] = [],
        with options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        let parts = words.enumerated().map { index, word -> Condition in
            let texts: [(AssetField, String)] = [
                (.caption, word), (.keywords, inKeywords(word)), (.filename, word),
            ]
            var places = texts.map { field, text in
                Condition.comparison(
                    .field(.asset(field)),
                    .contains,
                    .value(.text(text)),
                    [.caseInsensitive, .diacriticInsensitive]
                )
            }
            let rows = albums.indices.contains(index) ? members(of: albums[index]) : []
            if !rows.isEmpty {
                let values = rows.map { FieldValue.integer($0) }
                places.append(.membership(.field(.rowID), ValueSet(values)))
            }
            return .any(places)
        }
        return FetchPlanning(options).libraryAssets(where: .all(parts))
    }

    private static func members(
        of albums: [PHAssetCollection]
    ) -> Set<Int64> {
        let all = PHFetchOptions()
        all.includeHiddenAssets = true
        all.includeAllBurstAssets = true
        return albums.reduce(into: []) { rows, album in
            // A transient album has objects instead of rows; it is in no library.
            let members = fetchAssets(in: album, options: all).backing.snapshot
            rows.formUnion(members?.rows.array ?? [])
        }
    }

    /// Returns a word as it stands in the JSON text that a library stores all keywords of an asset in.
    private static func inKeywords(_ word: String) -> String {
        word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("/", with: "\\/")
    }

    /// Whether keywords can be searched for a word exactly.
    ///
    /// A library stores all keywords of an asset as one JSON text, which has characters of its own between the keywords.
    ///
    /// - Parameter word: The word.
    /// - Returns: False for a word with a quotation mark or a control character, and for one of commas and brackets alone.
    ///   A fetch can then find assets whose keywords do not contain the word.
    public class func canSearchKeywords(for word: String) -> Bool {
        word.utf8.allSatisfy { $0 >= 32 && $0 != 127 && $0 != UInt8(ascii: "\"") }
            && (word.isEmpty || !word.utf8.allSatisfy("[],".utf8.contains))
    }
}
