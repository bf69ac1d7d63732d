import Foundation

/// File names that every file system and every web page takes as they are.
package enum SafeFileName {
    /// Letters of ASCII, digits and single hyphens, at most 80; never empty.
    package static func stem(of text: String) -> String {
        let plain = text.folding(options: .diacriticInsensitive, locale: nil)
        let words = plain.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.joined(separator: "-").prefix(80)
        return name.isEmpty ? "unnamed" : String(name)
    }

    /// The name for a photo's file: how the camera called it, what tells it from all others, its kind.
    package static func photo(original: String, identifier: String) -> String {
        var words = original.split(separator: ".", omittingEmptySubsequences: false)
        var kind = ""
        if words.count > 1, let last = words.last, isKind(last) {
            kind = ".\(last.lowercased())"
            words.removeLast()
        }
        let name = stem(of: words.joined(separator: ".")).prefix(40)
        return "\(name)-\(stem(of: identifier))\(kind)"
    }

    private static func isKind(_ text: Substring) -> Bool {
        (1...5).contains(text.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
