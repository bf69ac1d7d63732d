import Foundation
import PhotosMedia

extension AssetRecord {
    /// Takes over what the original tells.
    mutating func fill(from facts: MediaFacts, fallbackDate: Date?) {
        switch facts.kind {
        case .image: mediaType = 1
        case .video: mediaType = 2
        case .audio: mediaType = 3
        }
        contentType = facts.contentType
        pixelWidth = facts.pixelWidth
        pixelHeight = facts.pixelHeight
        duration = facts.kind == .image ? 0 : facts.duration
        mediaSubtypes = Int(facts.subtypes.rawValue)
        playbackStyle =
            facts.kind == .video
            ? 4 : facts.kind == .image ? (facts.subtypes.contains(.animation) ? 2 : 1) : 0
        creationDate = facts.creationDate ?? fallbackDate
        creationZone = facts.zoneOffset
        dateSource = facts.creationDate != nil ? facts.dateSource : fallbackDate.map { _ in "file" }
        if let location = facts.location {
            latitude = location.latitude
            longitude = location.longitude
            altitude = location.altitude
            horizontalAccuracy = location.horizontalAccuracy
            course = location.direction
            speed = location.speed
            locationDate = facts.creationDate
        }
        // Texts of SQLite end at a zero byte.
        caption = facts.caption?.replacing("\0", with: "")
        keywords = facts.keywords
        rating = max(0, min(5, facts.rating ?? 0))
        burstIdentifier = facts.burstIdentifier?.replacing("\0", with: "")
        representsBurst = facts.burstIdentifier != nil
        if facts.isFrontCamera { traits.insert(.frontCamera) }
        if facts.isRaw { traits.insert(.raw) }
    }
}
