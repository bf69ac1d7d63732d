import Foundation
package import PhotosMedia

/// The values that an asset's files contain for properties that a person can also set.
///
/// Values from the companion, such as a sidecar, take precedence over those in the original, except for the date.
package struct FileMetadata: Hashable, Sendable {
    /// The properties, each of which a person sets or resets as a whole.
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
    /// The rating, from -1 (rejected) to 5.
    package var rating: Int?

    package init(original: RecordedFacts?, companion: RecordedFacts?) {
        capture = CaptureChoice.chosenCapture(
            original: original?.capture,
            companion: companion?.capture
        )
        location = companion?.location ?? original?.location
        caption = companion?.caption ?? original?.caption
        keywords = original?.keywords ?? []
        for word in companion?.keywords ?? [] where !keywords.contains(word) {
            keywords.append(word)
        }
        rating = companion?.rating ?? original?.rating
    }

    /// Returns whether the files have a value for a property.
    func states(_ property: Field) -> Bool {
        switch property {
        case .date: capture != nil
        case .place: location != nil
        case .caption: caption != nil
        case .keywords: !keywords.isEmpty
        case .rating: rating != nil
        }
    }
}

extension FileMetadata.Field {
    /// The fields of an asset that change together.
    ///
    /// Whether the zone is assumed is one of the traits, and not among them.
    package var fields: [AssetField] {
        switch self {
        case .date: [.creationDate, .creationZone, .dateSource]
        case .place:
            [
                .latitude, .longitude, .altitude, .horizontalAccuracy, .verticalAccuracy, .course,
                .speed, .locationDate,
            ]
        case .caption: [.caption]
        case .keywords: [.keywords]
        case .rating: [.rating, .isRejected]
        }
    }
}

extension AssetRecord {
    /// Sets all properties of a new asset from its files.
    mutating func setProperties(from metadata: FileMetadata) {
        for field in FileMetadata.Field.allCases { setProperty(field, from: metadata) }
    }

    /// Sets one property from the files; the date stays if the files contain none.
    package mutating func setProperty(_ field: FileMetadata.Field, from metadata: FileMetadata) {
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
        case .rating:
            rating = max(0, metadata.rating ?? 0)
            isRejected = metadata.rating.map { $0 < 0 } ?? false
        }
    }

    /// Updates the asset from the present values in the files, except for properties that a person set.
    ///
    /// A property that differs from `before` was set by a person and stays. Keywords are compared one by one. Keywords
    /// that a person added or removed stay so, and the other keywords follow the files.
    ///
    /// - Parameters:
    ///   - before: The values in the files when they were last read, or nil if they are unknown. In that case, only
    ///     properties that the asset lacks are set.
    ///   - now: The present values in the files.
    package mutating func follow(from before: FileMetadata?, to now: FileMetadata) {
        for field in FileMetadata.Field.allCases where !isSetByPerson(field, since: before) {
            if field == .keywords, let before {
                keywords = Keywords.following(keywords, from: before.keywords, to: now.keywords)
            } else if field == .date, keepsClock(from: before, to: now) {
                continue
            } else if field == .date, isDate(of: now) {
                dateSource = now.capture?.source
            } else {
                setProperty(field, from: now)
            }
        }
        if before == nil { takeZone(of: now) }
    }

    /// Sets the zone of a date that already comes from the files, if no zone was recorded before.
    ///
    /// A local time without a zone was read in the zone of the importing process. This zone is computed from the date.
    private mutating func takeZone(of metadata: FileMetadata) {
        guard let capture = metadata.capture, let date = creationDate, creationZone == nil,
            dateSource != Self.personsDate
        else { return }
        if capture.date == date { return setProperty(.date, from: metadata) }
        guard capture.isZoneAssumed, let zone = capture.zone else { return }
        let offset = (capture.date + Double(zone)).timeIntervalSince(date)
        guard offset.truncatingRemainder(dividingBy: 900) == 0,
            CaptureTime.zoneOffsets.contains(Int(offset))
        else { return }
        creationZone = Int(offset)
        dateSource = capture.source
        traits.insert(.zoneAssumed)
    }

    /// Returns the properties in which the asset and its files differ.
    package func differences(from metadata: FileMetadata) -> [FileMetadata.Field] {
        FileMetadata.Field.allCases.filter { field in
            var other = self
            other.setProperty(field, from: metadata)
            switch field {
            case .date:
                // An assumed zone, and a different source of the date alone, are no differences that a person sees.
                return !isDate(of: metadata)
                    && (creationDate != other.creationDate || creationZone != other.creationZone)
            case .place: return !isSamePlace(as: other)
            case .caption: return caption != other.caption
            case .keywords: return Set(keywords) != Set(other.keywords)
            case .rating: return rating != other.rating || isRejected != other.isRejected
            }
        }
    }

    private func isSetByPerson(_ field: FileMetadata.Field, since before: FileMetadata?) -> Bool {
        if field == .date, dateSource == Self.personsDate { return true }
        if let before {
            // Keywords are compared one by one. A date that replaces a missing one was set by no person.
            if field == .keywords || field == .date && before.capture == nil { return false }
            // Earlier software found the same moment, and no zone for it.
            if field == .date, creationZone == nil, creationDate == before.capture?.date,
                dateSource == before.capture?.source
            {
                return false
            }
            return differences(from: before).contains(field)
        }
        switch field {
        case .date:
            let guesses = [FactsTable.fileTag, FactsTable.nameTag, Self.dateOfAddition]
            return creationDate != nil && !guesses.contains(dateSource ?? "")
        case .place: return latitude != nil
        case .caption: return caption != nil
        case .keywords: return !keywords.isEmpty
        case .rating: return rating != 0 || isRejected
        }
    }

    /// Returns whether the files contain the same local time as before, and only the assumed zone differs.
    ///
    /// The assumed zone differs if the files were read in another zone.
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
    /// Returns the keywords after the files' keywords changed, and keeps the keywords that a person added or removed.
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
