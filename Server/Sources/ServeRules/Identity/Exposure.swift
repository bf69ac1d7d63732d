/// Decides whether a server may listen at an address.
public enum Exposure {
    /// The reason why a server does not start.
    public enum Refusal: Hashable, Sendable {
        /// Beyond the loopback there must be a password.
        case noPassword
        /// Beyond the loopback there must be TLS, or a proxy that has it.
        case noTLS

        /// Returns the sentence that says what is missing, and what gives it.
        ///
        /// - Parameter isInImage: Whether the server runs in a container of our image, where `compose.yaml` has its options.
        /// - Returns: One or two sentences, with options or lines of that file in quotation marks.
        public func message(isInImage: Bool) -> String {
            let cause =
                switch self {
                case .noPassword: "Others could reach this server, and it has no password."
                case .noTLS:
                    "Others could read along, because this server has no certificate."
                }
            let remedy =
                switch (self, isInImage) {
                case (.noPassword, false):
                    "Set one with \"photokit serve --set-password\" or --password-file, or leave --address and --behind-proxy out."
                case (.noPassword, true):
                    "In compose.yaml, the line \"- --password-file=/run/secrets/password\" gives it one."
                case (.noTLS, false):
                    "Give --certificate and --key, or --behind-proxy if a proxy encrypts its connections."
                case (.noTLS, true):
                    "In compose.yaml, the line \"- --behind-proxy\" says that a proxy encrypts its connections. Without a proxy, the lines \"- --certificate=/run/secrets/certificate\" and \"- --key=/run/secrets/key\" give it one."
                }
            return cause + " " + remedy
        }
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

    /// Returns the address under which a program of the same machine reaches a server.
    ///
    /// - Parameter address: The address to listen at.
    /// - Returns: The loopback for a server that listens at all addresses; otherwise the same address.
    public static func nearAddress(of address: String) -> String {
        switch address {
        case "0.0.0.0": "127.0.0.1"
        case "::": "::1"
        default: address
        }
    }
}
