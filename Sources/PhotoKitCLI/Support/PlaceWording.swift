import Foundation
import OpenPhotoKit

/// The named place near a photo, in words.
struct PlaceWording {
    private let place: PhotoPlace
    private let metres: Double

    /// Returns nil where the photo has no place, or no named place is near it.
    init?(_ asset: PHAsset, in library: PHPhotoLibrary) {
        guard let coordinate = asset.location?.coordinate,
            let place = library.place(near: coordinate),
            let metres = place.distance(to: coordinate)
        else { return nil }
        (self.place, self.metres) = (place, metres)
    }

    var text: String { "\(place.fullName), \(Self.distanceText(metres)) away" }

    /// The members of a photo's JSON object; null without a named place.
    static func jsonMembers(of asset: PHAsset, in library: PHPhotoLibrary) -> [(String, JSON)] {
        let wording = PlaceWording(asset, in: library)
        return [
            ("placeName", JSON(wording?.place.name)), ("region", JSON(wording?.place.region)),
            ("country", JSON(wording?.place.country)),
        ]
    }

    static func distanceText(_ metres: Double) -> String {
        metres < 1_000
            ? String(format: "%.0f m", metres) : String(format: "%.1f km", metres / 1_000)
    }
}
