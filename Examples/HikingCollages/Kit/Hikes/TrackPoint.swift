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

    /// Whole metres uphill and downhill, without the small ups and downs that come from imprecise measuring.
    ///
    /// Both count from turning point to turning point, in the metres that the lowest and the highest point are shown with: who
    /// walks up from the one to the other climbs what lies between them.
    ///
    /// - Parameter noise: A turn back by fewer metres is none.
    /// - Returns: Nil with fewer than two heights.
    package func climb(ignoringBelow noise: Int = 8) -> (up: Int, down: Int)? {
        let heights = compactMap(\.elevation).compactMap { Int(exactly: $0.rounded()) }
        guard let first = heights.first, heights.count > 1 else { return nil }
        var turns = [first]
        // The lowest and the highest point since the last turn.
        var (low, high) = (first, first)
        var isUp: Bool?
        for height in heights {
            low = Swift.min(low, height)
            high = Swift.max(high, height)
            if isUp != true, height - low >= noise {
                turns.append(low)
                (isUp, high) = (true, height)
            } else if isUp != false, high - height >= noise {
                turns.append(high)
                (isUp, low) = (false, height)
            }
            if isUp == true { low = high } else if isUp == false { high = low }
        }
        turns.append(isUp == true ? high : low)
        let steps = zip(turns.dropFirst(), turns.dropFirst(2)).map { $1 - $0 }
        return (steps.filter { $0 > 0 }.reduce(0, +), -steps.filter { $0 < 0 }.reduce(0, +))
    }
}
