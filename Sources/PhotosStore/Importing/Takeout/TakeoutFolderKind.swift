import Foundation

/// What a folder of an export stands for.
package enum TakeoutFolderKind: Hashable, Sendable {
    /// All photos of a year, or of a day in exports before 2021: no album of anyone's.
    case period
    case album(title: String)
    /// Google puts several albums without a title into one folder: which photo was in which cannot be told.
    case untitled
    case archive
    case trash
    /// Videos that Google could not process.
    case failed

    /// - Parameters:
    ///   - name: The folder's name.
    ///   - albumTitle: What its album data gives as the title, perhaps nothing; nil without such data.
    package init(name: String, albumTitle: String?) {
        let name = name.precomposedStringWithCanonicalMapping
        let word = TakeoutName.splitCounter(name).rest.lowercased()
        let title = albumTitle?.trimmingCharacters(in: .whitespacesAndNewlines)
        if Self.isPeriod(name), title.map({ $0.isEmpty || Self.isPeriod($0) }) ?? true {
            self = .period
        } else if let title, !title.isEmpty {
            // Somebody may call an album "Archive": what has a title of its own is an album.
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
            // The part of the export with the album's data may be missing; its name is still here.
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

    /// `2019-05-31`, also as `2019-05-31 #2`.
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
