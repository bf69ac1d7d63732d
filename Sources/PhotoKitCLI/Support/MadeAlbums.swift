import OpenPhotoKit

/// The albums that a command made, which are those that were not there before.
struct MadeAlbums {
    private let before: Set<String>

    /// Remembers the albums that the current library has.
    init() { before = Set(Self.allAlbums().map(\.localIdentifier)) }

    private static func allAlbums() -> [PHAssetCollection] {
        let found = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .any,
            options: nil
        )
        return found.objects(at: IndexSet(0..<found.count))
    }

    /// A sentence about the albums that the current library has in addition now; nil without one.
    var sentence: String? {
        Self.sentence(
            Self.allAlbums().filter { !before.contains($0.localIdentifier) }
                .map { $0.localizedTitle ?? "" }
        )
    }

    /// The number of albums that a sentence names.
    private static let mostNames = 5

    /// Returns a sentence about new albums; nil without one.
    static func sentence(_ titles: [String]) -> String? {
        guard !titles.isEmpty else { return nil }
        let names = titles.prefix(mostNames).map { "\"\(Table.printableText($0))\"" }
        let rest = titles.count - names.count
        let list = names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        return "Made \(Wording.count(titles.count, of: "album")): \(list)."
    }
}
