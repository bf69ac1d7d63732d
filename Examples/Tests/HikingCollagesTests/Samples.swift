import Foundation
import HikingCollagesKit

let utc = TimeZone(identifier: "UTC") ?? .gmt

/// A moment on 14 June 2024, in minutes after midnight.
func minute(_ minutes: Double) -> Date {
    Date(timeIntervalSince1970: 1_718_323_200 + minutes * 60)
}

/// A photo taken on a walk that goes north by about 111 m a minute.
func photo(
    _ id: String,
    at minutes: Double,
    located: Bool = true,
    edited: Double? = nil
) -> PhotoFacts {
    PhotoFacts(
        id: id,
        takenAt: minute(minutes),
        content: ContentStamp(adjustedAt: edited.map { minute($0) }),
        place: located ? Place(latitude: 46 + minutes * 0.001, longitude: 8) : nil,
        width: 1200,
        height: 900
    )
}

func hike(_ title: String, from start: Double, to end: Double) -> Hike {
    Hike(title: title, start: minute(start), end: minute(end), in: utc)
}
