import Foundation
import HTTPTypes
import OpenPhotoKit
import ServeRules

/// A change of this server that can be reversed: where the history has it, and what the history does not say.
///
/// A step has identifiers and positions, and no names: those are read from the history when the step is reversed.
struct UndoStep: Codable, Sendable {
    enum Kind: String, Codable, Sendable {
        /// A change that a client made, or made again.
        case done
        /// A change that took back another.
        case undone
    }

    var kind: Kind
    /// The position of the change in the history.
    var position: String
    /// How many photos, albums and folders the change is about.
    var count: Int
    /// For each album, the positions before the change of the photos that left or moved.
    var orders: [String: [String: Int]]
    /// For each album and folder, where it was in the tree before the change.
    var places: [String: TreePlace]
    /// For each edited photo, the recipe that shows it as it was before; missing where the original was shown.
    var recipes: [String: PictureEdit]

    init(
        _ kind: Kind,
        _ change: PHPersistentChange,
        orders: [String: [String: Int]],
        places: [String: TreePlace],
        recipes: [String: PictureEdit]
    ) throws {
        let facts = try change.facts()
        self.kind = kind
        position = change.changeToken.stringValue
        count = Self.count(facts)
        let deleted = Set(facts.objects.filter { $0.kind == .deleted }.map(\.localIdentifier))
        var needed = orders.filter { deleted.contains($0.key) }
        for album in facts.memberships where needed[album.album] == nil {
            let names = Set(album.left + album.moved)
            needed[album.album] = orders[album.album]?.filter { names.contains($0.key) }
        }
        self.orders = needed
        let objects = Set(facts.objects.map(\.localIdentifier))
        self.places = places.filter { objects.contains($0.key) }
        self.recipes = recipes
    }

    private static func count(_ facts: ChangeFacts) -> Int {
        let members = facts.memberships.reduce(into: Set<String>()) { names, album in
            names.formUnion(album.entered + album.left + album.moved)
        }
        let objects = facts.objects.filter { $0.kind != .updated || !$0.valuesBefore.isEmpty }
        return max(members.count, objects.count)
    }

    /// Reads from the history what the change did.
    ///
    /// - Throws: ``Problem`` where the history no longer has the change.
    func facts(_ library: PHPhotoLibrary) throws -> ChangeFacts {
        let unknown = Problem(.conflict, "cannot-undo", "This change is no longer remembered.")
        guard let token = PHPersistentChangeToken(string: position) else { throw unknown }
        do {
            guard let change = try library.persistentChange(endingAt: token) else { throw unknown }
            return try change.facts()
        } catch let error as PHPhotosError where error.code == .persistentChangeTokenExpired {
            throw unknown
        }
    }
}

/// The position of an album or folder in the tree.
struct TreePlace: Codable, Sendable, Hashable {
    /// The folder; nil for the top level.
    var parent: String?
    var index: Int
}
