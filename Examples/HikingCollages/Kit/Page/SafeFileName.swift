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
        let url = URL(fileURLWithPath: "/" + original.replacingOccurrences(of: "/", with: "-"))
        let stem = stem(of: url.deletingPathExtension().lastPathComponent).prefix(40)
        let kind = url.pathExtension.isEmpty ? "" : "." + SafeFileName.stem(of: url.pathExtension)
        return "\(stem)-\(SafeFileName.stem(of: identifier))\(kind.lowercased())"
    }
}
