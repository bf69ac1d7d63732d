/// The metadata of a file: texts under the names of their tags.
///
/// Pictures use the names of exiv2 ("Exif.Photo.DateTimeOriginal"). Movies use "QuickTime." and the key
/// ("QuickTime.com.apple.quicktime.creationdate"). Apple's maker note uses "Apple." and a word.
package struct MediaTags: Sendable, Equatable {
    package var values: [String: [String]]

    package init(_ values: [String: [String]] = [:]) {
        self.values = values
    }

    /// Adds the texts of other tags.
    ///
    /// A name that already has texts keeps them.
    package mutating func add(_ other: MediaTags) {
        values.merge(other.values) { old, _ in old }
    }

    /// The first text under a name, without surrounding whitespace; nil if it is empty.
    package subscript(name: String) -> String? {
        guard let text = values[name]?.first else { return nil }
        let trimmed = text.trimmingBlanks()
        return trimmed.isEmpty ? nil : trimmed
    }
}

extension String {
    /// Removes whitespace, line ends and zeros, with which cameras fill their fields, at both ends.
    package func trimmingBlanks() -> String {
        // There are dozens of texts in a file, and nearly all are trimmed already.
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
