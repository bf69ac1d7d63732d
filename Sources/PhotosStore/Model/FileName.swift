import PhotosMedia

/// Names of files as they are kept beside a resource: each can be the name of a file on Linux.
///
/// Names come from programs, other libraries' databases and JSON files of exports, and go to whoever exports the file again.
/// Safe on any thread.
package enum FileName {
    /// Bytes of UTF-8 that a name may have on Linux.
    package static let longest = 255

    /// A longer extension is taken for a part of the name, and cut with it.
    private static let longestExtension = 32

    /// What of a name can be the name of a file.
    ///
    /// The part behind the last `/` that is not at its end, without control characters and separators of lines, cut at a
    /// character's end to ``longest`` bytes. A cut name keeps its extension. A backslash is a character like others.
    ///
    /// - Parameter name: The name, or a path.
    /// - Returns: nil where nothing is left, and for `.` and `..`, which name folders.
    package static func kept(_ name: String) -> String? {
        if isFine(name) { return name }
        var scalars = (PathComponents.split(name).last ?? "").unicodeScalars
        scalars.removeAll(where: isLeftOut)
        let clean = String(scalars)
        return clean.isEmpty || clean == "." || clean == ".." ? nil : fitting(clean)
    }

    /// A name with a suffix behind its stem and before its extension, cut to ``longest`` bytes.
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

    /// The beginning of a text that has at most so many bytes: of whole characters, or where the first one is too long by
    /// itself, of whole Unicode scalars.
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

    /// Whether a name needs no change, found out at the cost of one pass over its bytes.
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
    /// The name of the original's file as it may be shown and given to files: older versions kept names as they came.
    package var originalName: String? { filename.flatMap(FileName.kept) }
}
