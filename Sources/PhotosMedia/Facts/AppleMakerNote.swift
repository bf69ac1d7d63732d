/// Reads Apple's maker note, which holds the identifiers of Live Photos and bursts and the kind of picture.
///
/// The note is a directory of tags behind a signature.
package enum AppleMakerNote {
    /// Returns the facts in a maker note under "Apple." names; empty for another maker's note.
    package static func tags(inNote note: [UInt8]) -> MediaTags {
        var reader = BoundedReader(note)
        var tags = MediaTags()
        // A damaged note is ignored, since its picture is good without it.
        guard let directory = directory(inNote: note, reader: &reader) else { return tags }
        for (tag, name) in [(0x000B, "BurstIdentifier"), (0x0011, "ContentIdentifier")] {
            let text = try? directory.text(of: tag, limit: MediaFacts.maximumText, from: &reader)
            if let text, !text.isEmpty { tags.values["Apple." + name] = [text] }
        }
        if let type = try? directory.integer(of: 0x000A, from: &reader) {
            tags.values["Apple.HDRImageType"] = ["\(type)"]
        }
        return tags
    }

    /// Returns the fields of a maker note under their numbers; empty for another maker's note.
    static func properties(inNote note: [UInt8]) -> [String: PictureValue] {
        var reader = BoundedReader(note)
        return directory(inNote: note, reader: &reader)?.numberedProperties(from: &reader) ?? [:]
    }

    private static func directory(
        inNote note: [UInt8],
        reader: inout BoundedReader
    ) -> TIFFDirectory? {
        guard note.count > 14, note.starts(with: Array("Apple iOS\0".utf8)) else { return nil }
        let endian: BoundedReader.Endian
        switch (note[12], note[13]) {
        case (0x4D, 0x4D): endian = .big
        case (0x49, 0x49): endian = .little
        default: return nil
        }
        return try? TIFFDirectory(at: 14, in: 0..<Int64(note.count), endian: endian, from: &reader)
    }
}
