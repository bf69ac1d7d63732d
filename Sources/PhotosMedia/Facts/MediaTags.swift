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
    func trimmingBlanks() -> String {
        func isBlank(_ character: Character) -> Bool {
            character.isWhitespace || character == "\0"
        }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
