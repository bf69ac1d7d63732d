/// The names under which a server answers requests.
///
/// A page of another site can make its own name lead to this server (DNS rebinding). Its requests then have that name in
/// the header `Host`, and are refused.
public struct AllowedHosts: Hashable, Sendable {
    /// The names of the loopback.
    public static let loopbackNames: Set<String> = ["localhost", "127.0.0.1", "::1"]

    private let names: Set<String>

    /// Makes the list of the loopback's names and others.
    ///
    /// - Parameter names: Host names or addresses without a port; case and a final dot do not count.
    public init(_ names: some Sequence<String> = []) {
        self.names = Self.loopbackNames.union(names.map(Self.normalizedName))
    }

    /// Returns whether the server answers a request with this header `Host`.
    ///
    /// - Parameter header: The value of the header.
    /// - Returns: False for another name, nil, an empty and a malformed value.
    public func allows(_ header: String?) -> Bool {
        header.flatMap(Self.hostName(ofAuthority:)).map(names.contains) ?? false
    }

    /// Returns the host name in `NAME`, `NAME:PORT`, `[ADDRESS]` or `[ADDRESS]:PORT`, in lower case.
    ///
    /// - Returns: The name without port and final dot; nil for any other form.
    public static func hostName(ofAuthority authority: String) -> String? {
        guard authority.utf8.count <= 300, !authority.isEmpty else { return nil }
        if authority.hasPrefix("[") {
            let parts = authority.dropFirst().split(
                separator: "]",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard parts.count == 2, isPort(parts[1]) else { return nil }
            return normalizedName(String(parts[0]))
        }
        let parts = authority.utf8.split(
            separator: UInt8(ascii: ":"),
            omittingEmptySubsequences: false
        )
        guard parts.count <= 2, parts.count == 1 || isNumber(Substring(parts[1])) else {
            return nil
        }
        let name = normalizedName(String(Substring(parts[0])))
        let isName = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "_")
        }
        return isName && !name.isEmpty ? name : nil
    }

    private static func normalizedName(_ name: String) -> String {
        let lower = name.lowercased()
        return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
    }

    private static func isPort(_ text: some StringProtocol) -> Bool {
        if text.isEmpty { return true }
        return text.hasPrefix(":") && isNumber(text.dropFirst())
    }

    private static func isNumber(_ text: some StringProtocol) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return text.utf8.allSatisfy(digits.contains) && UInt16(text) != nil
    }
}
