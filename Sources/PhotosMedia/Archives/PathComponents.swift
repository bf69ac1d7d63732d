/// Takes paths apart as file systems do: by the byte `/`.
///
/// Swift compares characters, and a slash with a combining mark behind it is another character than a slash: a text like
/// `../` and U+0301 would pass for a single harmless name.
package enum PathComponents {
    /// The names between the slashes of a path.
    ///
    /// - Parameters:
    ///   - path: Any text.
    ///   - keepingEmpty: Whether there are empty names between two slashes, and before and behind those at the ends.
    /// - Returns: The names, in their order.
    package static func split(_ path: String, keepingEmpty: Bool = false) -> [String] {
        path.utf8.split(separator: slash, omittingEmptySubsequences: !keepingEmpty)
            .map { String(Substring($0)) }
    }

    /// Whether a text begins at the root of the file system.
    package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

    private static let slash = UInt8(ascii: "/")
}
