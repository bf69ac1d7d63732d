import PhotosMedia

/// Makes names that files can have on Linux, for the names that are stored with resources.
///
/// The names come from programs, from databases of other libraries and from JSON files of exports. An export gives them
/// to files again. All functions are safe on any thread.
package enum FileName {
    /// The number of UTF-8 bytes that a file name may have on Linux.
    package static let longest = 255

    /// The ending of the name of a sidecar that nobody can read, beside another one of its name.
    package static let unreadableEnding = ".unreadable"

    /// The ending of the name of a sidecar that came from a photo which was merged into this one.
    ///
    /// The library keeps the sidecar and reads no words from it.
    package static let mergedEnding = ".merged"

    /// Returns whether a name is that of such a sidecar.
    package static func isMerged(_ name: String) -> Bool {
        name.lowercased().hasSuffix(mergedEnding)
    }

    /// The ending of the name of a sidecar that a backup has kept from an earlier one, whose words the photo does not have any more.
    ///
    /// The library keeps the sidecar and reads no words from it.
    package static let earlierEnding = ".earlier"

    /// Returns whether a name is that of such a sidecar.
    package static func isEarlier(_ name: String) -> Bool { name.hasSuffix(earlierEnding) }

    /// Returns the name of such a sidecar; nil where it would be too long for a file.
    package static func earlier(_ name: String) -> String? {
        let earlier = name + earlierEnding
        return earlier.utf8.count <= longest ? earlier : nil
    }

    /// Returns the name that such a sidecar had in its source; other names are returned as they are.
    package static func withoutEarlier(_ name: String) -> String {
        isEarlier(name) ? String(name.dropLast(earlierEnding.count)) : name
    }

    /// The largest number of bytes, with the dot, that count as an extension.
    ///
    /// A longer one counts as a part of the name, and is cut with it.
    private static let longestExtension = 32

    /// Returns the part of a name that can be the name of a file.
    ///
    /// This part starts behind the last `/` that is not at the end. Control characters and line separators are removed,
    /// and the rest is cut between two characters to ``longest`` bytes. A cut name keeps its extension. A backslash is
    /// an ordinary character.
    ///
    /// - Parameter name: The name, or a path.
    /// - Returns: The file name, or nil if nothing is left, and for `.` and `..`, which name folders.
    package static func kept(_ name: String) -> String? {
        if isFine(name) { return name }
        var scalars = (PathComponents.split(name).last ?? "").unicodeScalars
        scalars.removeAll(where: isLeftOut)
        let clean = String(scalars)
        return clean.isEmpty || clean == "." || clean == ".." ? nil : fitting(clean)
    }

    /// Returns a name with a suffix between its stem and its extension, cut to ``longest`` bytes.
    ///
    /// - Parameters:
    ///   - name: A name without separators.
    ///   - suffix: At most 64 bytes of UTF-8; it is never cut.
    /// - Returns: The name.
    package static func fitting(_ name: String, suffix: String = "") -> String {
        var stem = name[...]
        var end = suffix
        if let dot = name.lastIndex(of: "."), dot != name.startIndex,
            2...longestExtension ~= name.utf8.distance(from: dot, to: name.endIndex)
        {
            stem = name[..<dot]
            end += name[dot...]
        }
        return prefix(of: stem, bytes: longest - end.utf8.count) + end
    }

    /// Returns the longest beginning of a text that has at most `bytes` bytes and ends between two characters.
    ///
    /// If the first character alone is too long, the beginning ends between two Unicode scalars.
    private static func prefix(of text: Substring, bytes: Int) -> String {
        guard text.utf8.count > bytes else { return String(text) }
        var (room, end) = (bytes, text.startIndex)
        for index in text.indices {
            room -= text[index].utf8.count
            guard room >= 0 else { break }
            end = text.index(after: index)
        }
        if end == text.startIndex {
            (room, end) = (bytes, text.startIndex)
            for index in text.unicodeScalars.indices {
                room -= text.unicodeScalars[index].utf8.count
                guard room >= 0 else { break }
                end = text.unicodeScalars.index(after: index)
            }
        }
        return String(text[..<end])
    }

    /// Returns whether a name needs no change, in one pass over its bytes.
    private static func isFine(_ name: String) -> Bool {
        let bytes = name.utf8
        guard !bytes.isEmpty, bytes.count <= longest, name != ".", name != ".." else {
            return false
        }
        var isASCII = true
        for byte in bytes {
            if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "/") { return false }
            if byte >= 0x80 { isASCII = false }
        }
        return isASCII || !name.unicodeScalars.contains(where: isLeftOut)
    }

    private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension AssetRecord {
    /// The name of the original's file in a form that may be displayed and given to files.
    ///
    /// Older versions stored names unchanged.
    package var originalName: String? { filename.flatMap(FileName.kept) }
}
