import Foundation

/// Text as an argument in commands that messages name.
enum ShellArgument {
    /// Returns a text in single quotation marks.
    static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
