/// The address with which a share link begins.
public enum ShareAddress {
    /// Returns the address by which others reach the server.
    ///
    /// - Parameters:
    ///   - origin: The header `Origin` of the owner's request, which is the server's own.
    ///   - authority: The header `Host` of the owner's request.
    ///   - listening: The address where the server accepts connections.
    ///   - hosts: The further names of the server.
    ///   - hasTLS: Whether the server has a certificate.
    ///   - isBehindProxy: Whether a proxy with TLS stands before the server.
    /// - Returns: The address without a path; nil where this machine alone reaches the server, or no name is known.
    public static func base(
        origin: String?,
        authority: String,
        listening: String,
        hosts: [String],
        hasTLS: Bool,
        isBehindProxy: Bool
    ) -> String? {
        guard isBehindProxy || !Exposure.isLoopback(listening) else { return nil }
        let scheme = hasTLS || isBehindProxy ? "https" : "http"
        // The address that the owner's browser uses leads others here, too. A proxy may change the host, and leaves the
        // origin.
        let used = origin ?? "\(scheme)://\(authority)"
        let usedName = used.split(separator: "/").last
            .flatMap { AllowedHosts.hostName(ofAuthority: String($0)) }
        if let usedName, !Exposure.isLoopback(usedName) { return used.lowercased() }
        guard let name = hosts.first(where: { !Exposure.isLoopback($0) }) else { return nil }
        let host = name.contains(":") ? "[\(name)]" : name
        // The port of a proxy is the usual one; that of the server is no business of others.
        if isBehindProxy { return "\(scheme)://\(host)" }
        return "\(scheme)://\(host)\(port(of: authority))"
    }

    private static func port(of authority: String) -> Substring {
        guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else {
            return ""
        }
        return authority[colon...]
    }
}
