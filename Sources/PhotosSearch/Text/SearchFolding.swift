import Foundation

/// Removes the differences between texts that a search ignores.
package enum SearchFolding {
    /// Returns a text in lower case, without accents, and with one spelling of each letter.
    ///
    /// Letters of two parts become two letters: `ß` becomes `ss`. Full-width and half-width forms are the same letter.
    package static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var scalars = String.UnicodeScalarView()
        for scalar in text.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars {
            if isIgnored(scalar) { continue }
            if let letters = replacements[scalar] {
                scalars.append(contentsOf: letters.unicodeScalars)
            } else {
                scalars.append(scalar)
            }
        }
        // A compatibility form may contain capital letters, which have no form in lower case of their own.
        return String(scalars).lowercased().precomposedStringWithCanonicalMapping
    }

    /// Letters that have no decomposition, with their usual spelling in basic letters.
    private static let replacements: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th",
        "ı": "i", "ς": "σ", "ħ": "h", "ŧ": "t",
    ]

    /// Whether a scalar is an accent, a vowel point or a selector of a variant.
    ///
    /// Vowel signs of Thai and the voicing marks of Japanese make other words, so these stay.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x0591...0x05C7, 0x064B...0x065F, 0x0670, 0x0640, 0x1AB0...0x1AFF,
            0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0x00AD,
            0x200B...0x200D, 0x2060, 0xFEFF, 0x1F3FB...0x1F3FF, 0xE0100...0xE01EF:
            true
        default: false
        }
    }
}
