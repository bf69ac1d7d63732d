package import Foundation
import Glibc

/// The names that imports and sweeps skip: files that other programs make beside photos, and names that a person
/// excludes.
///
/// Other hidden names are skipped as well, but not counted, see ``FolderListing``.
package struct PassedOver: Hashable, Sendable {
    /// The patterns, in the syntax of fnmatch(3).
    ///
    /// A pattern with a slash is compared with the path below the folder that the person named. Other patterns are
    /// compared with each name.
    package let patterns: [String]

    package init(_ patterns: [String] = []) {
        var seen: Set<ExactText> = []
        self.patterns = patterns.map(Self.plainPattern).filter {
            !$0.isEmpty && seen.insert(ExactText($0)).inserted
        }
    }

    /// Returns a pattern without trailing slashes, and with a leading `./` shortened to `/`, which ties the pattern to
    /// the top.
    private static func plainPattern(_ pattern: String) -> String {
        var pattern = pattern[...]
        if pattern.hasPrefix("./") { pattern = pattern.dropFirst() }
        while pattern.count > 1, pattern.hasSuffix("/") { pattern = pattern.dropLast() }
        return pattern == "/" ? "" : String(pattern)
    }

    /// Returns whether a person's pattern excludes an entry of a folder.
    ///
    /// - Parameters:
    ///   - name: The name of the entry.
    ///   - folder: The names that lead from the folder that the person named to the one that holds the entry.
    /// - Returns: Whether any pattern matches.
    func leavesOut(_ name: String, in folder: [String]) -> Bool {
        guard !patterns.isEmpty else { return false }
        let path = (folder + [name]).joined(separator: "/")
        return patterns.contains { pattern in
            guard pattern.contains("/") else { return fnmatch(pattern, name, 0) == 0 }
            let anchored = pattern.hasPrefix("/") ? String(pattern.dropFirst()) : pattern
            return fnmatch(anchored, path, FNM_PATHNAME) == 0
        }
    }

    /// Returns whether a pattern without a slash excludes a file.
    package func leavesOut(_ file: URL) -> Bool { leavesOut(file.lastPathComponent, in: []) }

    /// Returns whether other programs use a name for their thumbnails, metadata or trash.
    ///
    /// The function compares bytes, because it is called for every name of every folder.
    static func isForeign(_ name: UnsafeRawBufferPointer) -> Bool {
        if name.count > lrdata.count, isEqual(name.suffix(lrdata.count), to: lrdata) { return true }
        guard let first = name.first, firsts[Int(first)] else { return false }
        // A file in which macOS keeps attributes of another file on foreign volumes.
        if name.count > 1, name[0] == 0x2E, name[1] == 0x5F { return true }
        return foreign.contains { $0.count == name.count && isEqual(name[...], to: $0) }
    }

    /// Compares two names and ignores the case of ASCII letters.
    private static func isEqual(_ name: Slice<UnsafeRawBufferPointer>, to other: [UInt8]) -> Bool {
        zip(name, other).allSatisfy { byte, lower in
            (0x41...0x5A).contains(byte) ? byte | 0x20 == lower : byte == lower
        }
    }

    /// The names of files and folders, in lower case.
    package static let names = [
        // Network storage: Synology, QNAP.
        "@eadir", "#recycle", "#snapshot", "@__thumb", ".@__thumb", "@recycle",
        "@recently-snapshot",
        // Windows.
        "thumbs.db", "ehthumbs.db", "ehthumbs_vista.db", "desktop.ini", "$recycle.bin",
        "system volume information", "zbthumbnail.info",
        // macOS.
        ".ds_store", ".appledouble", "__macosx", ".trashes", ".spotlight-v100", ".fseventsd",
        // Linux.
        ".thumbnails", ".sh_thumbnails", ".xvpics", "lost+found", ".dtrash",
    ]

    private static let foreign = names.map { Array($0.utf8) }
    /// The ending of Lightroom's folders of previews.
    private static let lrdata = Array(".lrdata".utf8)
    /// Whether any name of the list begins with a byte, which rules out most names of photos at once.
    private static let firsts: [Bool] = {
        var firsts = [Bool](repeating: false, count: 256)
        for name in foreign {
            firsts[Int(name[0])] = true
            if (0x61...0x7A).contains(name[0]) { firsts[Int(name[0] & 0xDF)] = true }
        }
        return firsts
    }()
}
