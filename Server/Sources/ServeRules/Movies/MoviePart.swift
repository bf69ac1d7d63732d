/// A part of a movie that is sent in fragments, by its name in an address.
public enum MoviePart: Hashable, Sendable {
    /// What comes before all fragments: the description of the tracks.
    case initialization
    /// A fragment, the first with the number 0.
    case fragment(Int)

    /// The longest name, because a movie has a day at most.
    private static let longestName = 6

    /// Reads a name: `init`, or a number as it is usually written; nil for any other.
    public init?(_ name: String) {
        if name == "init" {
            self = .initialization
        } else {
            guard name.utf8.count <= Self.longestName, let number = Int(name), number >= 0,
                String(number) == name
            else { return nil }
            self = .fragment(number)
        }
    }

    /// The name in an address.
    public var name: String {
        switch self {
        case .initialization: "init"
        case .fragment(let number): String(number)
        }
    }
}
