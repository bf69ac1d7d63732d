/// An `http://` or `https://` address, taken apart.
package struct WebAddress: Hashable, Sendable {
    package let isEncrypted: Bool
    /// The host in lower case; an IPv6 address has its brackets.
    package let host: String
    /// The port, where the address states one.
    package let port: Int?
    /// The path, decoded, without slashes at its ends.
    package let path: String

    /// Reads an address.
    ///
    /// - Returns: Nil where it has another scheme, a user, a query, a fragment or no host.
    package init?(_ text: String) {
        let schemes = [("https://", true), ("http://", false)]
        guard let scheme = schemes.first(where: { text.lowercased().hasPrefix($0.0) }) else {
            return nil
        }
        isEncrypted = scheme.1
        let rest = text.dropFirst(scheme.0.count)
        guard !rest.contains("?"), !rest.contains("#"), !rest.contains("@"), !rest.contains("\\"),
            rest.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f })
        else { return nil }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let authority = rest[..<slash]
        var host = authority
        var port: Int?
        if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
            guard let number = Int(authority[authority.index(after: colon)...]),
                (1...65535).contains(number)
            else { return nil }
            port = number
            host = authority[..<colon]
        }
        let isPlain = host.utf8.allSatisfy { byte in
            byte < 0x80
                && (Character(UnicodeScalar(byte)).isLetter
                    || Character(UnicodeScalar(byte)).isNumber
                    || "-._[]:".utf8.contains(byte))
        }
        guard !host.isEmpty, isPlain else { return nil }
        self.host = host.lowercased()
        self.port = port
        guard let path = PercentEncoding.decode(rest[slash...]) else { return nil }
        let parts = path.split(separator: "/")
        guard !parts.contains("."), !parts.contains("..") else { return nil }
        self.path = parts.joined(separator: "/")
    }

    package init(isEncrypted: Bool, host: String, port: Int?, path: String) {
        self.isEncrypted = isEncrypted
        self.host = host
        self.port = port
        self.path = path
    }

    /// Host and port as the header `Host` has them.
    package var authority: String {
        guard let port, port != (isEncrypted ? 443 : 80) else { return host }
        return "\(host):\(port)"
    }

    /// Scheme, host and port, without a slash at the end.
    package var origin: String { "\(isEncrypted ? "https" : "http")://\(authority)" }

    /// Whether the address is one of this machine.
    package var isLoopback: Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }
}
