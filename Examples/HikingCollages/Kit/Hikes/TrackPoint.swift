import Foundation

/// Where a hiker was, and when and how high where that is known.
package struct TrackPoint: Codable, Hashable, Sendable {
    package var place: Place
    package var time: Date?
    /// Metres above the sea.
    package var elevation: Double?

    package init(place: Place, time: Date? = nil, elevation: Double? = nil) {
        self.place = place
        self.time = time
        self.elevation = elevation
    }
}

extension [TrackPoint] {
    /// Metres from the first point to the last, along all points between.
    package var length: Double {
        zip(self, dropFirst()).reduce(0) { $0 + $1.0.place.distance(to: $1.1.place) }
    }

    /// Metres uphill, without the small ups and downs that come from imprecise measuring.
    package func ascent(ignoringBelow noise: Double = 8) -> Double? {
        let heights = compactMap(\.elevation)
        guard var reference = heights.first, heights.count > 1 else { return nil }
        var total = 0.0
        for height in heights where abs(height - reference) >= noise {
            total += Swift.max(0, height - reference)
            reference = height
        }
        return total
    }
}
