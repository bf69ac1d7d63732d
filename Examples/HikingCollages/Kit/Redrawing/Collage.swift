import Foundation

/// A hike and the photos taken on it, in the order in which they are shown.
package struct Collage: Codable, Equatable, Sendable, Identifiable {
    package var hike: Hike
    package var photos: [PhotoFacts]

    package var id: String { hike.id }

    package init(hike: Hike, photos: [PhotoFacts]) {
        self.hike = hike
        self.photos = photos
    }

    /// The way to draw: as it was recorded, else from photo to photo.
    package var track: [TrackPoint] {
        guard hike.track.isEmpty else { return hike.track }
        return photos.compactMap { photo in
            photo.place.map { TrackPoint(place: $0, time: photo.takenAt) }
        }
    }
}
