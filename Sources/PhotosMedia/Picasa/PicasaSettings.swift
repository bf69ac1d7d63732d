/// The data of Google's Picasa about the photos of a folder, in its file `.picasa.ini`, or `Picasa.ini` before version 3.
///
/// Picasa wrote captions and keywords into JPEGs, and everything else here alone. There is no specification; the sections
/// and keys are described at https://gist.github.com/fbuchinger/1073823.
package struct PicasaSettings: Hashable, Sendable {
    /// A section with the name of a file.
    package struct Photo: Hashable, Sendable {
        /// The name of the file, in the case in which Picasa wrote it.
        package var name: String
        package var isStarred = false
        package var isHidden = false
        package var caption: String?
        package var keywords: [String] = []
        /// The names of the persons whose faces a person has named.
        package var persons: [String] = []
        /// Whether it has faces of persons whose names are not in the file.
        package var hasUnnamedFaces = false
        /// The tokens of the albums that the photo is in.
        package var albums: [String] = []
        /// The quarter turns to the right with which Picasa shows the photo, from 0 to 3.
        package var quarterTurns = 0
        /// Whether Picasa shows the photo with changes, which it may have saved into the file since.
        package var hasEdits = false
    }

    package private(set) var photos: [Photo] = []
    /// The titles of albums by their tokens, which are the same in all folders.
    package private(set) var albumTitles: [String: String] = [:]
    private var persons: [String: String] = [:]
    /// The lines that are read of each photo, for a copy of them.
    private var lines: [String: [(key: String, value: String)]] = [:]

    /// The largest file in bytes that is read.
    ///
    /// A section takes some hundred bytes.
    package static let maximumSize: Int64 = 16 << 20

    /// The names of the file in lowercase, the preferred one first.
    package static let filenames = [".picasa.ini", "picasa.ini"]

    /// Reads a file as far as it can be read.
    ///
    /// - Returns: Nil if the bytes are no text with sections.
    package init?(_ bytes: [UInt8]) {
        guard !bytes.contains(0) else { return nil }
        let sections = Self.sections(of: Self.text(bytes))
        guard !sections.isEmpty || bytes.allSatisfy({ $0 <= 0x20 }) else { return nil }
        for (name, lines) in sections {
            if let token = Self.token(ofAlbumSection: name) {
                let title = lines.first { $0.key == "name" }?.value
                if let title, !title.isEmpty { albumTitles[token] = Self.plainText(of: title) }
            } else if name.lowercased() == "contacts2" {
                for (key, value) in lines {
                    // References to characters have a semicolon, too.
                    let person = Self.plainText(of: value).split(separator: ";").first.map(
                        String.init
                    )
                    if let person, !person.isEmpty { persons[key] = person }
                }
            }
        }
        for (name, lines) in sections where !Self.isOwnSection(name) {
            let read = lines.filter { Self.keys.contains($0.key) }
            guard !read.isEmpty else { continue }
            // A section that is there twice was written twice: the last one counts.
            photos.removeAll { $0.name == name }
            photos.append(Photo(name, read, persons: persons))
            self.lines[name] = read
        }
    }

    /// Returns the part of the file that concerns one photo, as a file of its own.
    package func text(of photo: Photo) -> String {
        var text = "[\(photo.name)]\n"
        for (key, value) in lines[photo.name] ?? [] { text += "\(key)=\(value)\n" }
        for token in photo.albums {
            if let title = albumTitles[token] { text += "[.album:\(token)]\nname=\(title)\n" }
        }
        let named = persons.filter { photo.persons.contains($0.value) }.sorted { $0.key < $1.key }
        if !named.isEmpty { text += "[Contacts2]\n" }
        for (key, person) in named { text += "\(key)=\(person);;\n" }
        return text
    }

    /// The keys of a photo that are read.
    private static let keys: Set = [
        "star", "hidden", "caption", "keywords", "albums", "faces", "rotate", "filters",
    ]

    // MARK: Text

    /// Decodes a file: UTF-8, as version 3 wrote it, or else the code page of Windows for western Europe.
    private static func text(_ bytes: [UInt8]) -> String {
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = ""
        for byte in bytes {
            let code = (0x80...0x9F).contains(byte) ? windows1252[Int(byte) - 0x80] : UInt32(byte)
            text.unicodeScalars.append(Unicode.Scalar(code) ?? "\u{FFFD}")
        }
        return text
    }

    /// The characters 0x80 to 0x9F of the code page 1252, see https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT.
    private static let windows1252: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013,
        0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]

    private static func sections(
        of text: String
    ) -> [(name: String, lines: [(key: String, value: String)])] {
        var sections: [(name: String, lines: [(key: String, value: String)])] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingSpaces
            if line.hasPrefix("["), line.hasSuffix("]"), line.count > 2 {
                sections.append((String(line.dropFirst().dropLast()), []))
            } else if let equals = line.firstIndex(of: "="), !sections.isEmpty {
                sections[sections.count - 1].lines.append(
                    (
                        line[..<equals].trimmingSpaces,
                        line[line.index(after: equals)...].trimmingSpaces
                    )
                )
            }
        }
        return sections
    }

    private static func token(ofAlbumSection name: String) -> String? {
        let prefix = ".album:"
        guard name.lowercased().hasPrefix(prefix), name.count > prefix.count else { return nil }
        return String(name.dropFirst(prefix.count))
    }

    /// Whether a section is of Picasa itself, and of no file: all files that Picasa knows have an extension.
    private static func isOwnSection(_ name: String) -> Bool {
        token(ofAlbumSection: name) != nil || !name.contains(".")
    }

    /// Replaces the references to characters that Picasa wrote in texts, as `&#39;`.
    fileprivate static func plainText(of text: String) -> String {
        guard text.contains("&#") else { return text }
        var parts = text.split(separator: "&#", omittingEmptySubsequences: false)
        var plain = String(parts.removeFirst())
        for part in parts {
            guard let end = part.firstIndex(of: ";"), let code = UInt32(part[..<end]),
                let scalar = Unicode.Scalar(code), code >= 0x20
            else {
                plain += "&#" + part
                continue
            }
            plain.unicodeScalars.append(scalar)
            plain += part[part.index(after: end)...]
        }
        return plain
    }

    package static func == (left: PicasaSettings, right: PicasaSettings) -> Bool {
        left.photos == right.photos && left.albumTitles == right.albumTitles
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(photos) }
}

extension PicasaSettings.Photo {
    fileprivate init(
        _ name: String,
        _ lines: [(key: String, value: String)],
        persons contacts: [String: String]
    ) {
        self.name = name
        for (key, value) in lines {
            switch key {
            case "star": isStarred = value == "yes"
            case "hidden": isHidden = value == "yes"
            case "caption": caption = value.isEmpty ? nil : PicasaSettings.plainText(of: value)
            case "keywords": keywords = Self.list(value).map(PicasaSettings.plainText)
            case "albums": albums = Self.list(value)
            case "rotate":
                // rotate(3) is a quarter turn to the left.
                let turns = value.filter(\.isNumber)
                quarterTurns = (Int(turns) ?? 0) % 4
            case "filters": hasEdits = !value.isEmpty
            case "faces": addPersons(faces: value, contacts: contacts)
            default: break
            }
        }
    }

    /// Reads faces: `rect64(3f845bcb59418507),8e62398ebda8c1a5;…`, in which the second number is that of a contact.
    private mutating func addPersons(faces: String, contacts: [String: String]) {
        for face in faces.split(separator: ";") {
            guard let comma = face.lastIndex(of: ",") else { continue }
            let contact = face[face.index(after: comma)...].trimmingSpaces
            // A face that nobody has named has this number.
            guard contact.contains(where: { $0 != "f" && $0 != "F" }) else { continue }
            if let person = contacts[contact] {
                if !persons.contains(person) { persons.append(person) }
            } else {
                hasUnnamedFaces = true
            }
        }
    }

    private static func list(_ text: String) -> [String] {
        var seen: Set<String> = []
        return text.split(separator: ",").map(\.trimmingSpaces).filter {
            !$0.isEmpty && seen.insert($0).inserted
        }
    }
}

extension Substring {
    /// The text without blanks at both ends.
    fileprivate var trimmingSpaces: String {
        var text = self
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
