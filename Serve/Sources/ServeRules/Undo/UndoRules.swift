/// Decides whether a change may be undone.
public enum UndoRules {
    /// A part of the library that a change touched: a property of an object, a member of an album.
    public struct Part: Hashable, Sendable {
        /// The local identifier of the object or album.
        public var object: String
        /// The name of the property, ``presence``, or `member:` and the identifier of a photo.
        public var name: String

        /// Makes a part.
        public init(object: String, name: String) {
            self.object = object
            self.name = name
        }

        /// The part that stands for the object itself: whether it is there, in Recently Deleted, or gone.
        public static let presence = "presence"
        /// The part that stands for all that is in an album.
        public static let contents = "contents"
    }

    /// A change of the history.
    public struct Change: Hashable, Sendable {
        /// Who made the change, as the history says.
        public var author: String
        /// What the change touched.
        public var parts: Set<Part>
        /// The objects that are gone for good since the change.
        public var purged: Set<String>

        /// Makes a change.
        public init(author: String, parts: Set<Part>, purged: Set<String> = []) {
            self.author = author
            self.parts = parts
            self.purged = purged
        }
    }

    /// Why a change cannot be undone.
    public enum Refusal: Hashable, Sendable {
        /// The change deleted photos for good.
        case purged
        /// A photo or album of the change was deleted for good meanwhile.
        case objectGone(String, author: String)
        /// Somebody changed the same since.
        case changedSince(Part, author: String)
    }

    /// Returns why a change cannot be undone; nil if it can.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - later: The changes since, oldest first; those that undid and redid it are left out by the caller.
    /// - Returns: The reason, or nil.
    public static func refusal(of change: Change, later: some Sequence<Change>) -> Refusal? {
        if !change.purged.isEmpty { return .purged }
        let objects = Set(change.parts.map(\.object))
        for other in later {
            if let gone = objects.intersection(other.purged).min() {
                return .objectGone(gone, author: other.author)
            }
            let same = change.parts.intersection(other.parts)
            if let part = same.min(by: { ($0.object, $0.name) < ($1.object, $1.name) }) {
                return .changedSince(part, author: other.author)
            }
        }
        return nil
    }

    /// Returns the changes that still have an effect.
    ///
    /// A change and the one that took it back leave nothing, if both are in the list. A change that took back an earlier
    /// one, from before the list, stays: it is a change like others.
    ///
    /// - Parameters:
    ///   - positions: The positions of all changes since a moment, oldest first.
    ///   - reversed: For each change that took back another, the position of that other.
    /// - Returns: The positions of the remaining changes, oldest first.
    public static func remaining(
        _ positions: [String],
        reversed: [String: String]
    ) -> [String] {
        var remaining: [String] = []
        for position in positions {
            if let other = reversed[position], let index = remaining.lastIndex(of: other) {
                remaining.remove(at: index)
            } else {
                remaining.append(position)
            }
        }
        return remaining
    }
}
