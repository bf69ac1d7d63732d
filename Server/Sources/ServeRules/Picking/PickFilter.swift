/// The photos that can be picked, as the asking program states it.
public indirect enum PickFilter: Hashable, Sendable {
    /// A kind of photos.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Pictures, with Live Photos.
        case images
        /// Movies of all kinds.
        case videos
        /// Pictures with a short movie.
        case livePhotos
        case screenshots
        case panoramas
        /// The pictures that stand for bursts.
        case bursts
        case slomoVideos
        case timelapseVideos
        case screenRecordings
        case cinematicVideos
        case depthEffectPhotos
    }

    case kind(Kind)
    case any([PickFilter])
    case all([PickFilter])
    case not(PickFilter)

    /// The deepest nesting that is read.
    public static let deepest = 16
    /// The most parts that are read.
    public static let mostParts = 200

    /// The filter as a predicate of PhotoKit.
    public var predicate: String {
        switch self {
        case .kind(let kind): kind.predicate
        case .any(let parts): Self.joinedPredicates(of: parts, with: "OR")
        case .all(let parts): Self.joinedPredicates(of: parts, with: "AND")
        case .not(let part): "NOT (\(part.predicate))"
        }
    }

    private static func joinedPredicates(of parts: [PickFilter], with word: String) -> String {
        parts.map { "(\($0.predicate))" }.joined(separator: " \(word) ")
    }

    fileprivate var depth: Int {
        switch self {
        case .kind: 1
        case .any(let parts), .all(let parts): 1 + (parts.map(\.depth).max() ?? 0)
        case .not(let part): 1 + part.depth
        }
    }

    fileprivate var partCount: Int {
        switch self {
        case .kind: 1
        case .any(let parts), .all(let parts): parts.reduce(1) { $0 + $1.partCount }
        case .not(let part): 1 + part.partCount
        }
    }

    /// Whether the filter is small enough to be used.
    var isBounded: Bool { depth <= Self.deepest && partCount <= Self.mostParts }
}

extension PickFilter.Kind {
    /// The bits are those of `PHAssetMediaSubtype`.
    var predicate: String {
        switch self {
        case .images: "mediaType == 1"
        case .videos: "mediaType == 2"
        case .livePhotos: Self.subtypePredicate(mask: 1 << 3)
        case .screenshots: Self.subtypePredicate(mask: 1 << 2)
        case .panoramas: Self.subtypePredicate(mask: 1 << 0)
        case .bursts: "burstIdentifier != nil"
        case .slomoVideos: Self.subtypePredicate(mask: 1 << 17)
        case .timelapseVideos: Self.subtypePredicate(mask: 1 << 18)
        case .screenRecordings: Self.subtypePredicate(mask: 1 << 19)
        case .cinematicVideos: Self.subtypePredicate(mask: 1 << 21)
        case .depthEffectPhotos: Self.subtypePredicate(mask: 1 << 4)
        }
    }

    private static func subtypePredicate(mask: Int) -> String { "(mediaSubtypes & \(mask)) != 0" }
}

extension PickFilter: Decodable {
    private enum Keys: String, CodingKey, CaseIterable { case kind, any, all, not }

    /// Reads `{"kind": "images"}`, `{"any": […]}`, `{"all": […]}` or `{"not": …}`.
    public init(from decoder: any Decoder) throws {
        func decodingError(_ sentence: String) -> DecodingError {
            .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: sentence))
        }
        guard decoder.codingPath.count <= 4 * Self.deepest else {
            throw decodingError("The filter is nested too deeply.")
        }
        let values = try decoder.container(keyedBy: Keys.self)
        guard values.allKeys.count == 1, let key = values.allKeys.first else {
            throw decodingError("A filter has one of kind, any, all and not.")
        }
        switch key {
        case .kind:
            let name = try values.decode(String.self, forKey: .kind)
            guard let kind = Kind(rawValue: name) else {
                throw decodingError("There is no kind \"\(name)\".")
            }
            self = .kind(kind)
        case .not: self = .not(try values.decode(PickFilter.self, forKey: .not))
        case .any, .all:
            let parts = try values.decode([PickFilter].self, forKey: key)
            guard !parts.isEmpty else { throw decodingError("A filter has at least one part.") }
            self = key == .any ? .any(parts) : .all(parts)
        }
    }
}
