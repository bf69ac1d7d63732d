import Foundation

/// The kinds of folders in an export.
package enum TakeoutFolderKind: Hashable, Sendable {
    /// All photos of a year, or of a day in exports before 2021.
    ///
    /// This is not a person's album.
    case period
    case album(title: String)
    /// Google puts several untitled albums into one folder, so the album of a photo is unknown.
    case untitled
    case archive
    case trash
    /// Videos that Google could not process.
    case failed

    /// Determines the kind of a folder.
    ///
    /// - Parameters:
    ///   - name: The folder's name.
    ///   - albumTitle: The title in its album data, which may be empty; nil without such data.
    package init(name: String, albumTitle: String?) {
        let name = name.precomposedStringWithCanonicalMapping
        let word = TakeoutName.splitCounter(name).rest.lowercased()
        let title = albumTitle?.trimmingCharacters(in: .whitespacesAndNewlines)
        if Self.isPeriod(name), title.map({ $0.isEmpty || Self.isPeriod($0) }) ?? true {
            self = .period
        } else if let title, !title.isEmpty {
            // A person may name an album "Archive", so a folder with a title is an album.
            self = .album(title: title)
        } else if TakeoutWords.trash.contains(word) {
            self = .trash
        } else if TakeoutWords.archive.contains(word) {
            self = .archive
        } else if TakeoutWords.failed.contains(word) {
            self = .failed
        } else if title != nil || TakeoutWords.untitled.contains(word) {
            self = .untitled
        } else {
            // The part of the export with the album's data may be missing, so the folder's name is the title.
            self = .album(title: name)
        }
    }

    private static func isPeriod(_ name: String) -> Bool {
        isDay(name) || isYear(name.lowercased())
    }

    private static func isYear(_ name: String) -> Bool {
        let isYear = { (text: Substring) in
            text.count == 4 && Int(text).map { (1800...2199).contains($0) } ?? false
        }
        if isYear(name.suffix(4)) {
            let words = name.dropLast(4).trimmingCharacters(in: .whitespaces)
            if TakeoutWords.yearBefore.contains(words) { return true }
        }
        guard isYear(name.prefix(4)) else { return false }
        let words = name.dropFirst(4).trimmingCharacters(in: .whitespaces)
        return TakeoutWords.yearAfter.contains(words)
    }

    /// Returns whether a name is a day, such as `2019-05-31` or `2019-05-31 #2`.
    private static func isDay(_ name: String) -> Bool {
        let day = name.split(separator: " ").first ?? ""
        let parts = day.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ Int($0) != nil }) else {
            return false
        }
        let rest = name.dropFirst(day.count)
        return rest.isEmpty || (rest.hasPrefix(" #") && Int(rest.dropFirst(2)) != nil)
    }
}
