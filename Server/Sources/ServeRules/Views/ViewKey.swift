/// Names a list of photos in the interface.
public enum ViewKey: Hashable, Sendable {
    /// A smart album of PhotoKit.
    public enum Smart: String, Hashable, Sendable, CaseIterable {
        case videos
        case screenshots
        case panoramas
        case live
        case portraits
        case selfies
        case bursts
        case slomo
        case timelapses
        case animated
        case longExposures = "long-exposures"
        case raw
        case cinematic
        case spatial
        case recordings
        case recent
    }

    /// All photos that are not hidden, the newest first.
    case all
    /// The favorites.
    case favorites
    /// The hidden photos.
    case hidden
    /// Recently Deleted.
    case trash
    /// The photos in sources whose files are missing.
    case offline
    /// A smart album.
    case smart(Smart)
    /// An album, by the UUID of its identifier, in upper case.
    case album(String)
    /// The photos that a search finds.
    case search(String)

    /// The longest text of a search, in bytes of UTF-8.
    public static let longestSearch = 4_000

    /// Reads a key.
    ///
    /// - Parameter text: The decoded text; nil results from any text that names no view.
    public init?(_ text: String) {
        switch text {
        case "all": self = .all
        case "favorites": self = .favorites
        case "hidden": self = .hidden
        case "trash": self = .trash
        case "offline": self = .offline
        default:
            if let smart = Smart(rawValue: text) {
                self = .smart(smart)
            } else if text.hasPrefix("smart:"),
                let smart = Smart(rawValue: String(text.dropFirst(6)))
            {
                self = .smart(smart)
            } else if text.hasPrefix("album:") {
                guard let id = ObjectName(String(text.dropFirst(6))) else { return nil }
                self = .album(id.uuid)
            } else if text.hasPrefix("search:") {
                let words = String(text.dropFirst(7))
                guard words.utf8.count <= Self.longestSearch else { return nil }
                self = .search(words)
            } else {
                return nil
            }
        }
    }

    /// Returns whether a text names a search that is longer than ``longestSearch``.
    public static func isLongSearch(_ text: String) -> Bool {
        text.hasPrefix("search:") && text.utf8.count > longestSearch + "search:".utf8.count
    }

    /// The text of the key.
    public var text: String {
        switch self {
        case .all: "all"
        case .favorites: "favorites"
        case .hidden: "hidden"
        case .trash: "trash"
        case .offline: "offline"
        case .smart(let smart): smart.rawValue
        case .album(let id): "album:\(id)"
        case .search(let words): "search:\(words)"
        }
    }
}
