/// Splits paths at the byte `/`, as file systems do.
///
/// Swift compares characters, and a slash followed by a combining mark is another character than a slash. The text
/// `../` followed by U+0301 would count as one harmless name.
package enum PathComponents {
    /// Returns the names between the slashes of a path.
    ///
    /// - Parameters:
    ///   - path: Any text.
    ///   - keepingEmpty: Whether to return empty names: between two slashes, before a leading one and after a trailing
    ///     one.
    /// - Returns: The names, in their order.
    package static func split(_ path: String, keepingEmpty: Bool = false) -> [String] {
        path.utf8.split(separator: slash, omittingEmptySubsequences: !keepingEmpty)
            .map { String(Substring($0)) }
    }

    /// Whether a path begins at the root of the file system.
    package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

    private static let slash = UInt8(ascii: "/")
}
