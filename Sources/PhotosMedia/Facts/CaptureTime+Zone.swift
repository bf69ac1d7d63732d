package import Foundation

extension CaptureTime {
    /// Returns the offset of a zone from GMT at a local time, in seconds.
    ///
    /// In an hour that a change of clocks skips, the offset is that of before: the clock was not set forward yet. In an
    /// hour that a change repeats, both answers are equally good, and one of them is returned.
    ///
    /// - Parameters:
    ///   - local: The local time, in seconds since 1970 as if it were GMT.
    ///   - zone: The zone.
    /// - Returns: Seconds east of GMT.
    package static func offset(atLocal local: Double, in zone: TimeZone) -> Int {
        // The offset depends on the moment that it gives. The digits, taken for GMT, are at most a day from that moment.
        var offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: local))
        for _ in 0..<2 {
            let moment = Date(timeIntervalSince1970: local - Double(offset))
            let next = zone.secondsFromGMT(for: moment)
            if next == offset { return offset }
            offset = next
        }
        // No moment shows these digits. The clock goes forward there, so the smaller offset is that of before.
        let moment = Date(timeIntervalSince1970: local - Double(offset))
        return min(offset, zone.secondsFromGMT(for: moment))
    }
}
