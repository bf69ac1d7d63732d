/// A one-time code that a person types: twelve letters and digits, without those that look alike.
///
/// The terminal alone shows it. The longer code of an address can be read in the list of processes, and so counts only for the
/// account that runs the server.
public enum TypedCode {
    /// The letters and digits of a code.
    public static let length = 12

    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// Returns the code that random bytes give, in the form that counts.
    ///
    /// - Parameter bytes: ``length`` bytes, of which five bits each are used.
    /// - Returns: The code, as ``normalizedCode(_:)`` returns it.
    public static func code(from bytes: some Sequence<UInt8>) -> String {
        String(bytes.prefix(length).map { digits[Int($0) & 31] })
    }

    /// Returns a code as it is shown, in groups of four.
    public static func shownText(of code: String) -> String {
        let digits = Array(code)
        return stride(from: 0, to: digits.count, by: 4)
            .map { String(digits[$0..<min($0 + 4, digits.count)]) }.joined(separator: "-")
    }

    /// Returns a code as it counts, however a person typed it.
    ///
    /// - Parameter text: Case, spaces and hyphens do not matter; `O` is 0, `I` and `L` are 1.
    /// - Returns: The code; nil for any other text.
    public static func normalizedCode(_ text: String) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        var result = ""
        for character in text.uppercased() where character != "-" && !character.isWhitespace {
            let digit: Character =
                switch character {
                case "O": "0"
                case "I", "L": "1"
                default: character
                }
            guard digits.contains(digit) else { return nil }
            result.append(digit)
        }
        return result.count == length ? result : nil
    }
}
