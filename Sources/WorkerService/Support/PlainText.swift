/// Converts libraries' messages to one short line.
package enum PlainText {
    package static func line(_ text: String) -> String {
        let first = text.split(whereSeparator: \.isNewline).first ?? "no reason given"
        let printable = first.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        return String(String.UnicodeScalarView(printable.prefix(100)))
    }
}
