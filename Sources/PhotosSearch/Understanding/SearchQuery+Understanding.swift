extension SearchQuery {
    /// The meaning of the search in plain words; empty if nothing was typed.
    package var understanding: String { term?.understanding ?? "" }

    /// The parts of the understanding that a photo must all meet.
    package var understoodParts: [String] {
        switch term {
        case nil: []
        case .all(let parts): parts.map { $0.understood(inside: .all) }
        case let term?: [term.understanding]
        }
    }
}

extension SearchTerm {
    enum Level {
        case top
        case all
        case any
    }

    /// The term in plain words.
    package var understanding: String { understood(inside: .top) }

    func understood(inside level: Level) -> String {
        switch self {
        case .all(let parts):
            let text = parts.map { $0.understood(inside: .all) }.joined(separator: ", ")
            return level == .top ? text : "(\(text))"
        case .any(let parts):
            let text = parts.map { $0.understood(inside: .any) }.joined(separator: " or ")
            return level == .top ? text : "(\(text))"
        case .not(.kind(let kind)): return kind.absence
        case .not(.period(let period)): return "not " + period.understanding
        case .not(.occasion(let occasion)): return "not " + occasion.understanding
        case .not(.added(let period)): return "not " + period.understandingOfAddition
        case .not(.measure(let measure)): return "not " + measure.understanding
        case .not(.area(let area)): return "not " + area.understanding
        case .not(let part): return "without " + part.understood(inside: .any)
        case .words(let words): return words.understanding
        case .period(let period): return period.understanding
        case .occasion(let occasion): return occasion.understanding
        case .added(let period): return period.understandingOfAddition
        case .kind(let kind): return kind.understanding
        case .measure(let measure): return measure.understanding
        case .area(let area): return area.understanding
        }
    }
}

extension SearchWords {
    /// The words with the text that has them.
    ///
    /// A dot at the end stands for any end of the word.
    var understanding: String {
        let words = isPhrase ? "“\(text)”" : text + "…"
        return place.map { $0.rawValue + " " + words } ?? words
    }
}

extension SearchKind {
    var understanding: String {
        switch self {
        case .photo: "photos"
        case .video: "videos"
        case .live: "Live Photos"
        case .raw: "RAW"
        case .screenshot: "screenshots"
        case .screenRecording: "screen recordings"
        case .panorama: "panoramas"
        case .portrait: "portraits"
        case .selfie: "selfies"
        case .burst: "bursts"
        case .slowMotion: "slow motion"
        case .timelapse: "time-lapse"
        case .animated: "animated"
        case .longExposure: "long exposures"
        case .cinematic: "cinematic"
        case .spatial: "spatial"
        case .favorite: "favorites"
        case .hidden: "hidden"
        case .offline: "offline"
        case .edited: "edited"
        case .located: "with a place"
        case .dated: "with a date"
        case .captioned: "with a caption"
        case .titled: "with a title"
        case .rejected: "rejected"
        case .tagged: "with keywords"
        case .inAlbum: "in an album"
        case .upright: "higher than wide"
        case .wide: "wider than high"
        case .square: "square"
        }
    }

    /// The words for photos that are not of the kind.
    var absence: String {
        switch self {
        case .located: "without a place"
        case .dated: "without a date"
        case .captioned: "without a caption"
        case .titled: "without a title"
        case .tagged: "without keywords"
        case .inAlbum: "in no album"
        default: "not " + understanding
        }
    }
}

extension SearchMeasure {
    var understanding: String {
        let number = Self.numberText(of: value)
        return switch quantity {
        case .size: "size " + comparisonText(with: Self.sizeText(of: value))
        case .duration: "duration " + comparisonText(with: number + " s")
        case .aperture: "aperture " + comparisonText(with: "f/" + number)
        case .iso: "ISO " + comparisonText(with: number)
        case .focalLength: "focal length " + comparisonText(with: number + " mm")
        case .exposure:
            "exposure "
                + comparisonText(with: "1/" + Self.numberText(of: (1 / value).rounded()) + " s")
        case .megapixels: comparisonText(with: number + " megapixels")
        case .width: "width " + comparisonText(with: number + " pixels")
        case .height: "height " + comparisonText(with: number + " pixels")
        case .rating: "rating " + comparisonText(with: number)
        }
    }

    private func comparisonText(with value: String) -> String {
        relation == .equal ? value : relation.rawValue + " " + value
    }

    private static func sizeText(of bytes: Double) -> String {
        for (unit, factor) in [("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)]
        where bytes >= factor {
            return numberText(of: bytes / factor) + " " + unit
        }
        return numberText(of: bytes) + " bytes"
    }

    /// Returns a number with at most three digits after the point.
    private static func numberText(of value: Double) -> String {
        let rounded = (value * 1_000).rounded() / 1_000
        guard rounded == rounded.rounded(), abs(rounded) < 1e15 else { return "\(rounded)" }
        return "\(Int64(rounded))"
    }
}
