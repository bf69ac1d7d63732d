/// The sizes in which movies are made, by the most pixels of the longer side.
///
/// There are few, so that viewers of one movie share what was made for the first.
public enum MovieSide: Int, Hashable, Sendable, CaseIterable {
    case small = 640
    case middle = 1280
    case large = 1920

    /// The widest number of pixels that a client may name.
    public static let widest = 16_384

    /// Chooses the size that is nearest to a number of pixels, the smaller one of two.
    public init(nearest pixels: Int) {
        self =
            Self.allCases.min { abs($0.rawValue - pixels) < abs($1.rawValue - pixels) } ?? .middle
    }
}
