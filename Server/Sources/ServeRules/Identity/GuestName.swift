import Foundation

/// The name that a guest gives, which its owner is shown.
public enum GuestName {
    private static let longest = 60
    private static let mostBytes = 240

    /// Returns a name in one short line, without characters that nobody sees or that turn text around.
    ///
    /// - Parameter text: The name as typed, which may be hostile.
    /// - Returns: The name; nil if nothing of it can be seen.
    public static func cleaned(_ text: String) -> String? {
        let visible = visibleCharacters(of: String(text.unicodeScalars.prefix(1000)))
        var name = String(
            visible.split(separator: " ").joined(separator: " ").prefix(longest)
        )
        // A single character can have any number of marks.
        while name.utf8.count > mostBytes { name.unicodeScalars.removeLast() }
        name = name.trimmingCharacters(in: .whitespaces)
        return name.isEmpty ? nil : name
    }

    /// Returns a text without line breaks, and without characters that nobody sees or that turn text around.
    ///
    /// - Parameter text: The text, which may be hostile.
    /// - Returns: The text, with a space for each break.
    public static func visibleCharacters(of text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .spaceSeparator, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            case .control where scalar.properties.isWhitespace: scalars.append(" ")
            case .control, .format, .surrogate, .privateUse, .unassigned: break
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
