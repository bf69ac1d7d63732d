/// What is asked of paths as texts: by bytes, as the system does.
///
/// A character of Swift's may be a slash and the accent that the next name begins with.
enum PathText {
    /// The names from one folder down to another; nil where the other is not below it.
    static func names(of path: String, below top: String) -> [String]? {
        if path.utf8.elementsEqual(top.utf8) { return [] }
        let prefix = top.utf8.last == slash ? top : top + "/"
        guard path.utf8.starts(with: prefix.utf8) else { return nil }
        return names(of: path.utf8.dropFirst(prefix.utf8.count))
    }

    /// Whether one path is another one or below it.
    static func isInside(_ path: String, _ folder: String) -> Bool {
        names(of: path, below: folder) != nil
    }

    private static func names(of path: Substring.UTF8View) -> [String] {
        path.split(separator: slash).map { String(Substring($0)) }
    }

    private static let slash = UInt8(ascii: "/")
}
