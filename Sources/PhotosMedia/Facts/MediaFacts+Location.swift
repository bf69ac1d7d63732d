extension MediaFacts {
    /// Takes the place from Exif, else XMP, else a movie's text.
    mutating func readLocation(from tags: MediaTags) {
        let candidates = [Self.exifPlace(tags), Self.xmpPlace(tags), Self.moviePlace(tags)]
        location = candidates.lazy.compactMap(\.self).first
    }

    private static func exifPlace(_ tags: MediaTags) -> Location? {
        let prefix = "Exif.GPSInfo."
        guard
            let latitude = degrees(
                tags[prefix + "GPSLatitude"],
                tags[prefix + "GPSLatitudeRef"],
                negative: "S"
            ),
            let longitude = degrees(
                tags[prefix + "GPSLongitude"],
                tags[prefix + "GPSLongitudeRef"],
                negative: "W"
            )
        else { return nil }
        var place = Location(latitude: latitude, longitude: longitude)
        if let altitude = Rational.first(tags[prefix + "GPSAltitude"]) {
            place.altitude = tags[prefix + "GPSAltitudeRef"] == "1" ? -altitude : altitude
        }
        place.horizontalAccuracy = Rational.first(
            tags[prefix + "GPSHPositioningError"] ?? tags[prefix + "0x001f"]
        )
        place.direction = Rational.first(tags[prefix + "GPSImgDirection"])
        return place.withoutNonsense()
    }

    /// Degrees, minutes and seconds, of which the later ones may be missing.
    private static func degrees(
        _ text: String?,
        _ reference: String?,
        negative: String
    ) -> Double? {
        guard let parts = text.map(Rational.list), (1...3).contains(parts.count),
            parts.allSatisfy({ $0 >= 0 })
        else { return nil }
        var value = 0.0
        for part in parts.reversed() { value = value / 60 + part }
        return reference?.uppercased().hasPrefix(negative) == true ? -value : value
    }

    /// "48,12.5N" or "48,12,30N".
    private static func xmpPlace(_ tags: MediaTags) -> Location? {
        guard let latitude = xmpDegrees(tags["Xmp.exif.GPSLatitude"], "N", "S"),
            let longitude = xmpDegrees(tags["Xmp.exif.GPSLongitude"], "E", "W")
        else { return nil }
        var place = Location(latitude: latitude, longitude: longitude)
        if let altitude = Rational.first(tags["Xmp.exif.GPSAltitude"]) {
            place.altitude = tags["Xmp.exif.GPSAltitudeRef"] == "1" ? -altitude : altitude
        }
        place.direction = Rational.first(tags["Xmp.exif.GPSImgDirection"])
        return place.withoutNonsense()
    }

    private static func xmpDegrees(
        _ text: String?,
        _ positive: Character,
        _ negative: Character
    ) -> Double? {
        guard let text, let mark = text.last, mark == positive || mark == negative else {
            return nil
        }
        let parts = text.dropLast().split(separator: ",").map { Double($0) ?? .nan }
        guard (1...3).contains(parts.count), parts.allSatisfy({ $0 >= 0 && $0.isFinite }) else {
            return nil
        }
        var value = 0.0
        for part in parts.reversed() { value = value / 60 + part }
        return mark == negative ? -value : value
    }

    private static func moviePlace(_ tags: MediaTags) -> Location? {
        for name in FactsTable.positions {
            guard let text = tags[name], var place = iso6709(text) else { continue }
            place.horizontalAccuracy = Rational.first(tags[FactsTable.positionAccuracy[0]])
            return place.withoutNonsense()
        }
        return nil
    }

    /// Signed decimal degrees, and metres: "+48.1000-016.3000+170.5/".
    private static func iso6709(_ text: String) -> Location? {
        var numbers: [String] = []
        for character in text.prefix(64) {
            if character == "+" || character == "-" {
                numbers.append(String(character))
            } else if character.isNumber || character == "." {
                guard !numbers.isEmpty else { return nil }
                numbers[numbers.count - 1].append(character)
            } else {
                break
            }
        }
        let values = numbers.compactMap(Double.init)
        guard values.count == numbers.count, values.count >= 2 else { return nil }
        return Location(
            latitude: values[0],
            longitude: values[1],
            altitude: values.count > 2 ? values[2] : nil
        )
    }
}

extension MediaFacts.Location {
    /// Without those side values that cannot be, and nil when the place itself cannot be.
    fileprivate func withoutNonsense() -> MediaFacts.Location? {
        var place = MediaFacts.Location(latitude: latitude, longitude: longitude)
        guard place.isPlausible else { return nil }
        for field in [\MediaFacts.Location.altitude, \.horizontalAccuracy, \.direction] {
            var candidate = place
            candidate[keyPath: field] = self[keyPath: field]
            if candidate.isPlausible { place = candidate }
        }
        return place
    }
}
