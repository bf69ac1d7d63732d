import PhotosBase

extension WrittenMetadata {
    /// The properties that state the metadata in a packet of XMP.
    ///
    /// Texts and lists are those of `writable`. The persons' regions are not among the properties.
    func properties(words: XMPWords) -> [XMPProperty] {
        var found: [XMPProperty] = []
        func addProperty(in schema: XMPSchema, named local: String, value: XMPProperty.Value?) {
            if let value { found.append(XMPProperty(schema, local, value)) }
        }
        addProperty(
            in: .dc,
            named: "title",
            value: (title?.value).map(XMPProperty.Value.defaultLanguage)
        )
        addProperty(
            in: .photoshop,
            named: "Headline",
            value: (headline?.value).map(XMPProperty.Value.text)
        )
        addProperty(
            in: .dc,
            named: "creator",
            value: (creators?.value).map(XMPProperty.Value.sequence)
        )
        let names = place == .removed ? nil : placeNames?.value
        addProperty(
            in: .iptcCore,
            named: "Location",
            value: (names?.sublocation).map(XMPProperty.Value.text)
        )
        addProperty(in: .photoshop, named: "City", value: (names?.city).map(XMPProperty.Value.text))
        addProperty(
            in: .photoshop,
            named: "State",
            value: (names?.region).map(XMPProperty.Value.text)
        )
        addProperty(
            in: .photoshop,
            named: "Country",
            value: (names?.country).map(XMPProperty.Value.text)
        )
        addProperty(
            in: .dc,
            named: "description",
            value: (caption?.value).map(XMPProperty.Value.defaultLanguage)
        )
        if keywords != nil || hierarchicalKeywords != nil {
            let lightroom =
                words.paths.isEmpty ? [] : KeywordPaths.pathTexts(of: words.allPaths, mark: "|")
            let digiKam = KeywordPaths.pathTexts(of: words.allPaths, mark: "/")
            addProperty(
                in: .dc,
                named: "subject",
                value: words.keywords.isEmpty ? nil : .bag(words.keywords)
            )
            addProperty(
                in: .lightroom,
                named: "hierarchicalSubject",
                value: lightroom.isEmpty ? nil : .bag(lightroom)
            )
            addProperty(
                in: .digiKam,
                named: "TagsList",
                value: digiKam.isEmpty ? nil : .sequence(digiKam)
            )
        }
        addProperty(in: .xmp, named: "Rating", value: (rating?.value).map { .text(String($0)) })
        if let date = captureDate?.value?.xmpText {
            addProperty(in: .exif, named: "DateTimeOriginal", value: .text(date))
            addProperty(in: .photoshop, named: "DateCreated", value: .text(date))
            addProperty(in: .xmp, named: "CreateDate", value: .text(date))
        }
        if let place = place?.value { found += Self.properties(of: place) }
        addProperty(
            in: .iptcExtension,
            named: "PersonInImage",
            value: (persons?.value).map { .bag($0.map(\.name)) }
        )
        if isFavorite == true {
            addProperty(in: .own, named: "Favorite", value: .text("True"))
            addProperty(in: .digiKam, named: "PickLabel", value: .text(Self.acceptedLabel))
            addProperty(in: .dynamicMedia, named: "pick", value: .text(Self.pickedFlag))
        }
        if isHidden == true { addProperty(in: .own, named: "Hidden", value: .text("True")) }
        addProperty(
            in: .own,
            named: "Albums",
            value: (albums?.value).map { .bag($0.map(AlbumPaths.pathText)) }
        )
        return found
    }

    /// The value of digiKam's pick label that means "accepted".
    static let acceptedLabel = "3"
    /// The value of Lightroom's flag that means "picked".
    static let pickedFlag = "1"

    private static func properties(of place: MediaFacts.Location) -> [XMPProperty] {
        func textProperty(named local: String, text: String) -> XMPProperty {
            XMPProperty(.exif, local, .text(text))
        }
        var found = [
            textProperty(
                named: "GPSLatitude",
                text: Degrees.xmpText(place.latitude, letters: "NS")
            ),
            textProperty(
                named: "GPSLongitude",
                text: Degrees.xmpText(place.longitude, letters: "EW")
            ),
        ]
        if let altitude = place.altitude {
            found.append(
                textProperty(
                    named: "GPSAltitude",
                    text: DecimalText.fractionText(of: altitude.magnitude)
                )
            )
            found.append(textProperty(named: "GPSAltitudeRef", text: altitude < 0 ? "1" : "0"))
        }
        if let accuracy = place.horizontalAccuracy {
            found.append(
                textProperty(
                    named: "GPSHPositioningError",
                    text: DecimalText.fractionText(of: accuracy)
                )
            )
        }
        if let direction = place.direction {
            found.append(
                textProperty(
                    named: "GPSImgDirection",
                    text: DecimalText.fractionText(of: direction)
                )
            )
            found.append(textProperty(named: "GPSImgDirectionRef", text: "T"))
        }
        if let speed = place.speed {
            found.append(
                textProperty(named: "GPSSpeed", text: DecimalText.fractionText(of: speed * 3.6))
            )
            found.append(textProperty(named: "GPSSpeedRef", text: "K"))
        }
        return found
    }

    /// Whether the metadata replace or remove a property that a packet has.
    ///
    /// The names of copies that other programs keep of a value count as well, because these programs would read the old
    /// value there. Regions of faces are not among these properties.
    func replaces(_ name: XMLName, text: String) -> Bool {
        guard let schema = XMPSchema(rawValue: name.namespace) else { return false }
        switch (schema, name.local) {
        case (.dc, "title"): return title != nil
        case (.photoshop, "Headline"): return headline != nil
        case (.dc, "creator"): return creators != nil
        case (.dc, "description"), (.tiff, "ImageDescription"), (.acdSee, "caption"):
            return caption != nil
        case (.dc, "subject"), (.lightroom, "hierarchicalSubject"), (.digiKam, "TagsList"),
            (.microsoft, "LastKeywordXMP"), (.mediaPro, "CatalogSets"), (.acdSee, "categories"):
            return keywords != nil || hierarchicalKeywords != nil
        case (.xmp, "Rating"), (.microsoft, "Rating"), (.acdSee, "rating"):
            return rating != nil
        case (.exif, "DateTimeOriginal"), (.photoshop, "DateCreated"), (.xmp, "CreateDate"),
            (.exifEX, "OffsetTimeOriginal"), (.exif, "OffsetTimeOriginal"):
            return captureDate != nil
        case (.exif, "DateTimeDigitized"):
            return captureDate == .removed
        // The satellites' time belongs to the date.
        case (.exif, "GPSTimeStamp"), (.exif, "GPSDateStamp"): return captureDate == .removed
        case (.exif, let local) where local.hasPrefix("GPS"):
            return place != nil
        case (.iptcCore, "Location"):
            return place == .removed || replacesName(\.sublocation)
        case (.photoshop, "City"): return place == .removed || replacesName(\.city)
        case (.photoshop, "State"): return place == .removed || replacesName(\.region)
        case (.photoshop, "Country"): return place == .removed || replacesName(\.country)
        case (.iptcCore, "CountryCode"), (.iptcExtension, "LocationCreated"),
            (.iptcExtension, "LocationShown"):
            return place == .removed
        case (.iptcExtension, "PersonInImage"), (.iptcExtension, "PersonInImageWDetails"):
            return persons != nil
        case (.iptcExtension, "ImageRegion"): return persons == .removed
        case (.own, "Favorite"): return isFavorite != nil
        case (.digiKam, "PickLabel"):
            return isFavorite == true || isFavorite == false && text == Self.acceptedLabel
        case (.dynamicMedia, "pick"):
            return isFavorite == true || isFavorite == false && text == Self.pickedFlag
        case (.own, "Hidden"): return isHidden != nil
        case (.own, "Albums"): return albums != nil
        default: return false
        }
    }
}

extension WrittenMetadata {
    /// Whether a name of the place is written or removed.
    private func replacesName(_ name: KeyPath<MediaFacts.PlaceNames, String?>) -> Bool {
        guard let placeNames else { return false }
        return placeNames.value.map { $0[keyPath: name] != nil } ?? true
    }
}

/// The keywords and paths that a packet states after it is written.
struct XMPWords {
    /// The keywords, among them the last part of each path.
    var keywords: [String]
    var paths: [[String]]

    /// Combines new words with those that the packet has.
    init(_ metadata: WrittenMetadata, existing: XMPWords) {
        let keywords = metadata.keywords.map { $0.value ?? [] } ?? existing.keywords
        if let written = metadata.hierarchicalKeywords {
            self.init(keywords: keywords, paths: written.value ?? [])
        } else {
            let known = Set(keywords)
            self.init(
                keywords: keywords,
                paths: existing.paths.filter { $0.last.map(known.contains) ?? false }
            )
        }
    }

    init(keywords: [String], paths: [[String]]) {
        var seen: Set<String> = []
        self.keywords = (keywords + paths.compactMap(\.last)).filter { seen.insert($0).inserted }
        self.paths = paths
    }

    /// All keywords as paths: keywords without a path are paths of one word.
    ///
    /// digiKam and darktable read no other list of keywords where they find one of paths.
    var allPaths: [[String]] {
        let known = Set(paths.compactMap(\.last))
        return paths + keywords.filter { !known.contains($0) }.map { [$0] }
    }
}
