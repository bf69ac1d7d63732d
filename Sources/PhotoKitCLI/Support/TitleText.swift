import ArgumentParser
import Foundation

/// Titles and keywords that a person typed.
enum TitleText {
    /// Throws if a text has no visible character: such a title or keyword could not be seen or named again.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - subject: The name of the text, at the beginning of a sentence, such as "A keyword".
    /// - Throws: `ValidationError`.
    static func checkText(_ text: String, subject: String = "The title") throws {
        let invisible = CharacterSet.whitespacesAndNewlines.union(.controlCharacters)
        guard text.unicodeScalars.allSatisfy(invisible.contains) else { return }
        throw ValidationError("\(subject) must not be empty. Write at least one visible character.")
    }
}
