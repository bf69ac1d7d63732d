import Foundation
import PhotosMedia
import PhotosSearch
import PhotosStore
import PhotosTestSupport

/// A condition of chance on words, albums and facts, with a slow evaluation of its own.
///
/// The evaluation divides texts with Foundation and shares no code with the engine.
indirect enum SearchSubject: CustomStringConvertible {
    case words(String, isPhrase: Bool, [Field])
    case inAlbum
    case aperture(Double)
    case rating(Int)
    case written(FactPredicate)
    case around(latitude: Double, longitude: Double, metres: Double)
    case all([SearchSubject])
    case any([SearchSubject])
    case not(SearchSubject)

    static let texts: [Field] = [
        .asset(.caption), .asset(.keywords), .asset(.filename), .related(.camera), .related(.lens),
        .related(.persons), .related(.places), .related(.albumTitles), .related(.folderTitles),
    ]

    var condition: Condition {
        switch self {
        case .words(let typed, let isPhrase, let fields):
            (isPhrase ? WordPattern(phrase: typed) : WordPattern(beginning: typed)).map {
                .words(WordCondition($0, in: Set(fields)))
            } ?? .constant(false)
        case .inAlbum: .field(.related(.isInAlbum), .equal, .integer(1))
        case .aperture(let limit): .field(.related(.aperture), .less, .real(limit))
        case .rating(let rating): .field(.asset(.rating), .equal, .integer(Int64(rating)))
        case .written(let predicate): (try? predicate.condition) ?? .constant(false)
        case .around(let latitude, let longitude, let metres):
            PlacePoint(latitude, longitude).map {
                .area(AreaCondition(.circle($0, metres: metres)))
            } ?? .constant(false)
        case .all(let parts): .all(parts.map(\.condition))
        case .any(let parts): .any(parts.map(\.condition))
        case .not(let part): .not(part.condition)
        }
    }

    /// Whether the plan cannot be brought forward without an index or the tables of others.
    func holds(_ photo: ReferencePhoto) -> Bool {
        switch self {
        case .words(let typed, let isPhrase, let fields):
            fields.contains { field in
                photo.texts(of: field).contains { Self.has($0, typed, isPhrase: isPhrase) }
            }
        case .inAlbum: !photo.albums.isEmpty
        case .aperture(let limit): photo.aperture.map { $0 < limit } ?? false
        case .rating(let rating): photo.record.rating == rating
        case .written(let predicate): predicate.holds(photo)
        case .around(let latitude, let longitude, let metres):
            photo.metres(to: latitude, longitude).map { $0 <= metres } ?? false
        case .all(let parts): parts.allSatisfy { $0.holds(photo) }
        case .any(let parts): parts.contains { $0.holds(photo) }
        case .not(let part): !part.holds(photo)
        }
    }

    private static func has(_ text: String, _ typed: String, isPhrase: Bool) -> Bool {
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
        // The texts in scripts without spaces are searched as parts of the text.
        if typed.unicodeScalars.allSatisfy({ $0.value > 0x3000 }) {
            return text.range(of: typed, options: options) != nil
        }
        let words = words(text)
        let wanted = Self.words(typed)
        guard words.count >= wanted.count else { return false }
        return (0...(words.count - wanted.count)).contains { start in
            zip(words[start...], wanted).enumerated().allSatisfy { index, pair in
                index == wanted.count - 1 && !isPhrase ? pair.0.hasPrefix(pair.1) : pair.0 == pair.1
            }
        }
    }

    private static func words(_ text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .components(separatedBy: CharacterSet.alphanumerics.inverted).filter { !$0.isEmpty }
    }

    var description: String {
        switch self {
        case .words(let typed, let isPhrase, let fields):
            "\(typed)\(isPhrase ? "" : "…") in \(fields)"
        case .inAlbum: "in an album"
        case .aperture(let limit): "aperture < \(limit)"
        case .rating(let rating): "rating \(rating)"
        case .written(let predicate): "\(predicate)"
        case .around(let latitude, let longitude, let metres):
            "\(metres) m around \(latitude), \(longitude)"
        case .all(let parts): "all \(parts)"
        case .any(let parts): "any \(parts)"
        case .not(let part): "not \(part)"
        }
    }
}

extension SearchSubject {
    static let vocabulary = [
        "beach", "Bay", "café", "CAFE", "lake", "Lake Como", "東京", "京タワー", "2019", "b", "be",
        "IMG 1",
        "nikon", "z", "Anna", "straße", "trip", "Bay City", "lakeland", "schweiz", "Japan",
    ]

    static func random(_ numbers: inout SeededNumbers, depth: Int = 2) -> SearchSubject {
        switch numbers.number(below: depth > 0 ? 12 : 8) {
        case 0: return .inAlbum
        case 1: return .aperture(numbers.pick([1.5, 2.9]))
        case 2: return .rating(numbers.number(below: 3))
        case 3..<6:
            let isEverywhere = numbers.chance(0.6)
            let fields = isEverywhere ? Array(texts.dropLast()) : [numbers.pick(texts)]
            return .words(numbers.pick(vocabulary), isPhrase: numbers.chance(0.3), fields)
        case 6:
            let (latitude, longitude) = numbers.pick(SearchLibrary.spots)
            return .around(
                latitude: latitude,
                longitude: longitude,
                metres: numbers.pick([1_000, 60_000, 2e6])
            )
        case 7: return .written(.random(&numbers))
        case 8, 9:
            return .all([random(&numbers, depth: depth - 1), random(&numbers, depth: depth - 1)])
        case 10:
            return .any([random(&numbers, depth: depth - 1), random(&numbers, depth: depth - 1)])
        default: return .not(random(&numbers, depth: depth - 1))
        }
    }
}

/// What a search may look at of one asset, read without the engine's conditions.
struct ReferencePhoto {
    var record: AssetRecord
    var facts = AssetFacts()
    var albums: Set<Int64> = []
    var albumTitles: [String] = []
    var folderTitles: [String] = []

    /// Returns the distance to a point by the law of cosines, which the engine does not use.
    func metres(to latitude: Double, _ longitude: Double) -> Double? {
        guard let own = record.latitude, let other = record.longitude else { return nil }
        let degree = Double.pi / 180
        let cosine =
            sin(own * degree) * sin(latitude * degree)
            + cos(own * degree) * cos(latitude * degree) * cos((other - longitude) * degree)
        return acos(max(-1, min(1, cosine))) * 6_371_008.8
    }

    /// The names of the nearest place of the tests' table.
    var places: [String] {
        let near = SearchLibrary.places.compactMap { place in
            metres(to: place.0, place.1).map { ($0, place.2) }
        }.filter { $0.0 < 100_000 }
        return near.min { $0.0 < $1.0 }?.1 ?? []
    }

    var camera: RecordedFacts.Camera? { facts.original?.camera }

    var aperture: Double? { camera?.aperture }

    var persons: [String] {
        (facts.original?.persons ?? []) + (facts.companion?.persons ?? [])
    }

    func texts(of field: Field) -> [String] {
        switch field {
        case .asset(.caption): return [record.caption].compactMap { $0 }
        case .asset(.keywords): return record.keywords
        case .asset(.filename): return [record.filename].compactMap { $0 }
        case .related(.camera):
            return [[camera?.make, camera?.model].compactMap { $0 }.joined(separator: " ")]
        case .related(.lens): return [facts.original?.camera.lens].compactMap { $0 }
        case .related(.places): return places
        case .related(.persons): return persons
        case .related(.albumTitles): return albumTitles
        case .related(.folderTitles): return folderTitles
        default: return []
        }
    }

    /// Reads all assets of a library outside Recently Deleted.
    static func all(in library: Library) throws -> [ReferencePhoto] {
        let plan = FetchPlan(.assets, filter: .field(.asset(.trashedDate), .equal, .null))
        let rows = try library.records.fetch(plan, anew: true).rows.array
        let records = try library.records.assets(rows).records
        let facts = try library.facts.recorded(ofAssets: rows)
        let collections = try library.records.collections(
            try library.records.fetch(FetchPlan(.collections), anew: true).rows.array
        ).records
        var photos: [Int64: ReferencePhoto] = [:]
        for row in rows {
            guard let record = records[row] else { continue }
            photos[row] = ReferencePhoto(record: record, facts: facts[row] ?? AssetFacts())
        }
        for album in collections.values where album.collectionKind == .album {
            let members = FetchPlan(.members(album: album.rowID))
            var titles: [String] = []
            var next = album.parent.flatMap { collections[$0] }
            while let folder = next {
                titles += [folder.title].compactMap { $0 }
                next = folder.parent.flatMap { collections[$0] }
            }
            for row in try library.records.fetch(members, anew: true).rows.array {
                photos[row]?.albums.insert(album.rowID)
                photos[row]?.folderTitles += titles
                photos[row]?.albumTitles += titles + [album.title].compactMap { $0 }
            }
        }
        return photos.values.sorted { $0.record.rowID < $1.record.rowID }
    }
}
