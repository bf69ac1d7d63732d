extension PhotoPicker {
    /// The photos that can be picked, as `PHPickerFilter` states them.
    public struct Filter: Hashable, Sendable {
        indirect enum Part: Hashable, Sendable {
            case kind(String)
            case any([Part])
            case all([Part])
            case not(Part)
        }

        let part: Part

        /// Pictures, with Live Photos.
        public static let images = kind("images")
        /// Movies of all kinds.
        public static let videos = kind("videos")
        /// Live Photos.
        public static let livePhotos = kind("livePhotos")
        /// Pictures of a screen.
        public static let screenshots = kind("screenshots")
        /// Panoramas.
        public static let panoramas = kind("panoramas")
        /// The pictures that stand for bursts.
        public static let bursts = kind("bursts")
        /// Movies in slow motion.
        public static let slomoVideos = kind("slomoVideos")
        /// Time-lapse movies.
        public static let timelapseVideos = kind("timelapseVideos")
        /// Movies of a screen.
        public static let screenRecordings = kind("screenRecordings")
        /// Cinematic movies.
        public static let cinematicVideos = kind("cinematicVideos")
        /// Portraits with a depth effect.
        public static let depthEffectPhotos = kind("depthEffectPhotos")

        /// Returns a filter that photos pass if they pass at least one of some filters.
        ///
        /// - Parameter subfilters: At least one filter.
        /// - Returns: The filter.
        public static func any(of subfilters: [Filter]) -> Filter {
            precondition(!subfilters.isEmpty, "any(of:) needs at least one filter.")
            return Filter(part: .any(subfilters.map(\.part)))
        }

        /// Returns a filter that photos pass if they pass all of some filters.
        ///
        /// - Parameter subfilters: At least one filter.
        /// - Returns: The filter.
        public static func all(of subfilters: [Filter]) -> Filter {
            precondition(!subfilters.isEmpty, "all(of:) needs at least one filter.")
            return Filter(part: .all(subfilters.map(\.part)))
        }

        /// Returns a filter that photos pass if they do not pass another.
        public static func not(_ filter: Filter) -> Filter { Filter(part: .not(filter.part)) }

        private static func kind(_ name: String) -> Filter { Filter(part: .kind(name)) }
    }
}

extension PhotoPicker.Filter.Part: Encodable {
    private enum Keys: String, CodingKey { case kind, any, all, not }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        switch self {
        case .kind(let name): try values.encode(name, forKey: .kind)
        case .any(let parts): try values.encode(parts, forKey: .any)
        case .all(let parts): try values.encode(parts, forKey: .all)
        case .not(let part): try values.encode(part, forKey: .not)
        }
    }
}
