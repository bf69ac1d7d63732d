import Foundation
import PhotosStore

/// The rules of the file system of an export's folder, and the names that follow from them.
package struct TargetRules: Hashable, Sendable {
    /// Whether two names that differ only in case are one.
    package var ignoresCase = false
    /// Whether two spellings of one character are one.
    package var ignoresSpelling = false
    /// Whether names follow the rules of Windows, as on FAT, exFAT and NTFS.
    package var isStrict = false
    /// Whether the file system has symbolic links.
    package var hasLinks = true
    /// The greatest length of a name in bytes of UTF-8.
    package var longest = FileName.longest

    package init() {}

    /// The rules of an archive, which may be unpacked on any file system.
    package static let archive: TargetRules = {
        var rules = TargetRules()
        rules.ignoresCase = true
        rules.ignoresSpelling = true
        rules.isStrict = true
        return rules
    }()

    /// Returns the text by which two paths are compared.
    package func key(_ path: String) -> String {
        guard ignoresCase || ignoresSpelling else { return path }
        let spelled = path.precomposedStringWithCanonicalMapping
        return ignoresCase ? spelled.lowercased() : spelled
    }

    /// Returns a part of a path in a form that the file system stores as it is.
    ///
    /// A leading dot becomes `_`, because a hidden file would not be seen. The result is not cut.
    package func part(_ text: String) -> String {
        // Replaced by bytes: as a character, a slash with a combining mark is not equal to a slash.
        let plain = text.utf8.filter { $0 != 0 }.map { $0 == 0x2F ? 0x5F : $0 }
        var part = FileName.kept(String(decoding: plain, as: UTF8.self)) ?? "_"
        if isStrict {
            part = String(part.map { Self.refused.contains($0) ? "_" : $0 })
            while let last = part.last, last == " " || last == "." { part.removeLast() }
            let stem = part.prefix { $0 != "." }.uppercased()
            if part.isEmpty || Self.devices.contains(stem) { part = "_" + part }
        }
        return part.hasPrefix(".") ? "_" + part.dropFirst() : part
    }

    /// Returns a folder's name that fits.
    package func folder(_ text: String) -> String { cut(part(text), to: longest) }

    /// Returns a file's name that fits, and leaves room for the name of its sidecar: the stem is cut, the mark and the
    /// ending stay.
    ///
    /// - Parameters:
    ///   - stem: The name without its extension.
    ///   - mark: At most 32 bytes between the stem and the ending.
    ///   - ending: The extension with its dot; empty for none.
    /// - Returns: The name.
    package func name(_ stem: String, mark: String = "", ending: String) -> String {
        let end = mark + ending
        // A sidecar whose name were cut could get the name of another file's sidecar.
        let room = longest - end.utf8.count - Self.sidecarEnding.utf8.count
        let name = cut(stem, to: max(1, room)) + end
        return isStrict ? part(name) : name
    }

    /// Returns the name of the sidecar of a file that got its name from ``name(_:mark:ending:)``.
    package func sidecarName(of name: String) -> String { name + Self.sidecarEnding }

    private static let sidecarEnding = ".xmp"

    private func cut(_ text: String, to bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var cut = text
        while cut.utf8.count > bytes, cut.count > 1 { cut.removeLast() }
        // A single character may be longer than the limit.
        while cut.utf8.count > bytes { cut.unicodeScalars.removeLast() }
        return cut
    }

    private static let refused: Set<Character> = ["<", ">", ":", "\"", "\\", "|", "?", "*"]
    private static let devices: Set<String> = Set(
        ["CON", "PRN", "AUX", "NUL"] + (1...9).flatMap { ["COM\($0)", "LPT\($0)"] }
    )
}

/// A file's name, divided into its stem and its extension with the dot.
package struct NameParts: Hashable, Sendable {
    package var stem: String
    /// The extension with its dot; empty for a name without one.
    package var ending: String

    package init(_ name: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
            2...32 ~= name.utf8.distance(from: dot, to: name.endIndex)
        else {
            (stem, ending) = (name, "")
            return
        }
        stem = String(name[..<dot])
        ending = String(name[dot...])
    }
}
