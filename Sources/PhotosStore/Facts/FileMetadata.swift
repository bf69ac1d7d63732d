import Foundation
package import PhotosMedia

/// What the files of an asset say of the properties that a person can set as well.
///
/// The original says it, or what stands beside the original, which is believed first but for the date.
package struct FileMetadata: Hashable, Sendable {
    /// The properties, each of which a person sets, or takes back, as a whole.
    package enum Field: String, Hashable, Sendable, CaseIterable {
        case date
        case place
        case caption
        case keywords
        case rating
    }

    package var capture: RecordedFacts.Capture?
    package var location: MediaFacts.Location?
    package var caption: String?
    package var keywords: [String] = []
    package var rating: Int?

    package init(original: RecordedFacts?, companion: RecordedFacts?) {
        capture = Self.capture(original?.capture, companion?.capture)
        location = companion?.location ?? original?.location
        caption = companion?.caption ?? original?.caption
        keywords = original?.keywords ?? []
        for word in companion?.keywords ?? [] where !keywords.contains(word) {
            keywords.append(word)
        }
        rating = companion?.rating ?? original?.rating
    }

    /// A date in a file's name is only a guess; another library's date was perhaps set by a person there.
    private static func capture(
        _ original: RecordedFacts.Capture?,
        _ companion: RecordedFacts.Capture?
    ) -> RecordedFacts.Capture? {
        guard let original, original.source != FactsTable.nameTag else {
            return companion ?? original
        }
        guard let companion, companion.source == ImportSupplement.photosLibrary else {
            return original
        }
        return companion
    }
}

extension AssetRecord {
    /// Takes over what files say, in a new asset.
    mutating func take(_ metadata: FileMetadata) {
        for field in FileMetadata.Field.allCases { take(field, of: metadata) }
    }

    /// Takes over what files say of one property; a date stays where they say nothing of it.
    package mutating func take(_ field: FileMetadata.Field, of metadata: FileMetadata) {
        switch field {
        case .date:
            guard let capture = metadata.capture else { return }
            creationDate = capture.date
            creationZone = capture.zone
            dateSource = capture.source
            if capture.isZoneAssumed {
                traits.insert(.zoneAssumed)
            } else {
                traits.remove(.zoneAssumed)
            }
        case .place:
            latitude = metadata.location?.latitude
            longitude = metadata.location?.longitude
            altitude = metadata.location?.altitude
            horizontalAccuracy = metadata.location?.horizontalAccuracy
            verticalAccuracy = nil
            course = metadata.location?.direction
            speed = metadata.location?.speed
            locationDate = metadata.location.flatMap { _ in creationDate }
        case .caption: caption = metadata.caption
        case .keywords: keywords = metadata.keywords
        case .rating: rating = metadata.rating ?? 0
        }
    }

    /// Follows what files say now, where nobody set something else.
    ///
    /// What differs from `before` was set by a person and stays. Keywords are compared one by one: those that a person
    /// added or removed stay so, and the others follow.
    ///
    /// - Parameters:
    ///   - before: what the files said when they were last read; nil where that is not known. Then only what the asset
    ///     lacks is taken.
    ///   - now: what they say now.
    package mutating func follow(from before: FileMetadata?, to now: FileMetadata) {
        for field in FileMetadata.Field.allCases where !isSetByPerson(field, before) {
            if field == .keywords, let before {
                keywords = Keywords.following(keywords, from: before.keywords, to: now.keywords)
            } else if field == .date, keepsClock(from: before, to: now) {
                continue
            } else {
                take(field, of: now)
            }
        }
        if before == nil { takeZone(of: now) }
    }

    /// Takes the zone that files give to a date that is theirs already, where it was not kept before.
    ///
    /// A local time without a zone was read in the zone of whoever imported it, which is found out from the date.
    private mutating func takeZone(of metadata: FileMetadata) {
        guard let capture = metadata.capture, let date = creationDate, creationZone == nil,
            dateSource != Self.personsDate
        else { return }
        if capture.date == date { return take(.date, of: metadata) }
        guard capture.isZoneAssumed, let zone = capture.zone else { return }
        let offset = (capture.date + Double(zone)).timeIntervalSince(date)
        guard offset.truncatingRemainder(dividingBy: 900) == 0,
            CaptureTime.zoneOffsets.contains(Int(offset))
        else { return }
        creationZone = Int(offset)
        dateSource = capture.source
        traits.insert(.zoneAssumed)
    }

    /// The properties in which the asset and its files differ.
    package func differences(from metadata: FileMetadata) -> [FileMetadata.Field] {
        FileMetadata.Field.allCases.filter { field in
            var other = self
            other.take(field, of: metadata)
            switch field {
            case .date:
                // The name of the source alone is no difference that a person sees.
                return creationDate != other.creationDate || creationZone != other.creationZone
            case .place: return !isSamePlace(as: other)
            case .caption: return caption != other.caption
            case .keywords: return Set(keywords) != Set(other.keywords)
            case .rating: return rating != other.rating
            }
        }
    }

    private func isSetByPerson(_ field: FileMetadata.Field, _ before: FileMetadata?) -> Bool {
        if field == .date, dateSource == Self.personsDate { return true }
        if let before {
            // Keywords are judged one by one. A date that stands in for a missing one is nobody's.
            if field == .keywords || field == .date && before.capture == nil { return false }
            return differences(from: before).contains(field)
        }
        switch field {
        case .date:
            let guesses = [FactsTable.fileTag, FactsTable.nameTag, Self.additionDate]
            return creationDate != nil && !guesses.contains(dateSource ?? "")
        case .place: return latitude != nil
        case .caption: return caption != nil
        case .keywords: return !keywords.isEmpty
        case .rating: return rating != 0
        }
    }

    /// Whether files say the same local time as before, and only the zone that is assumed for it is another, because
    /// they were read elsewhere.
    private func keepsClock(from before: FileMetadata?, to now: FileMetadata) -> Bool {
        guard let old = before?.capture, let new = now.capture, old.isZoneAssumed,
            new.isZoneAssumed, let oldZone = old.zone, let newZone = new.zone
        else { return false }
        return old.date + Double(oldZone) == new.date + Double(newZone)
    }

    private func isSamePlace(as other: AssetRecord) -> Bool {
        latitude == other.latitude && longitude == other.longitude && altitude == other.altitude
            && horizontalAccuracy == other.horizontalAccuracy && course == other.course
            && speed == other.speed
    }

    /// The `dateSource` of a date that a person set.
    package static let personsDate = "person"
}

extension Keywords {
    /// Keywords after files changed theirs: what a person added or removed stays so.
    static func following(
        _ present: [String],
        from before: [String],
        to now: [String]
    ) -> [String] {
        let removed = Set(before).subtracting(now)
        var keywords = present.filter { !removed.contains($0) }
        for word in now where !before.contains(word) && !keywords.contains(word) {
            keywords.append(word)
        }
        return keywords
    }
}
