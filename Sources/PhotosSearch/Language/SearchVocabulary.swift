/// The words with a meaning of their own, in English and German.
///
/// All words are folded, see ``SearchFolding``. Hyphens count as spaces.
enum SearchVocabulary {
    /// Words before the period in which a photo was added to the library.
    static let added: Set<String> = ["added", "imported", "hinzugefugt", "importiert"]
    static let or: Set<String> = ["or", "oder", "|", "||"]
    static let and: Set<String> = ["and", "und", "&", "&&", "+"]
    static let not: Set<String> = ["not", "without", "nicht", "ohne"]
    static let since: Set<String> = ["since", "seit", "ab"]
    static let before: Set<String> = ["before", "vor"]
    static let after: Set<String> = ["after", "nach"]
    static let until: Set<String> = ["until", "till", "bis"]
    static let inside: Set<String> = ["in", "on", "from", "during", "of", "im", "am", "vom", "von"]
    static let between: Set<String> = ["between", "zwischen", "from", "von", "vom"]
    static let through: Set<String> = ["to", "until", "till", "bis", "and", "und", "-", "–", ".."]

    /// Words that connect others, and are left out beside other words.
    static let connecting: Set<String> = [
        "a", "an", "the", "of", "in", "on", "at", "by", "with", "from", "for", "to", "my", "all",
        "der", "die", "das", "den", "dem", "ein", "eine", "einen", "von", "vom", "mit", "im", "am",
        "aus", "bei", "auf", "zu", "fur", "meine", "alle",
    ]

    static let places: [String: SearchPlace] = [
        "caption": .caption, "description": .caption, "beschreibung": .caption,
        "bildunterschrift": .caption,
        "title": .title, "headline": .title, "titel": .title, "uberschrift": .title,
        "creator": .creator, "photographer": .creator, "artist": .creator, "author": .creator,
        "fotograf": .creator, "fotografin": .creator, "urheber": .creator,
        "keyword": .keyword, "keywords": .keyword, "tag": .keyword, "tags": .keyword,
        "stichwort": .keyword, "stichworter": .keyword, "schlagwort": .keyword,
        "file": .filename, "filename": .filename, "name": .filename, "datei": .filename,
        "dateiname": .filename,
        "album": .album, "albums": .album, "alben": .album,
        "folder": .folder, "ordner": .folder,
        "camera": .camera, "kamera": .camera,
        "lens": .lens, "objektiv": .lens,
        "person": .person, "people": .person, "who": .person, "personen": .person, "wer": .person,
        "place": .place, "town": .place, "city": .place, "region": .place, "country": .place,
        "ort": .place, "stadt": .place, "land": .place,
    ]

    // MARK: Places

    /// Words before a place.
    static let near: Set<String> = [
        "near", "near to", "close to", "nearby", "nahe", "nahe bei", "in der nahe von",
        "in the vicinity of",
    ]
    /// Words before a place that have another meaning before other words.
    static let maybeNear: Set<String> = ["around", "bei", "um", "rund um"]
    /// Words before a distance.
    static let within: Set<String> = [
        "within", "less than", "im umkreis von", "innerhalb von", "within a radius of",
        "weniger als",
    ]
    /// Words between a distance and a place.
    static let fromPlace: Set<String> = ["of", "from", "around", "um", "von", "near", "bei"]
    static let distances: [String: Double] = [
        "m": 1, "metre": 1, "metres": 1, "meter": 1, "meters": 1, "metern": 1,
        "km": 1_000, "kilometre": 1_000, "kilometres": 1_000, "kilometer": 1_000,
        "kilometers": 1_000, "kilometern": 1_000, "mi": 1_609.344, "mile": 1_609.344,
        "miles": 1_609.344, "meile": 1_609.344, "meilen": 1_609.344,
    ]

    static let kinds: [String: SearchKind] = {
        var kinds: [String: SearchKind] = [:]
        for (kind, names) in names { for name in names { kinds[name] = kind } }
        return kinds
    }()

    /// Kinds that a photo lacks, such as `no album`.
    static let lacks: [String: SearchKind] = {
        var lacks = absences
        let things: [(SearchKind, [String])] = [
            (.inAlbum, ["album", "albums", "alben"]),
            (
                .captioned,
                ["caption", "captions", "description", "beschreibung"]
            ),
            (.titled, ["title", "titles", "titel", "headline"]),
            (.tagged, ["keyword", "keywords", "tag", "tags", "stichwort", "stichworter"]),
            (.located, ["location", "place", "gps", "ort", "standort", "coordinates"]),
            (.dated, ["date", "datum"]),
        ]
        let negations = ["no", "without", "without an", "without a", "ohne", "kein", "keine"]
        for (kind, names) in things {
            for name in names { for no in negations { lacks[no + " " + name] = kind } }
        }
        return lacks
    }()

    private static let absences: [String: SearchKind] = [
        "in no album": .inAlbum, "in keinem album": .inAlbum, "not in an album": .inAlbum,
        "not in any album": .inAlbum, "untagged": .tagged, "undated": .dated,
        "untitled": .titled, "uncaptioned": .captioned, "unedited": .edited,
        "unbearbeitet": .edited, "online": .offline, "is:online": .offline,
    ]

    private static let names: [(SearchKind, [String])] = [
        (
            .photo,
            [
                "photo", "photos", "image", "images", "picture", "pictures", "foto", "fotos",
                "bild", "bilder",
            ]
        ),
        (.video, ["video", "videos", "movie", "movies"]),
        (
            .live,
            [
                "live", "live photo", "live photos", "livephoto", "livephotos", "live foto",
                "live fotos",
            ]
        ),
        (.raw, ["raw", "raws"]),
        (
            .screenshot,
            [
                "screenshot", "screenshots", "screen shot", "screen shots", "bildschirmfoto",
                "bildschirmfotos",
            ]
        ),
        (
            .screenRecording,
            ["screen recording", "screen recordings", "bildschirmaufnahme", "bildschirmaufnahmen"]
        ),
        (.panorama, ["panorama", "panoramas", "pano", "panos", "panoramen"]),
        (.portrait, ["portrait", "portraits", "portrat", "portrats"]),
        (.selfie, ["selfie", "selfies"]),
        (
            .burst,
            ["burst", "bursts", "serienbild", "serienbilder", "serienaufnahme", "serienaufnahmen"]
        ),
        (.slowMotion, ["slo mo", "slomo", "slow motion", "zeitlupe", "zeitlupen"]),
        (.timelapse, ["timelapse", "timelapses", "time lapse", "time lapses", "zeitraffer"]),
        (.animated, ["animated", "gif", "gifs", "animiert"]),
        (
            .longExposure,
            ["long exposure", "long exposures", "langzeitbelichtung", "langzeitbelichtungen"]
        ),
        (.cinematic, ["cinematic", "kinomodus"]),
        (.spatial, ["spatial"]),
        (
            .favorite,
            ["favorite", "favorites", "favourite", "favourites", "favorit", "favoriten"]
        ),
        (.hidden, ["hidden", "ausgeblendet", "ausgeblendete"]),
        (.offline, ["offline"]),
        (.edited, ["edited", "bearbeitet", "bearbeitete"]),
        (
            .located,
            ["geotagged", "with location", "with gps", "mit ort", "mit gps", "mit standort"]
        ),
        (.captioned, ["with caption", "captioned", "mit beschreibung"]),
        (.titled, ["with title", "titled", "mit titel"]),
        (.rejected, ["rejected", "abgelehnt", "abgelehnte", "verworfen", "verworfene"]),
        (.tagged, ["with keywords", "tagged", "mit stichwortern"]),
        (.inAlbum, ["in an album", "in any album", "in einem album"]),
        (.upright, ["upright", "vertical", "hochformat"]),
        (.wide, ["horizontal", "querformat"]),
    ]

    /// Names that stand only after `is:` or `type:`, because alone they are words of captions.
    static let prefixedKinds: [String: SearchKind] = [
        "landscape": .wide, "square": .square, "portrait orientation": .upright,
        "located": .located, "dated": .dated, "slow": .slowMotion,
    ]
    static let kindPrefixes: Set<String> = ["is", "type", "kind", "ist", "art"]

    static let months: [String: Int] = {
        var months: [String: Int] = [:]
        for (number, names) in monthNames.enumerated() {
            for name in names.split(separator: " ") { months[String(name)] = number + 1 }
        }
        return months
    }()

    private static let monthNames = [
        "january jan januar janner", "february feb februar", "march mar marz mrz",
        "april apr", "may mai", "june jun juni", "july jul juli", "august aug",
        "september sep sept", "october oct oktober okt", "november nov",
        "december dec dezember dez",
    ]

    static let relations: [String: SearchMeasure.Relation] = {
        var relations: [String: SearchMeasure.Relation] = [:]
        for words in [
            "larger than", "bigger than", "longer than", "more than", "over", "above",
            "grosser als",
            "langer als", "mehr als", "uber", "greater than", "wider than", "breiter als",
        ] { relations[words] = .greater }
        for words in [
            "smaller than", "shorter than", "less than", "under", "below", "kleiner als",
            "kurzer als", "weniger als", "unter",
        ] { relations[words] = .less }
        for words in ["at least", "mindestens"] { relations[words] = .atLeast }
        for words in ["at most", "hochstens"] { relations[words] = .atMost }
        return relations
    }()
}
