import CoreLocation
import Foundation
import OpenPhotoKit
import ServeRules

/// A change of this server that can be reversed: what the history says of it, and the orders that it does not say.
struct UndoStep: Sendable {
    enum Kind: Sendable {
        /// A change that a client made, or made again.
        case done
        /// A change that took back another.
        case undone
    }

    var kind: Kind
    /// The position of the change in the history.
    var token: PHPersistentChangeToken
    var facts: ChangeFacts
    /// For each album, the positions of its photos before the change.
    var orders: [String: [String: Int]]
    /// For each album and folder, where it was in the tree before the change.
    var places: [String: TreePlace]

    /// How many photos, albums and folders the change is about.
    var count: Int {
        let members = facts.memberships.reduce(into: Set<String>()) { names, album in
            names.formUnion(album.entered + album.left + album.moved)
        }
        let objects = facts.objects.filter { $0.kind != .updated || !$0.valuesBefore.isEmpty }
        return max(members.count, objects.count)
    }
}

/// The position of an album or folder in the tree.
struct TreePlace: Sendable, Hashable {
    /// The folder; nil for the top level.
    var parent: String?
    var index: Int
}
