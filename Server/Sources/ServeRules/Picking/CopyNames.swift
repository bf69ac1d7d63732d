/// Names for copies of files, so that none overwrites another.
public enum CopyNames {
    /// The greatest length of a file name on Linux, in bytes.
    private static let longest = 255

    /// Returns the name of a copy.
    ///
    /// - Parameters:
    ///   - name: The original file name, which may be hostile.
    ///   - number: 1 for the name itself; a larger number is added before the suffix.
    /// - Returns: A plain name of up to 255 bytes that does not lead out of its folder.
    public static func copyName(of name: String, number: Int = 1) -> String {
        // Split by bytes: as a character, a slash with a combining mark is not equal to a slash.
        let last = name.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
        var plain = (last ?? "").replacing("\0", with: "")
        if plain.isEmpty || plain == "." || plain == ".." { plain = "photo" }
        let (base, suffix) = stemAndSuffix(of: plain)
        let end = number > 1 ? " (\(number))\(suffix)" : suffix
        var stem = base
        // A single character may be longer than the limit.
        while stem.utf8.count + end.utf8.count > longest {
            if stem.count > 1 { stem.removeLast() } else { stem.unicodeScalars.removeLast() }
        }
        return stem + end
    }

    /// Returns a file name with the suffix of another.
    ///
    /// An edited photo keeps the name that people know, and gets the suffix of its rendered file.
    public static func fileName(_ name: String, withSuffixOf other: String) -> String {
        let suffix = stemAndSuffix(of: other).suffix
        return suffix.isEmpty ? name : stemAndSuffix(of: name).stem + suffix
    }

    private static func stemAndSuffix(of name: String) -> (stem: String, suffix: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
            name[dot...].utf8.count <= 33, name.index(after: dot) != name.endIndex
        else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }
}
