import Foundation

/// What a collage needs to know of an asset.
package struct PhotoFacts: Codable, Hashable, Sendable, Identifiable {
    package enum Kind: String, Codable, Sendable {
        case picture
        case movie
    }

    /// The asset's local identifier.
    package let id: String
    package var kind: Kind
    package var takenAt: Date
    /// Moves whenever the asset is edited.
    package var modifiedAt: Date?
    package var place: Place?
    package var width: Int
    package var height: Int
    package var isFavorite: Bool

    package init(
        id: String,
        kind: Kind = .picture,
        takenAt: Date,
        modifiedAt: Date? = nil,
        place: Place? = nil,
        width: Int,
        height: Int,
        isFavorite: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.takenAt = takenAt
        self.modifiedAt = modifiedAt
        self.place = place
        self.width = width
        self.height = height
        self.isFavorite = isFavorite
    }

    /// Width by height; 1 where the size is unknown.
    package var aspectRatio: Double {
        width > 0 && height > 0 ? Double(width) / Double(height) : 1
    }

    /// By time; photos of the same moment by identifier, so that the order is always the same.
    package static func inOrder(_ first: PhotoFacts, _ second: PhotoFacts) -> Bool {
        (first.takenAt, first.id) < (second.takenAt, second.id)
    }
}
