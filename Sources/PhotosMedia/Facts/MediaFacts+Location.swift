extension MediaFacts.Location {
    /// Reads the position in the tags, and those of its details that are possible.
    init?(_ reading: inout TagReading) {
        let tags = reading.tags
        let found: MediaFacts.Location? = reading.firstValue(of: .location) { row, text in
            let place: MediaFacts.Location?
            switch row.form {
            case .exifPlace: place = Self.exifPlace(of: text, names: row.placeTags, tags: tags)
            case .xmpPlace: place = Self.xmpPlace(of: text, names: row.placeTags, tags: tags)
            default: place = ISO6709.place(in: text)
            }
            return place.flatMap {
                let alone = MediaFacts.Location(latitude: $0.latitude, longitude: $0.longitude)
                return alone.isPlausible ? alone : nil
            }
        }
        guard var place = found else { return nil }
        place.altitude = reading.number(of: .altitude, in: Self.altitudes)
        place.horizontalAccuracy = reading.number(of: .horizontalAccuracy, in: Self.accuracies)
        place.direction = reading.number(of: .direction, in: 0...360)
        place.speed = reading.number(of: .speed, in: Self.speeds)
        self = place
    }

    /// Reads a position whose directions are in separate fields.
    private static func exifPlace(
        of text: String,
        names: [String],
        tags: MediaTags
    ) -> MediaFacts.Location? {
        guard let latitude = Degrees(text), let longitude = tags[names[0]].flatMap(Degrees.init)
        else { return nil }
        return MediaFacts.Location(
            latitude: latitude.signedValue(reference: tags[names[1]]),
            longitude: longitude.signedValue(reference: tags[names[2]])
        )
    }

    /// Reads a position whose texts include the directions: "48,12.5N", or "-48.2".
    private static func xmpPlace(
        of text: String,
        names: [String],
        tags: MediaTags
    ) -> MediaFacts.Location? {
        guard let latitude = Degrees(text), let longitude = tags[names[0]].flatMap(Degrees.init)
        else { return nil }
        return MediaFacts.Location(
            latitude: latitude.signedValue(reference: nil),
            longitude: longitude.signedValue(reference: nil)
        )
    }
}

/// Reads positions in the form that movies use.
enum ISO6709 {
    /// Reads signed degrees, and metres: "+48.1000-016.3000+170.5/".
    ///
    /// The degrees have two digits in a latitude and three in a longitude. Minutes and seconds may follow them:
    /// "+4806.0-01618.0/".
    static func place(in text: String) -> MediaFacts.Location? {
        var numbers: [String] = []
        for character in text.prefix(64) {
            if character == "+" || character == "-" {
                numbers.append(String(character))
            } else if character.isASCII, character.isNumber || character == "." {
                guard !numbers.isEmpty else { return nil }
                numbers[numbers.count - 1].append(character)
            } else {
                break
            }
        }
        guard numbers.count >= 2, let latitude = degrees(in: numbers[0], digits: 2),
            let longitude = degrees(in: numbers[1], digits: 3)
        else { return nil }
        let altitude = numbers.count > 2 ? Double(numbers[2]) : nil
        return MediaFacts.Location(latitude: latitude, longitude: longitude, altitude: altitude)
    }

    private static func degrees(in text: String, digits: Int) -> Double? {
        guard let value = Double(text) else { return nil }
        let whole = text.dropFirst().prefix { $0 != "." }.count
        let size = value.magnitude
        let degrees: Double
        switch whole {
        case digits + 2:
            degrees = (size / 100).rounded(.down) + size.truncatingRemainder(dividingBy: 100) / 60
        case digits + 4:
            let minutes = (size / 100).rounded(.down)
            degrees =
                (minutes / 100).rounded(.down)
                + minutes.truncatingRemainder(dividingBy: 100) / 60
                + size.truncatingRemainder(dividingBy: 100) / 3600
        default:
            degrees = size
        }
        return text.hasPrefix("-") ? -degrees : degrees
    }
}
