import Foundation

/// The text of a file's name in one spelling, without what scripts and file systems make different.
///
/// Letters and marks are composed, digits of all scripts are ASCII's, every space is a plain one, and so are dashes and
/// colons. Invisible marks for the direction of writing are left out.
struct NameText {
    let scalars: [Unicode.Scalar]
    /// Whether the name has Thai letters.
    let isThai: Bool

    init(_ name: String) {
        let last = name.split(separator: "/").last ?? ""
        guard !last.utf8.allSatisfy({ $0 < 0x80 }) else {
            scalars = Array(last.unicodeScalars)
            isThai = false
            return
        }
        scalars = Self.plain(String(last))
        isThai = scalars.contains { (0x0E00...0x0E7F).contains($0.value) }
    }

    /// Returns the scalars of a text in one spelling.
    static func plain(_ text: String) -> [Unicode.Scalar] {
        text.precomposedStringWithCanonicalMapping.unicodeScalars.compactMap(plain)
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar.isASCII { return scalar }
        switch scalar.properties.generalCategory {
        case .decimalNumber:
            let digit = scalar.properties.numericValue.map { UInt8($0) }
            return digit.map { Unicode.Scalar(UInt8(ascii: "0") + $0) } ?? scalar
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: return " "
        case .dashPunctuation: return "-"
        case .format: return nil
        default: break
        }
        // The minus sign, and the signs that stand for colons where a file system forbids them. U+F022 is Samba's.
        switch scalar.value {
        case 0x2212: return "-"
        case 0x2236, 0xA789, 0xFE55, 0xFF1A, 0x02D0, 0xF022: return ":"
        default: return scalar
        }
    }

    func isNumberStart(_ index: Int) -> Bool {
        isDigit(index) && !isDigit(index - 1)
    }

    func isDigit(_ index: Int) -> Bool {
        scalars.indices.contains(index) && ("0"..."9").contains(scalars[index])
    }

    func isLetter(_ index: Int) -> Bool {
        scalars.indices.contains(index) && Self.isLetter(scalars[index])
    }

    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x41...0x5A).contains(scalar.value & 0xDF) }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return scalar.properties.isAlphabetic
        }
    }

    /// Whether a letter's script puts no spaces between words.
    ///
    /// Hangul is among them, since Korean writes particles and counters directly after numbers.
    static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x30FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Whether a letter stands at a position, except for those of scripts without spaces.
    func hasSpacedLetter(at index: Int) -> Bool {
        isLetter(index) && !Self.isUnspaced(scalars[index])
    }

    /// The words that names with dates begin with, in capitals.
    private static let words: Set<String> = [
        "IMG", "VID", "PXL", "MVIMG", "PANO", "BURST", "AUD", "PTT", "STK", "PHOTO", "VIDEO", "DSC",
        "SCREENSHOT", "SCREENRECORDER", "SIGNAL", "WP", "CAM", "IMAGE", "MOV", "PIC", "DOC", "DJI",
        "WIN", "THREEMA", "VIBER", "LINE", "MMEXPORT", "CAMERA", "MICROMSG", "WHATSAPP", "TELEGRAM",
        "PICSART",
    ]

    /// Returns the word before a number, in capitals, and whether it announces a date.
    func word(before start: Int) -> (text: String, isKnown: Bool) {
        var end = start
        while end > 0, "-_ .".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
        var begin = end
        while isLetter(begin - 1) { begin -= 1 }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[begin..<end])
        let word = String(text).uppercased()
        return (word, Self.words.contains(word))
    }
}
