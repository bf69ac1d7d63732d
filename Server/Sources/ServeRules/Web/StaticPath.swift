/// The path of a file of the page, from the path of a request.
public enum StaticPath {
    /// Returns the names from the page's folder to the file.
    ///
    /// - Parameter path: The decoded path of the request; the empty path and `/` mean `index.html`.
    /// - Returns: The names; nil for a path that could leave the folder or names a hidden file.
    public static func safeComponents(of path: String) -> [String]? {
        let names = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        if names.isEmpty { return ["index.html"] }
        guard path.utf8.count <= 512, names.count <= 8, names.allSatisfy(isPlain) else {
            return nil
        }
        return names
    }

    private static func isPlain(_ name: String) -> Bool {
        guard name.first != "." else { return false }
        return name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: ".")
        }
    }
}
