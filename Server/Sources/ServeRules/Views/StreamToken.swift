/// The versions of the views of an event stream, as the stream's `id:` states them.
public enum StreamToken {
    /// Returns the token of versions, in the order of the stream's views.
    public static func text(of versions: [UInt32]) -> String {
        versions.map(String.init).joined(separator: ",")
    }

    /// Reads a token.
    ///
    /// - Parameters:
    ///   - text: The token; nil and a malformed one know no version.
    ///   - count: The number of views.
    /// - Returns: A version for each view; nil where the token has none.
    public static func versions(in text: String?, count: Int) -> [UInt32?] {
        let parts = (text ?? "").split(separator: ",", omittingEmptySubsequences: false)
            .prefix(count).map { UInt32($0) }
        return parts + Array(repeating: nil, count: count - parts.count)
    }
}
