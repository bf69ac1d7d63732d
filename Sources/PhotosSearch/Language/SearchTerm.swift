/// The condition of a search, as a tree.
package indirect enum SearchTerm: Hashable, Sendable {
    case all([SearchTerm])
    case any([SearchTerm])
    case not(SearchTerm)
    case words(SearchWords)
    case period(SearchPeriod)
    /// Taken on days that come back each year, such as a feast or a season.
    case occasion(SearchOccasion)
    /// Added to the library in a period.
    case added(SearchPeriod)
    case kind(SearchKind)
    case measure(SearchMeasure)
    case area(SearchArea)
}

/// Words in the texts of a photo.
package struct SearchWords: Hashable, Sendable {
    package var pattern: WordPattern
    /// The text that the words are searched in, or nil for all texts.
    package var place: SearchPlace?
    /// The words as they were typed.
    package var text: String
    /// Whether the words stood in quotation marks, so that whole words are searched.
    package var isPhrase: Bool

    package init(_ pattern: WordPattern, in place: SearchPlace?, text: String, isPhrase: Bool) {
        (self.pattern, self.place, self.text, self.isPhrase) = (pattern, place, text, isPhrase)
    }
}

/// A text of a photo.
package enum SearchPlace: String, Hashable, Sendable, CaseIterable {
    case caption
    /// A title, a headline or the caption.
    case title
    case keyword
    case filename
    /// The title of an album that the photo is in, or of a folder around that album.
    case album
    /// The title of a folder around an album that the photo is in.
    case folder
    case camera
    case lens
    case person
    /// The name of who made the photo.
    case creator
    /// The names of the town, region and country that a photo was taken in or near.
    case place
}

/// A kind of photo, or a mark on a photo.
package enum SearchKind: String, Hashable, Sendable, CaseIterable {
    case photo
    case video
    case live
    case raw
    case screenshot
    case screenRecording
    case panorama
    case portrait
    case selfie
    case burst
    case slowMotion
    case timelapse
    case animated
    case longExposure
    case cinematic
    case spatial
    case favorite
    case hidden
    case offline
    case edited
    case located
    case dated
    case captioned
    /// With a title, a headline or a caption.
    case titled
    case rejected
    case tagged
    case inAlbum
    case upright
    case wide
    case square
}

extension SearchTerm {
    /// Whether the term names a kind anywhere.
    package func names(_ kind: SearchKind) -> Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains { $0.names(kind) }
        case .not(let part): part.names(kind)
        case .kind(let named): named == kind
        case .words, .period, .occasion, .added, .measure, .area: false
        }
    }

    /// Returns the term that every part of a list must meet.
    static func joined(_ parts: [SearchTerm]) -> SearchTerm {
        if parts.count == 1 { return parts[0] }
        return .all(
            parts.flatMap { part in if case .all(let inner) = part { inner } else { [part] } }
        )
    }
}
