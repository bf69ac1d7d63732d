/// Decides whether a server may listen at an address.
public enum Exposure {
    /// The reason why a server does not start.
    public enum Refusal: Hashable, Sendable {
        /// Beyond the loopback there must be a password.
        case noPassword
        /// Beyond the loopback there must be TLS, or a proxy that has it.
        case noTLS
    }

    /// Returns why a server may not listen; nil if it may.
    ///
    /// - Parameters:
    ///   - address: The address to listen at.
    ///   - hasPassword: Whether the owner has set a password.
    ///   - hasTLS: Whether there is a certificate.
    ///   - isBehindProxy: Whether the owner says that a proxy with TLS stands before the server.
    /// - Returns: The reason, or nil.
    public static func refusal(
        address: String,
        hasPassword: Bool,
        hasTLS: Bool,
        isBehindProxy: Bool
    ) -> Refusal? {
        if isLoopback(address), !isBehindProxy { return nil }
        if !hasPassword { return .noPassword }
        return hasTLS || isBehindProxy ? nil : .noTLS
    }

    /// Returns whether an address can be reached from this machine alone.
    public static func isLoopback(_ address: String) -> Bool {
        // A socket for both kinds of addresses shows an older one inside a newer one.
        let mapped = "::ffff:"
        let address =
            address.lowercased().hasPrefix(mapped)
            ? String(address.dropFirst(mapped.count)) : address
        let parts = address.split(separator: ".", omittingEmptySubsequences: false)
        let isFour = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil } && parts[0] == "127"
        return isFour || address == "::1" || address.lowercased() == "localhost"
    }
}
