/// What a file says of itself: texts under the names that their source gives them.
///
/// Pictures use the names that exiv2 made known ("Exif.Photo.DateTimeOriginal"), movies "QuickTime." and the key
/// ("QuickTime.com.apple.quicktime.creationdate"), Apple's maker note "Apple." and a word.
package struct MediaTags: Sendable, Equatable {
    package var values: [String: [String]]

    package init(_ values: [String: [String]] = [:]) {
        self.values = values
    }

    /// Adds the texts of other tags; names that are there already keep theirs.
    package mutating func add(_ other: MediaTags) {
        values.merge(other.values) { old, _ in old }
    }

    /// The first text under a name, without blanks around it; nil when that leaves nothing.
    package subscript(name: String) -> String? {
        guard let text = values[name]?.first else { return nil }
        let trimmed = text.trimmingBlanks()
        return trimmed.isEmpty ? nil : trimmed
    }
}

extension String {
    /// Without blanks, line ends and zeros at both ends, which cameras fill their fields with.
    package func trimmingBlanks() -> String {
        // Nearly every text is trimmed already, and there are dozens in a file.
        func isPlain(_ byte: UInt8?) -> Bool { byte.map { (0x21...0x7E).contains($0) } ?? false }
        if isPlain(utf8.first), isPlain(utf8.last) { return self }
        func isText(_ scalar: Unicode.Scalar) -> Bool {
            scalar != "\0" && !scalar.properties.isWhitespace
        }
        guard let first = unicodeScalars.firstIndex(where: isText),
            let last = unicodeScalars.lastIndex(where: isText)
        else { return "" }
        return String(unicodeScalars[first...last])
    }
}
