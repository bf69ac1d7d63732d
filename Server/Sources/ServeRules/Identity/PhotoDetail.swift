/// A detail of photos that a share link can leave out, beside places and persons.
public enum PhotoDetail: String, Codable, Hashable, Sendable, CaseIterable {
    /// Favorites, stars and rejections.
    case favorites
    /// Captions, titles and headlines.
    case captions
    case keywords
    case filenames
    /// The time zones of dates. Without them, a date is what the camera's clock showed.
    case zones
}
