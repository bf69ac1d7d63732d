/// Reads the IPTC records that the table of facts uses, from a JPEG's Photoshop segment or from a bare block.
package enum IPTCTags {
    private static let names: [UInt8: String] = [
        5: "ObjectName", 25: "Keywords", 55: "DateCreated", 60: "TimeCreated", 80: "Byline",
        90: "City", 92: "SubLocation", 95: "ProvinceState", 101: "CountryName", 105: "Headline",
        120: "Caption",
    ]

    /// Reads the records of a file whose header states their range; empty if they are invalid.
    package static func tags(of header: MediaHeader, from reader: inout BoundedReader) -> MediaTags
    {
        var tags = MediaTags()
        for (number, text) in records(of: header, from: &reader) {
            guard let name = names[number] else { continue }
            tags.values["Iptc.Application2." + name, default: []].append(
                separatedText(text, named: name)
            )
        }
        return tags
    }

    /// Returns the records that ImageIO names, under ImageIO's names and with unchanged texts.
    static func properties(
        of header: MediaHeader,
        from reader: inout BoundedReader
    ) -> [String: PictureValue] {
        var texts: [String: [PictureValue]] = [:]
        for (number, text) in records(of: header, from: &reader) {
            guard let name = PropertyNames.iptc[number] else { continue }
            texts[name, default: []].append(.text(text.trimmingBlanks()))
        }
        var found: [String: PictureValue] = [:]
        for (name, values) in texts {
            found[name] = PropertyNames.lists.contains(name) ? .list(values) : values.first
        }
        return found
    }

    /// Returns the numbers and texts of a file's application records; empty if they are invalid.
    private static func records(
        of header: MediaHeader,
        from reader: inout BoundedReader
    ) -> [(number: UInt8, text: String)] {
        if let (header, ownReader) = header.unpacked(.iptc, from: &reader) {
            var ownReader = ownReader
            return records(of: header, from: &ownReader)
        }
        guard let range = header.iptc, let length = Int(exactly: range.count),
            let bytes = try? reader.prefix(at: range.lowerBound, count: min(length, 256 << 10))
        else { return [] }
        return records(in: resource(in: bytes) ?? bytes)
    }

    /// Returns the content of Photoshop's resource 0x0404, which holds the IPTC records.
    private static func resource(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = bytes
        while rest.count >= 12, rest.starts(with: Array("8BIM".utf8)) {
            let start = rest.startIndex
            let number = Int(rest[start + 4]) << 8 | Int(rest[start + 5])
            // The name of the resource is a length and a text, padded to an even size.
            let content = start + 6 + (Int(rest[start + 6]) + 2) / 2 * 2
            guard content + 4 <= rest.endIndex else { return nil }
            let size = rest[content..<content + 4].reduce(0) { $0 << 8 | Int($1) }
            guard size <= rest.endIndex - content - 4 else { return nil }
            let end = content + 4 + size
            if number == 0x0404 { return rest[content + 4..<end] }
            rest = rest[min(end + size % 2, rest.endIndex)...]
        }
        return nil
    }

    private static func records(in bytes: ArraySlice<UInt8>) -> [(number: UInt8, text: String)] {
        var found: [(number: UInt8, text: String)] = []
        var rest = bytes
        while rest.count >= 5, rest.first == 0x1C {
            let start = rest.startIndex
            let size = Int(rest[start + 3]) << 8 | Int(rest[start + 4])
            // Sizes of more than 15 bits have another form, which programs do not use for texts.
            guard size < 0x8000, size <= rest.count - 5 else { break }
            let content = rest[start + 5..<start + 5 + size]
            if rest[start + 1] == 2 {
                found.append((rest[start + 2], PlainBytes.text(of: content)))
            }
            rest = rest[(start + 5 + size)...]
        }
        return found
    }

    /// Converts "20240501" and "123000+0200" to the form of other formats.
    private static func separatedText(_ text: String, named name: String) -> String {
        let digits = Array(text.utf8)
        func part(_ range: Range<Int>) -> String {
            String(decoding: digits[range], as: UTF8.self)
        }
        // Some programs write the separators.
        func isNumber(_ count: Int) -> Bool {
            digits.prefix(count).allSatisfy { (0x30...0x39).contains($0) }
        }
        switch (name, digits.count) {
        case ("DateCreated", 8) where isNumber(8):
            return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
        case ("TimeCreated", 6...) where isNumber(6):
            return "\(part(0..<2)):\(part(2..<4)):\(part(4..<digits.count))"
        default: return text
        }
    }
}
