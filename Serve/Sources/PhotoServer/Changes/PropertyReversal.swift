import CoreLocation
import Foundation
import OpenPhotoKit

/// Sets the properties of a photo to values that the history states.
struct PropertyReversal {
    private let before: [String: PropertyValue]

    init(_ before: [String: PropertyValue]) { self.before = before }

    /// Makes the requests for one photo; runs inside a change block.
    func apply(to asset: PHAsset) {
        let names: Set<String> = [
            "isFavorite", "isHidden", "caption", "keywords", "rating", "isRejected", "creationDate",
            "creationZone", "latitude", "longitude",
        ]
        guard !names.isDisjoint(with: before.keys) else { return }
        let request = PHAssetChangeRequest(for: asset)
        if case .flag(let value) = before["isFavorite"] { request.isFavorite = value }
        if case .flag(let value) = before["isHidden"] { request.isHidden = value }
        if let value = before["caption"] { request.caption = text(value) }
        if let value = before["keywords"] { set(value, request, asset) }
        if case .integer(let value) = before["rating"],
            let rating = PHAsset.Rating(rawValue: Int(value))
        {
            request.rating = rating
        }
        // After the rating, which takes back a rejection.
        if case .flag(let value) = before["isRejected"] { request.setRejected(value) }
        if let value = before["creationDate"] { request.creationDate = date(value) }
        if let value = before["creationZone"] { request.setTimeZoneOffset(integer(value)) }
        if before["latitude"] != nil || before["longitude"] != nil { setPlace(request, asset) }
    }

    private func set(_ value: PropertyValue, _ request: PHAssetChangeRequest, _ asset: PHAsset) {
        let words: [String] = if case .texts(let words) = value { words } else { [] }
        // The order counts, too, so all words leave before the earlier ones come back.
        for word in asset.keywordList { request.removeKeyword(word) }
        for word in words { request.addKeyword(word) }
    }

    private func setPlace(_ request: PHAssetChangeRequest, _ asset: PHAsset) {
        let now = asset.location
        let latitude = coordinate("latitude", now?.coordinate.latitude)
        let longitude = coordinate("longitude", now?.coordinate.longitude)
        guard let latitude, let longitude else {
            request.location = nil
            return
        }
        if case .number(let altitude) = before["altitude"] {
            request.location = CLLocation(
                coordinate: CLLocationCoordinate2DMake(latitude, longitude),
                altitude: altitude,
                horizontalAccuracy: 0,
                verticalAccuracy: 0,
                timestamp: asset.creationDate ?? Date()
            )
        } else {
            request.location = CLLocation(latitude: latitude, longitude: longitude)
        }
    }

    private func coordinate(_ name: String, _ now: Double?) -> Double? {
        guard let value = before[name] else { return now }
        if case .number(let number) = value { return number }
        return nil
    }

    private func text(_ value: PropertyValue) -> String? {
        if case .text(let text) = value { text } else { nil }
    }

    private func date(_ value: PropertyValue) -> Date? {
        if case .date(let date) = value { date } else { nil }
    }

    private func integer(_ value: PropertyValue) -> Int? {
        if case .integer(let number) = value { Int(number) } else { nil }
    }
}
