import Foundation
import PhotosMedia

/// The choice between the dates that an original and its companion state, and what both say together.
enum CaptureChoice {
    typealias Capture = RecordedFacts.Capture

    /// Returns the date to use.
    ///
    /// The original's date takes precedence, except for one in its name, or of its last change, which is only a guess. The date from another
    /// library takes precedence over both, because a person may have set it there. The time of a clock after a reset counts
    /// if the other one states no better one.
    static func chosenCapture(original: Capture?, companion: Capture?) -> Capture? {
        guard let original, let companion else { return companion ?? original }
        if companion.source == ImportSupplement.photosLibrary { return companion }
        let isReset = (
            captureTime(of: original).isResetClock, captureTime(of: companion).isResetClock
        )
        if isReset.0 != isReset.1 { return isReset.0 ? companion : original }
        let isGuess =
            original.source == FactsTable.nameTag
            || FactsTable.isWeakDate(original.source) && !FactsTable.isWeakDate(companion.source)
        guard let local = LocalTime(original) else {
            return isGuess ? companion : zonedCapture(original, beside: companion)
        }
        return isGuess
            ? namedCapture(at: local, original: original, companion: companion)
            : statedCapture(at: local, original: original, companion: companion)
    }

    /// Returns the time of a capture, in its zone if that is not assumed.
    private static func captureTime(of capture: Capture) -> CaptureTime {
        CaptureTime(
            localSeconds: capture.date.timeIntervalSince1970 + Double(capture.zone ?? 0),
            zoneOffset: capture.isZoneAssumed ? nil : capture.zone ?? 0
        )
    }

    /// A local time that was read in an assumed zone.
    private struct LocalTime {
        var time: CaptureTime
        var assumedZone: Int

        init?(_ capture: Capture) {
            guard capture.isZoneAssumed, let zone = capture.zone else { return nil }
            assumedZone = zone
            time = CaptureTime(
                localSeconds: capture.date.timeIntervalSince1970 + Double(zone),
                zoneOffset: nil
            )
        }

        /// The local day, as a number of days since 1970.
        var day: Double { (time.localSeconds / 86_400).rounded(.down) }

        /// Whether the time may be that of a day alone, which is its noon.
        var isNoon: Bool { time.isNoon }

        /// Returns the zone in which a capture in GMT has this local time; nil for other captures.
        ///
        /// For a capture with the same local time, this is the zone that it states.
        func zone(beside moment: Capture) -> Int? {
            if let zone = moment.zone {
                let local = moment.date.timeIntervalSince1970 + Double(zone)
                let isSame = local.rounded(.down) == time.localSeconds.rounded(.down)
                return isSame && !moment.isZoneAssumed ? zone : nil
            }
            return CaptureTime.zone(
                of: time.localSeconds,
                at: moment.date.timeIntervalSince1970,
                lasting: 0
            )
        }
    }

    /// Returns the date of a file whose name has a local time, beside the date of its companion.
    ///
    /// A moment in GMT and the local time give the zone. Beside a day alone, the moment counts if it is on that day in the
    /// assumed zone. If it is on the day in another zone only, the day's noon counts, since the photo must not move to
    /// another day.
    private static func namedCapture(
        at local: LocalTime,
        original: Capture,
        companion: Capture
    ) -> Capture {
        guard companion.zone == nil else { return companion }
        guard local.isNoon else {
            var capture = companion
            capture.zone = local.zone(beside: companion)
            return capture
        }
        let seconds = companion.date.timeIntervalSince1970
        if ((seconds + Double(local.assumedZone)) / 86_400).rounded(.down) == local.day {
            var capture = companion
            capture.zone = local.assumedZone
            capture.isZoneAssumed = true
            return capture
        }
        let zones = CaptureTime.zoneOffsets
        let days = [zones.lowerBound, zones.upperBound].map {
            ((seconds + Double($0)) / 86_400).rounded(.down)
        }
        return days[0] <= local.day && local.day <= days[1] ? original : companion
    }

    /// Returns the date of a file that states a moment in GMT, with the zone of the companion's local time.
    private static func zonedCapture(_ original: Capture, beside companion: Capture) -> Capture {
        guard original.zone == nil, let zone = companion.zone else { return original }
        let moment = original.date.timeIntervalSince1970
        let local = companion.date.timeIntervalSince1970 + Double(zone)
        let found =
            companion.isZoneAssumed
            ? CaptureTime.zone(of: local, at: moment, lasting: 0)
            : CaptureTime.isSame(local, zone: zone, at: moment, lasting: 0) ? zone : nil
        guard let found, found != 0 else { return original }
        var capture = original
        capture.zone = found
        return capture
    }

    /// Returns the date of a file that states a local time, with the zone that the companion's moment gives.
    ///
    /// Programs take a local time without a zone for GMT, so the same digits say nothing about the zone.
    private static func statedCapture(
        at local: LocalTime,
        original: Capture,
        companion: Capture
    ) -> Capture {
        guard let zone = local.zone(beside: companion), zone != 0 || companion.zone != nil else {
            return original
        }
        var capture = original
        capture.date = Date(timeIntervalSince1970: local.time.localSeconds - Double(zone))
        capture.zone = zone
        capture.isZoneAssumed = false
        return capture
    }
}
