import Foundation

/// Text as an argument in commands that messages name.
enum ShellArgument {
    /// Returns a text in single quotation marks.
    ///
    /// Messages are one line, and have quotation marks for backticks. So a text with such characters is written with escapes
    /// that bash, zsh and ksh read (`$'…'`).
    static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar != "`" && scalar.properties.generalCategory != .control
        }
        guard !isPlain else { return "'" + text.replacing("'", with: "'\\''") + "'" }
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "'": "\\'"
            case "\n": "\\n"
            case "\t": "\\t"
            case _ where scalar == "`" || scalar.properties.generalCategory == .control:
                "\\u" + String(scalar.value + 0x10000, radix: 16).suffix(4)
            default: String(scalar)
            }
        }
        return "$'" + escaped.joined() + "'"
    }
}
