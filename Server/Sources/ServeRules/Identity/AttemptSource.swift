/// Whose failed attempts to get in count together.
///
/// Failures of guests and strangers never make the owner wait, not even where all come from one address.
public enum AttemptSource: Hashable, Sendable {
    /// Whoever comes from an address.
    case address(String)
    /// Whoever comes from an address with a share link.
    case links(String)
    /// The guests of a link, by its identifier.
    case guests(String)
    /// A client that was let in before, or the account that runs the server.
    case known(String)

    /// Whether the failures count for the limit of all addresses together.
    var isStranger: Bool {
        if case .address = self { true } else { false }
    }
}
