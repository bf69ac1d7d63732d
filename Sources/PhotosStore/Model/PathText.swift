/// Compares and splits paths by their bytes, as the system does.
///
/// Swift may combine a slash and an accent at the start of the next name into one character.
package enum PathText {
    /// Returns the names that lead from the folder `top` down to `path`, or nil if `path` is not in that folder.
    package static func names(of path: String, below top: String) -> [String]? {
        if path.utf8.elementsEqual(top.utf8) { return [] }
        let prefix = top.utf8.last == slash ? top : top + "/"
        guard path.utf8.starts(with: prefix.utf8) else { return nil }
        return names(of: path.utf8.dropFirst(prefix.utf8.count))
    }

    /// Returns whether a path is a folder's own path or below it.
    static func isInside(_ path: String, folder: String) -> Bool {
        names(of: path, below: folder) != nil
    }

    private static func names(of path: Substring.UTF8View) -> [String] {
        path.split(separator: slash).map { String(Substring($0)) }
    }

    private static let slash = UInt8(ascii: "/")
}
