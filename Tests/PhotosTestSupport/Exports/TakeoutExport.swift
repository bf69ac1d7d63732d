package import Foundation

/// An export of Google Photos, made by the rules that people found in theirs.
///
/// It names partners from the photo's side, as Google does; what reads exports goes the other way.
package struct TakeoutExport {
    package enum Version: CaseIterable, Sendable {
        /// Until 2024: `IMG_1.jpg.json`.
        case classic
        /// Since 2024: `IMG_1.jpg.supplemental-metadata.json`.
        case supplemental
        /// The newer names, with German words.
        case german
    }

    /// What Google notes of a photo.
    package struct Notes {
        package var title: String
        /// Seconds since 1970.
        package var taken: Int?
        package var created: Int
        package var latitude = 0.0
        package var longitude = 0.0
        package var caption = ""
        package var people: [String] = []
        package var isFavorite = false
        package var isArchived = false
        package var isTrashed = false

        package init(_ title: String, taken: Int?, created: Int = 1_600_000_000) {
            self.title = title
            self.taken = taken
            self.created = created
        }
    }

    package let version: Version
    /// Bytes by paths that begin with `Takeout/`.
    package private(set) var files: [String: [UInt8]] = [:]

    package init(_ version: Version) {
        self.version = version
    }

    // MARK: Words

    private var isGerman: Bool { version == .german }
    package var photosFolder: String { isGerman ? "Google Fotos" : "Google Photos" }
    package var editedWord: String { isGerman ? "bearbeitet" : "edited" }
    package var trashFolder: String { isGerman ? "Papierkorb" : "Trash" }
    package var archiveFolder: String { isGerman ? "Archiv" : "Archive" }
    package var untitledFolder: String { isGerman ? "Ohne Titel(1)" : "Untitled(1)" }
    private var albumData: String { isGerman ? "Metadaten.json" : "metadata.json" }

    package func year(_ year: Int) -> String {
        isGerman ? "Fotos von \(year)" : "Photos from \(year)"
    }

    // MARK: Files

    package mutating func add(_ bytes: [UInt8], _ name: String, in folder: String) {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        files["Takeout/\(photosFolder)/\(path)"] = bytes
    }

    package mutating func add(atTop bytes: [UInt8], _ path: String) {
        files["Takeout/\(path)"] = bytes
    }

    /// The name that a photo of this title gets, the counter before its extension.
    package func mediaName(_ title: String, counter: Int? = nil, behind: String = "") -> String {
        let dot = title.lastIndex(of: ".") ?? title.endIndex
        let pathExtension = String(title[dot...])
        var stem = Self.replaced(String(title[..<dot]) + behind)
        stem = Self.clip(stem, 51 - pathExtension.utf16.count)
        return stem + (counter.map { "(\($0))" } ?? "") + pathExtension
    }

    /// The name of the partner of a photo of this title.
    package func partnerName(_ title: String, counter: Int? = nil) -> String {
        let long = version == .classic ? "" : ".supplemental-metadata"
        return Self.clip(mediaName(title) + long, 46) + (counter.map { "(\($0))" } ?? "") + ".json"
    }

    /// A photo and its partner.
    package mutating func photo(
        _ notes: Notes,
        _ bytes: [UInt8],
        in folder: String,
        counter: Int? = nil
    ) {
        add(bytes, mediaName(notes.title, counter: counter), in: folder)
        partner(notes, in: folder, counter: counter)
    }

    /// A partner alone.
    package mutating func partner(_ notes: Notes, in folder: String, counter: Int? = nil) {
        add(json(notes), partnerName(notes.title, counter: counter), in: folder)
    }

    package mutating func album(_ title: String, in folder: String) {
        let fields: [String: Any] = [
            "title": title, "description": "", "access": "protected",
            "date": ["timestamp": "1600000000", "formatted": "Sep 13, 2020, 12:26:40 PM UTC"],
        ]
        add(Self.encoded(fields), albumData, in: folder)
    }

    private func json(_ notes: Notes) -> [UInt8] {
        let place = [
            "latitude": notes.latitude, "longitude": notes.longitude, "altitude": 0.0,
            "latitudeSpan": 0.0, "longitudeSpan": 0.0,
        ]
        let time = { (seconds: Int) in
            ["timestamp": "\(seconds)", "formatted": "in the words of the account's language"]
        }
        var fields: [String: Any] = [
            "title": notes.title, "description": notes.caption, "imageViews": "3",
            "creationTime": time(notes.created), "geoData": place, "geoDataExif": place,
            "url": "https://photos.google.com/photo/\(notes.title)-\(notes.created)",
            "googlePhotosOrigin": ["mobileUpload": ["deviceType": "ANDROID_PHONE"]],
        ]
        if let taken = notes.taken { fields["photoTakenTime"] = time(taken) }
        if !notes.people.isEmpty { fields["people"] = notes.people.map { ["name": $0] } }
        // Google leaves out what is false.
        if notes.isFavorite { fields["favorited"] = true }
        if notes.isArchived { fields["archived"] = true }
        if notes.isTrashed { fields["trashed"] = true }
        return Self.encoded(fields)
    }

    private static func encoded(_ fields: [String: Any]) -> [UInt8] {
        let data = try? JSONSerialization.data(
            withJSONObject: fields,
            options: [.prettyPrinted, .sortedKeys]
        )
        return [UInt8](data ?? Data())
    }

    private static func replaced(_ name: String) -> String {
        String(name.map { "'&/\\:*?\"<>|%".contains($0) ? "_" : $0 })
    }

    private static func clip(_ name: String, _ count: Int) -> String {
        String(decoding: name.utf16.prefix(count), as: UTF16.self)
    }

    // MARK: On disk

    /// Writes the export into a folder.
    package func write(to folder: URL) throws {
        try Self.write(parts(1)[0], to: folder)
    }

    /// The files in as many parts, neighbours in different ones, as an export spreads photos and partners.
    package func parts(_ count: Int) -> [[(path: String, bytes: [UInt8])]] {
        var parts = Array(repeating: [(path: String, bytes: [UInt8])](), count: count)
        for (index, file) in files.sorted(by: { $0.key < $1.key }).enumerated() {
            parts[index % count].append((file.key, file.value))
        }
        return parts
    }

    package static func write(_ files: [(path: String, bytes: [UInt8])], to folder: URL) throws {
        for (path, bytes) in files {
            let url = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: url)
        }
    }
}
