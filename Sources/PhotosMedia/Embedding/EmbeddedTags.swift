/// A step that changes the tags of Exif and IPTC in a file, with the names of exiv2.
package enum TagStep: Sendable, Equatable {
    /// Removes all tags whose names begin so.
    case remove(String)
    /// Adds a tag; `type` is the number of a type of TIFF, or 0 for the tag's usual type.
    case add(String, type: Int = 0, String)
}

/// The tags that a file has, as far as the steps depend on them.
package protocol TagList {
    /// Whether the file has a tag whose name begins so.
    func has(_ prefix: String) -> Bool

    /// Whether all texts of IPTC except the named ones are in ASCII, or stated to be in UTF-8.
    func recordsTakeUTF8(except names: [String]) -> Bool
}

extension WrittenMetadata {
    /// The steps by which the tags of Exif and IPTC state the same as the XMP.
    ///
    /// Date, position and description are written to Exif in any case, because readers prefer them there. Other copies of
    /// a value are replaced or removed where the file has them.
    package func tagSteps(in tags: some TagList) -> [TagStep] {
        var steps = dateSteps(in: tags)
        if let place { steps += Self.steps(of: place, in: tags) }
        if let caption {
            steps += [.remove("Exif.Image.ImageDescription"), .remove("Exif.Image.XPComment")]
            if let text = caption.value { steps.append(.add("Exif.Image.ImageDescription", text)) }
        }
        if title != nil { steps.append(.remove("Exif.Image.XPTitle")) }
        if headline != nil { steps.append(.remove("Exif.Image.XPSubject")) }
        if let creators {
            let had = tags.has("Exif.Image.Artist")
            steps += [.remove("Exif.Image.Artist"), .remove("Exif.Image.XPAuthor")]
            if had, let names = creators.value {
                steps.append(.add("Exif.Image.Artist", names.joined(separator: "; ")))
            }
        }
        if keywords != nil || hierarchicalKeywords != nil {
            steps.append(.remove("Exif.Image.XPKeywords"))
        }
        if let rating {
            let had = tags.has("Exif.Image.Rating")
            steps.append(.remove("Exif.Image.Rating"))
            // The tag knows no rejected photos.
            if had, let value = rating.value, value >= 0 {
                steps.append(.add("Exif.Image.Rating", String(value)))
            }
        }
        if tags.has("Iptc.") { steps += recordSteps(in: tags) }
        return steps
    }

    private func dateSteps(in tags: some TagList) -> [TagStep] {
        guard let captureDate else { return [] }
        let names = [
            "Exif.Photo.DateTimeOriginal", "Exif.Photo.SubSecTimeOriginal",
            "Exif.Photo.OffsetTimeOriginal", "Exif.Image.DateTimeOriginal",
        ]
        var steps = names.map(TagStep.remove)
        guard let time = captureDate.value, time.hasTime else {
            // Exif cannot state a day without a time. Without the other dates, the XMP's day counts.
            let others = ["Exif.Photo.DateTimeDigitized", "Exif.Photo.SubSecTimeDigitized"]
            steps += (others + ["Exif.Photo.OffsetTimeDigitized"]).map(TagStep.remove)
            if captureDate == .removed {
                steps += [
                    .remove("Exif.GPSInfo.GPSDateStamp"), .remove("Exif.GPSInfo.GPSTimeStamp"),
                ]
            }
            return steps
        }
        let texts = time.texts
        let moment = texts.day.replacing("-", with: ":") + " " + texts.time
        steps.append(.add("Exif.Photo.DateTimeOriginal", moment))
        if !texts.subSeconds.isEmpty {
            steps.append(.add("Exif.Photo.SubSecTimeOriginal", texts.subSeconds))
        }
        if let zone = texts.zone { steps.append(.add("Exif.Photo.OffsetTimeOriginal", zone)) }
        return steps
    }

    private static func steps(
        of place: Written<MediaFacts.Location>,
        in tags: some TagList
    ) -> [TagStep] {
        // The satellites' time states a date, and stays with the version of its tags.
        var stays = ["GPSTimeStamp", "GPSDateStamp"]
        if place == .removed, stays.contains(where: { tags.has("Exif.GPSInfo." + $0) }) {
            stays.append("GPSVersionID")
        }
        var steps = positionTags.filter { !stays.contains($0) }.map {
            TagStep.remove("Exif.GPSInfo." + $0)
        }
        guard let place = place.value else { return steps }
        func addTag(_ tag: String, text: String) { steps.append(.add("Exif.GPSInfo." + tag, text)) }
        addTag("GPSVersionID", text: "2 3 0 0")
        addTag("GPSLatitudeRef", text: place.latitude < 0 ? "S" : "N")
        addTag("GPSLatitude", text: Degrees.exifText(place.latitude))
        addTag("GPSLongitudeRef", text: place.longitude < 0 ? "W" : "E")
        addTag("GPSLongitude", text: Degrees.exifText(place.longitude))
        if let altitude = place.altitude {
            addTag("GPSAltitudeRef", text: altitude < 0 ? "1" : "0")
            addTag("GPSAltitude", text: DecimalText.fractionText(of: altitude.magnitude))
        }
        if let direction = place.direction {
            addTag("GPSImgDirectionRef", text: "T")
            addTag("GPSImgDirection", text: DecimalText.fractionText(of: direction))
        }
        if let speed = place.speed {
            addTag("GPSSpeedRef", text: "K")
            addTag("GPSSpeed", text: DecimalText.fractionText(of: speed * 3.6))
        }
        if let accuracy = place.horizontalAccuracy {
            addTag("GPSHPositioningError", text: DecimalText.fractionText(of: accuracy))
        }
        return steps
    }

    /// The beginnings of the names of all tags of a position.
    private static let positionTags = [
        "GPSVersionID", "GPSLatitude", "GPSLongitude", "GPSAltitude", "GPSTimeStamp",
        "GPSSatellites", "GPSStatus", "GPSMeasureMode", "GPSDOP", "GPSSpeed", "GPSTrack",
        "GPSImgDirection", "GPSMapDatum", "GPSDest", "GPSProcessingMethod", "GPSAreaInformation",
        "GPSDateStamp", "GPSDifferential", "GPSHPositioningError", "0x",
    ]

    private func recordSteps(in tags: some TagList) -> [TagStep] {
        let caption = "Iptc.Application2.Caption"
        let keyword = "Iptc.Application2.Keywords"
        let title = "Iptc.Application2.ObjectName"
        var removed: [String] = []
        var added: [(name: String, text: String, limit: Int)] = []
        if let written = self.caption {
            removed.append(caption)
            if let text = written.value { added.append((caption, text, 2000)) }
        }
        if let written = self.title {
            removed.append(title)
            if let text = written.value { added.append((title, text, 64)) }
        }
        if let written = headline {
            removed.append("Iptc.Application2.Headline")
            if let text = written.value {
                added.append(("Iptc.Application2.Headline", text, 256))
            }
        }
        if let written = creators {
            removed.append("Iptc.Application2.Byline")
            added += (written.value ?? []).map { ("Iptc.Application2.Byline", $0, 32) }
        }
        if place != .removed, let names = placeNames?.value {
            for (name, text) in [
                ("SubLocation", names.sublocation), ("City", names.city),
                ("ProvinceState", names.region), ("CountryName", names.country),
            ] {
                guard let text else { continue }
                removed.append("Iptc.Application2." + name)
                added.append(("Iptc.Application2." + name, text, name == "CountryName" ? 64 : 32))
            }
        }
        if let written = keywords {
            removed.append(keyword)
            added += (written.value ?? []).map { (keyword, $0, 64) }
        }
        if captureDate != nil {
            removed += ["Iptc.Application2.DateCreated", "Iptc.Application2.TimeCreated"]
        }
        if place == .removed {
            removed += [
                "City", "SubLocation", "ProvinceState", "CountryCode", "CountryName",
                "LocationCode",
                "LocationName",
            ].map { "Iptc.Application2." + $0 }
        }
        var steps = removed.map(TagStep.remove)
        if let time = captureDate?.value {
            let texts = time.texts
            steps.append(.add("Iptc.Application2.DateCreated", texts.day))
            if time.hasTime, let zone = texts.zone {
                steps.append(.add("Iptc.Application2.TimeCreated", texts.time + zone))
            }
        }
        // Records have a limit for each text, and one encoding together. Where the texts do not fit, the XMP alone
        // states them.
        guard !added.isEmpty, added.allSatisfy({ $0.text.utf8.count <= $0.limit }),
            tags.recordsTakeUTF8(except: removed)
        else { return steps }
        if added.contains(where: { !$0.text.utf8.allSatisfy { $0 < 0x80 } }) {
            steps.append(.remove("Iptc.Envelope.CharacterSet"))
            steps.append(.add("Iptc.Envelope.CharacterSet", "\u{1B}%G"))
        }
        return steps + added.map { .add($0.name, $0.text) }
    }
}

extension WrittenMetadata {
    /// The steps for the values that a file can state.
    package func writableTagSteps(in tags: some TagList) -> [TagStep] {
        writable.tagSteps(in: tags)
    }
}
