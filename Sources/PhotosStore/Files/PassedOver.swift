import Glibc

/// Names that imports and sweeps pass over: what other programs make of photos, and what a person leaves out.
///
/// Other hidden names are passed over as well, and not counted: see ``FolderListing``.
package struct PassedOver: Hashable, Sendable {
    /// As fnmatch(3) reads them.
    ///
    /// One with a slash is compared with the path below the folder that was named, others
    /// with each name.
    package let patterns: [String]

    package init(_ patterns: [String] = []) {
        var seen: Set<String> = []
        self.patterns = patterns.map(Self.plain).filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// `./thumbs/` and `/thumbs` say the same as their name alone does at the top.
    private static func plain(_ pattern: String) -> String {
        var pattern = pattern[...]
        if pattern.hasPrefix("./") { pattern = pattern.dropFirst() }
        while pattern.count > 1, pattern.hasSuffix("/") { pattern = pattern.dropLast() }
        return pattern == "/" ? "" : String(pattern)
    }

    /// Whether a person's pattern leaves out an entry of a folder.
    ///
    /// - Parameters:
    ///   - name: The entry.
    ///   - folder: Names from the folder that was named to the one that holds the entry.
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

    /// Whether other programs keep their thumbnails, notes or rubbish under a name.
    ///
    /// Asked of every name of every folder, so by bytes.
    static func isForeign(_ name: UnsafeRawBufferPointer) -> Bool {
        if name.count > lrdata.count, equal(name.suffix(lrdata.count), lrdata) { return true }
        guard let first = name.first, firsts[Int(first)] else { return false }
        // What macOS keeps of a file on volumes that are not its own.
        if name.count > 1, name[0] == 0x2E, name[1] == 0x5F { return true }
        return foreign.contains { $0.count == name.count && equal(name[...], $0) }
    }

    /// Without regard to the case of ASCII's letters.
    private static func equal(_ name: Slice<UnsafeRawBufferPointer>, _ other: [UInt8]) -> Bool {
        zip(name, other).allSatisfy { byte, lower in
            (0x41...0x5A).contains(byte) ? byte | 0x20 == lower : byte == lower
        }
    }

    /// Names of files and folders, in small letters.
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
    /// Lightroom's folders of previews end so.
    private static let lrdata = Array(".lrdata".utf8)
    /// Whether a name of the list begins with a byte: most names of photos are told by that.
    private static let firsts: [Bool] = {
        var firsts = [Bool](repeating: false, count: 256)
        for name in foreign {
            firsts[Int(name[0])] = true
            if (0x61...0x7A).contains(name[0]) { firsts[Int(name[0] & 0xDF)] = true }
        }
        return firsts
    }()
}
