import Foundation

/// What differs between a collage as it was drawn and as it should be.
package struct CollageDifference: Equatable, Sendable {
    package var added: Set<String> = []
    package var removed: Set<String> = []
    /// Still there, and another picture, or one that is shown otherwise.
    package var edited: Set<String> = []
    package var hikeChanged = false

    package init() {}

    package init(from old: Collage, to new: Collage) {
        let before = Dictionary(uniqueKeysWithValues: old.photos.map { ($0.id, $0) })
        for photo in new.photos {
            if let earlier = before[photo.id] {
                if earlier != photo { edited.insert(photo.id) }
            } else {
                added.insert(photo.id)
            }
        }
        removed = Set(before.keys).subtracting(new.photos.map(\.id))
        hikeChanged = old.hike.title != new.hike.title || old.hike.track != new.hike.track
    }

    package var isEmpty: Bool { self == CollageDifference() }

    /// “2 photos added, 1 edited”.
    var words: String {
        let counts = [
            (added.count, "added"), (edited.count, "edited"), (removed.count, "removed"),
        ].filter { $0.0 > 0 }
        var parts = counts.enumerated().map { index, count in
            "\(index == 0 ? Self.photos(count.0) : String(count.0)) \(count.1)"
        }
        if hikeChanged { parts.append("another title or track") }
        return parts.joined(separator: ", ")
    }

    static func photos(_ count: Int) -> String {
        count == 1 ? "1 photo" : "\(count) photos"
    }
}
