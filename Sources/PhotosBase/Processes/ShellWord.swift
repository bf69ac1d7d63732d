/// Words of command lines that messages name, and that a person can copy.
package enum ShellWord {
    /// Returns a text as one word of a shell.
    ///
    /// Messages are one line, and have quotation marks for backticks. So a text with such characters is written with escapes
    /// that bash, zsh and ksh read (`$'…'`).
    ///
    /// - Parameter text: The text, such as a path or the name of a remote.
    /// - Returns: The text itself if all of its characters are plain, else the text in single quotation marks.
    package static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars
        if !text.isEmpty, !text.hasPrefix("-"), !text.hasPrefix("="), scalars.allSatisfy(isPlain) {
            return text
        }
        guard scalars.contains(where: isUnprintable) else {
            return "'" + text.replacing("'", with: "'\\''") + "'"
        }
        let escaped = scalars.map { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "'": "\\'"
            case "\n": "\\n"
            case "\t": "\\t"
            case _ where isUnprintable(scalar):
                "\\u" + String(scalar.value + 0x10000, radix: 16).suffix(4)
            default: String(scalar)
            }
        }
        return "$'" + escaped.joined() + "'"
    }

    /// Returns an option of this software's commands with a value.
    ///
    /// - Parameters:
    ///   - name: The name of the option, such as `--caption`.
    ///   - value: The value.
    /// - Returns: Two words; or one with an equals sign for a value with a minus sign, which would be taken for an option.
    package static func option(_ name: String, _ value: String) -> [String] {
        guard value.hasPrefix("-") else { return [name, quoted(value)] }
        // Behind an equals sign, no shell changes a minus sign.
        let rest = String(value.drop { $0 == "-" })
        return [name + "=" + (quoted(rest) == rest ? value : quoted(value))]
    }

    /// Returns a name on a command line of this software, with the options behind it.
    ///
    /// - Parameters:
    ///   - text: The name, such as that of a remote.
    ///   - options: Options of the command.
    /// - Returns: The name and the options; for a name with a minus sign, which would be taken for an option, the options first,
    ///   and the name behind `--`.
    package static func operand(_ text: String, _ options: String...) -> String {
        let words = text.hasPrefix("-") ? options + ["--", quoted(text)] : [quoted(text)] + options
        return words.joined(separator: " ")
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || "0123456789_-+=.,:/@%".unicodeScalars.contains(scalar)
    }

    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Some programs show the separators as breaks of lines.
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar == "`"
        }
    }
}
