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
    /// Whoever types the password of a link, by the link's identifier and the address.
    case linkPassword(link: String, address: String)
    /// A client that was let in before, or the account that runs the server.
    case known(String)

    /// The crowd whose failures in a minute count together; nil for a source that counts by itself alone.
    var crowd: AttemptCrowd? {
        switch self {
        case .address: .strangers
        case .linkPassword(let link, _): .guests(ofLink: link)
        case .links, .guests, .known: nil
        }
    }
}

/// Many addresses whose failures count together, because one person can have many addresses.
enum AttemptCrowd: Hashable, Sendable {
    /// Whoever guesses the owner's password or a code.
    case strangers
    /// Whoever guesses the password of a link.
    case guests(ofLink: String)
}
