import Foundation
import OpenPhotoKit
import Photos
import ServeRules

/// The photos that a search finds.
///
/// The library finds them by itself, with two exceptions. A day counts in the zone of the camera, which a predicate does not
/// know: photos within a day of the beginning and the end of a period are looked at one by one. So are all photos where a word
/// consists of commas and brackets alone. That happens once; afterwards each change is looked at alone. Titles of albums count as
/// they were at the beginning.
struct WordSearch: Sendable {
    private let search: SearchWords
    private let scope: PickScope?
    /// For each word, the albums whose titles have it.
    private let albums: [[PHAssetCollection]]
    /// Whether the library finds all words exactly.
    private let canFind: Bool
    /// The photos that are looked at one by one; nil where there are none.
    private var doubtful: PHFetchResult<PHAsset>?
    /// For each word, the photos in its albums; empty where the library finds the words.
    private var inAlbums: [Set<String>] = []
    /// Those of the doubtful photos that the search finds.
    private var found: Set<String> = []

    /// Looks at the doubtful photos of a search in the current library.
    init(_ search: SearchWords, scope: PickScope? = nil) {
        self.search = search
        self.scope = scope
        let words = search.words
        albums = Self.albums(of: words)
        canFind = words.allSatisfy(PHAsset.canSearchKeywords)
        guard !canFind || search.commonDays != nil else { return }
        var parts = search.commonDays.map { [Self.during($0.possible)] } ?? []
        if canFind, let certain = search.commonDays?.certain {
            parts.append(NSCompoundPredicate(notPredicateWithSubpredicate: Self.during(certain)))
        }
        let photos = fetch(parts)
        doubtful = photos
        if !canFind { inAlbums = albums.map(Self.members) }
        let search = self
        var found: Set<String> = []
        photos.enumerateObjects { asset, _, _ in
            if search.matches(asset) { found.insert(asset.localIdentifier) }
        }
        self.found = found
    }

    /// Fetches the photos that the search finds.
    func photos() -> PHFetchResult<PHAsset> {
        guard doubtful != nil else { return fetch([]) }
        var parts = [NSPredicate(format: "localIdentifier IN %@", Array(found))]
        if canFind, let certain = search.commonDays?.certain { parts.append(Self.during(certain)) }
        return fetch([NSCompoundPredicate(orPredicateWithSubpredicates: parts)])
    }

    private func fetch(_ parts: [NSPredicate]) -> PHFetchResult<PHAsset> {
        let options = ViewFetch.options()
        let parts = parts + search.kinds.map { NSPredicate(format: $0.predicate) }
        if !parts.isEmpty {
            options.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: parts)
        }
        scope?.narrow(options)
        return PHAsset.fetchAssets(
            containing: canFind ? search.words : [],
            orIn: canFind ? albums : [],
            with: options
        )
    }

    /// Looks at a change.
    ///
    /// - Returns: Whether other doubtful photos are found now.
    mutating func follow(_ change: PHChange) -> Bool {
        guard let details = doubtful.flatMap(change.changeDetails) else { return false }
        let before = found
        doubtful = details.fetchResultAfterChanges
        if details.hasIncrementalChanges {
            for asset in details.removedObjects { found.remove(asset.localIdentifier) }
            for asset in details.insertedObjects + details.changedObjects { look(at: asset) }
        } else {
            self = WordSearch(search, scope: scope)
        }
        return found != before
    }

    private mutating func look(at asset: PHAsset) {
        if matches(asset) {
            found.insert(asset.localIdentifier)
        } else {
            found.remove(asset.localIdentifier)
        }
    }

    private func matches(_ asset: PHAsset) -> Bool {
        guard search.commonDays?.contains(PhotoPlace(asset).day) ?? true else { return false }
        let words = search.words
        let metadata = asset.extendedMetadata
        return canFind
            || words.indices.allSatisfy { index in
                let word = words[index]
                return metadata.caption.map { Self.has($0, word) } ?? false
                    || metadata.keywords.contains { Self.has($0, word) }
                    || metadata.originalFilename.map { Self.has($0, word) } ?? false
                    || inAlbums[index].contains(asset.localIdentifier)
            }
    }

    private static func has(_ text: String, _ word: String) -> Bool {
        text.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }

    /// Returns the predicate of photos that were taken in a time; of none without one.
    private static func during(_ time: Range<Double>?) -> NSPredicate {
        guard let time else { return NSPredicate(format: "FALSEPREDICATE") }
        return NSPredicate(
            format: "creationDate >= %@ AND creationDate < %@",
            Date(timeIntervalSince1970: time.lowerBound) as any CVarArg,
            Date(timeIntervalSince1970: time.upperBound) as any CVarArg
        )
    }

    private static func albums(of words: [String]) -> [[PHAssetCollection]] {
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

    private static func members(of albums: [PHAssetCollection]) -> Set<String> {
        Set(
            albums.flatMap { album in
                let members = PHAsset.fetchAssets(in: album, options: nil)
                return members.objects(at: IndexSet(0..<members.count)).map(\.localIdentifier)
            }
        )
    }
}

extension SearchWords.Kind {
    fileprivate var predicate: String {
        switch self {
        case .photo: "mediaType == 1"
        case .video: "mediaType == 2"
        case .live: "(mediaSubtypes & \(PHAssetMediaSubtype.photoLive.rawValue)) != 0"
        case .screenshot: "(mediaSubtypes & \(PHAssetMediaSubtype.photoScreenshot.rawValue)) != 0"
        case .panorama: "(mediaSubtypes & \(PHAssetMediaSubtype.photoPanorama.rawValue)) != 0"
        case .favorite: "isFavorite == YES"
        }
    }
}
