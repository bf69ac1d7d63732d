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
}
