import Foundation
import OpenPhotoKit
import Photos
import ServeRules

/// The photos of the days of a search whose captions, keywords and file names, or whose albums' titles, have all its words.
///
/// The library finds words alone by itself. Predicates know no zones, and keywords are not searched for some characters: then the
/// photos that are left are looked through once, one by one. Afterwards each change is looked at alone. Titles of albums count as
/// they were at the beginning.
struct WordSearch: Sendable {
    private var base: PHFetchResult<PHAsset>
    private let search: SearchWords
    /// For each word, the photos in albums whose titles have it.
    private let inAlbums: [Set<String>]
    private var found: Set<String> = []

    init(_ base: PHFetchResult<PHAsset>, _ search: SearchWords) {
        self.base = base
        self.search = search
        let inAlbums = Self.members(of: search.words)
        self.inAlbums = inAlbums
        var found: Set<String> = []
        base.enumerateObjects { asset, _, _ in
            if Self.matches(asset, search, inAlbums) { found.insert(asset.localIdentifier) }
        }
        self.found = found
    }

    /// Fetches the photos that were found.
    func matches() -> PHFetchResult<PHAsset> {
        let options = ViewFetch.options()
        options.predicate = NSPredicate(format: "localIdentifier IN %@", Array(found))
        return PHAsset.fetchAssets(with: options)
    }

    /// Looks at a change.
    ///
    /// - Returns: Whether other photos are found now.
    mutating func follow(_ change: PHChange) -> Bool {
        guard let details = change.changeDetails(for: base) else { return false }
        let before = found
        base = details.fetchResultAfterChanges
        if details.hasIncrementalChanges {
            for asset in details.removedObjects { found.remove(asset.localIdentifier) }
            for asset in details.insertedObjects + details.changedObjects { look(at: asset) }
        } else {
            self = WordSearch(base, search)
        }
        return found != before
    }

    private mutating func look(at asset: PHAsset) {
        if Self.matches(asset, search, inAlbums) {
            found.insert(asset.localIdentifier)
        } else {
            found.remove(asset.localIdentifier)
        }
    }

    private static func matches(
        _ asset: PHAsset,
        _ search: SearchWords,
        _ inAlbums: [Set<String>]
    ) -> Bool {
        if !search.days.isEmpty {
            let day = PhotoPlace(asset).day
            guard search.days.allSatisfy({ ($0.first...$0.last).contains(day) }) else {
                return false
            }
        }
        let words = search.words
        let metadata = asset.extendedMetadata
        return words.indices.allSatisfy { index in
            let word = words[index]
            return metadata.caption.map { has($0, word) } ?? false
                || metadata.keywords.contains { has($0, word) }
                || metadata.originalFilename.map { has($0, word) } ?? false
                || inAlbums[index].contains(asset.localIdentifier)
        }
    }

    private static func has(_ text: String, _ word: String) -> Bool {
        text.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }

    /// Returns, for each word, the albums whose titles have it.
    static func albums(of words: [String]) -> [[PHAssetCollection]] {
        let found = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .any,
            options: nil
        )
        let albums = found.objects(at: IndexSet(0..<found.count))
        return words.map { word in
            albums.filter { ($0.localizedTitle ?? "").lowercased().contains(word) }
        }
    }

    private static func members(of words: [String]) -> [Set<String>] {
        albums(of: words).map { albums in
            Set(
                albums.flatMap { album in
                    let members = PHAsset.fetchAssets(in: album, options: nil)
                    return members.objects(at: IndexSet(0..<members.count)).map(\.localIdentifier)
                }
            )
        }
    }
}
