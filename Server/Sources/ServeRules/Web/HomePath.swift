/// The path below which the page of a session lies where there is no TLS.
///
/// A browser sends a cookie to all ports of a host, but only below the cookie's path. So the path is a secret of the session,
/// which no server at another port knows. The server answers below every home as it does without one.
public enum HomePath {
    /// The hexadecimal digits of a home.
    public static let length = 32

    private static let start = "/~"

    /// Returns the path of a home.
    ///
    /// - Parameter digits: At least ``length`` hexadecimal digits in lower case.
    /// - Returns: The path, which begins and ends with a slash.
    public static func path(of digits: String) -> String { "\(start)\(digits.prefix(length))/" }

    /// Returns the path that a request below a home asks for; nil for a path without a home.
    public static func pathBelowHome(_ path: String) -> String? {
        guard path.hasPrefix(start) else { return nil }
        let rest = path.utf8.dropFirst(start.utf8.count)
        let slash = UInt8(ascii: "/")
        guard rest.prefix(length).allSatisfy(isDigit), rest.dropFirst(length).first == slash else {
            return nil
        }
        return String(Substring(rest.dropFirst(length)))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
