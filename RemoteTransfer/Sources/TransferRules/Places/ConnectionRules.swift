package import PhotosBase

/// Which connections are made, and through which proxy.
package enum ConnectionRules {
    /// Refuses an address that would send bytes or keys without encryption to another machine.
    package static func checkEncryption(
        of address: WebAddress,
        keys: RemoteKeys,
        isAllowed: Bool
    ) throws(TransferFailure) {
        guard !address.isEncrypted, !address.isLoopback else { return }
        guard isAllowed else {
            throw TransferFailure(
                .unsupported,
                "http:// would send photos to \(address.host) unencrypted. Use https://, or allow it with \"insecure\"."
            )
        }
        if keys.areSent {
            throw TransferFailure(
                .unsupported,
                "http:// would send the keys to \(address.host) unencrypted. Use https://."
            )
        }
    }

    /// Returns the proxy for an address, as `HTTPS_PROXY` and `NO_PROXY` state it.
    ///
    /// - Returns: Nil without a proxy. Addresses of this machine and `http://` have none.
    /// - Throws: `TransferFailure` with `proxy`, where the variable is no address of a proxy.
    package static func proxy(
        for address: WebAddress,
        environment: [String: String]
    ) throws(TransferFailure) -> ProxyAddress? {
        guard address.isEncrypted, !address.isLoopback else { return nil }
        let stated = environment["HTTPS_PROXY"] ?? environment["https_proxy"] ?? ""
        if stated.isEmpty { return nil }
        let exceptions = environment["NO_PROXY"] ?? environment["no_proxy"] ?? ""
        for exception in exceptions.split(separator: ",") {
            let name = exception.filter { $0 != " " }.lowercased()
            if name == "*" { return nil }
            let suffix = name.hasPrefix(".") ? name : "." + name
            if !name.isEmpty, address.host == name || address.host.hasSuffix(suffix) { return nil }
        }
        guard let proxy = ProxyAddress(stated) else {
            throw TransferFailure(
                .proxy,
                "HTTPS_PROXY is no address of a proxy. It has the form http://proxy.example.org:3128."
            )
        }
        return proxy
    }
}

/// The address of a proxy that connects by `CONNECT`.
package struct ProxyAddress: Hashable, Sendable {
    package let host: String
    package let port: Int
    /// Name and password, where the address has them.
    ///
    /// Both are secret.
    package let user: String?
    package let password: String?

    /// Reads `http://user:password@host:port`.
    ///
    package init?(_ text: String) {
        var rest = Substring(text)
        if rest.lowercased().hasPrefix("http://") { rest = rest.dropFirst(7) }
        var user: String?
        var password: String?
        if let at = rest.lastIndex(of: "@") {
            let parts = rest[..<at].split(separator: ":", maxSplits: 1)
            user = parts.first.flatMap { PercentEncoding.decode($0) }
            password = parts.count > 1 ? PercentEncoding.decode(parts[1]) : ""
            rest = rest[rest.index(after: at)...]
        }
        guard let address = WebAddress("http://\(rest)") else { return nil }
        host = address.host
        port = address.port ?? 80
        self.user = user
        self.password = password
    }
}
