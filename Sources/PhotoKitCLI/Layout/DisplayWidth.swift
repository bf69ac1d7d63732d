/// The columns that text takes on a terminal: two for wide characters, none for marks that combine with others.
extension Unicode.Scalar {
    /// The columns of the scalar, as `wcwidth` of most terminals gives them.
    ///
    /// Emoji that terminals show as pictures are wide, too. The other wide characters are those of the classes W and F in
    /// [UAX #11](https://www.unicode.org/reports/tr11/).
    fileprivate var columns: Int {
        if value >= 0x20, value < 0x7F { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control: return 0
        // A soft hyphen is shown, other formatting characters are not.
        case .format: return value == 0xAD ? 1 : 0
        default: break
        }
        // Vowels and final consonants of Hangul are drawn into the consonant before them.
        if (0x1160...0x11FF).contains(value) { return 0 }
        if properties.isEmojiPresentation { return 2 }
        return Self.wide.contains { $0.contains(value) } ? 2 : 1
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
        0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}

extension Character {
    /// The columns of the character; a joined or coloured emoji is one picture.
    var columns: Int {
        let scalars = unicodeScalars
        let isPicture =
            scalars.first.map { $0.properties.isEmoji && $0.value > 0xFF } == true
            && scalars.dropFirst().contains { $0.value == 0xFE0F || $0.value == 0x200D }
        if isPicture { return 2 }
        // A flag, and an emoji with a colour of skin, are two wide scalars in the columns of one.
        return min(2, scalars.reduce(0) { $0 + $1.columns })
    }
}

extension StringProtocol {
    /// The columns of the text on a terminal.
    var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension String {
    /// Returns the text with an ellipsis in its middle if it takes more columns.
    ///
    /// Beginning and end stay, because the end of a file's name has its number and its type.
    ///
    /// - Parameter width: The most columns, at least 1.
    /// - Returns: A text of at most `width` columns.
    func shortenedInMiddle(to width: Int) -> String {
        guard columns > width else { return self }
        let room = max(0, width - 1)
        let end = suffix(columns: room / 2)
        return prefix(columns: room - end.columns) + "…" + end
    }

    /// Returns the longest beginning of at most `width` columns.
    func prefix(columns width: Int) -> String {
        var (taken, text) = (0, "")
        for character in self {
            taken += character.columns
            guard taken <= width else { break }
            text.append(character)
        }
        return text
    }

    private func suffix(columns width: Int) -> String {
        var (taken, count) = (0, 0)
        for character in reversed() {
            taken += character.columns
            guard taken <= width else { break }
            count += 1
        }
        return String(suffix(count))
    }
}
