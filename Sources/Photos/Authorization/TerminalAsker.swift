import CPhotosTypes
import Foundation
import Glibc
import PhotosStore

/// Asks for permission on the terminal that started the program.
enum TerminalAsker {
    /// The closure that asks on the terminal; nil when standard input or standard error is no terminal.
    static var asker: Authorization.Asker? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        return { question in
            FileHandle.standardError.write(Data(questionText(of: question).utf8))
            // A person may take minutes to answer. The wait must not block a thread of the shared pool for tasks.
            let line = await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: readLine()) }
            }
            return parsedAnswer(line, for: question.level)
        }
    }

    static func questionText(of question: AuthorizationQuestion) -> String {
        // Names come from untrusted programs, and must not contain control sequences for the terminal.
        let name = String(
            String.UnicodeScalarView(
                question.application.unicodeScalars.map { isHarmless($0) ? $0 : "?" }
            )
        )
        return question.level == .addOnly
            ? "\(name) would like to add photos to \(question.libraryURL.path). Allow it? [y]es, [n]o: "
            : "\(name) would like to use the photos in \(question.libraryURL.path). Allow [a]ll, those that you [s]elect later, [n]one: "
    }

    /// Whether a character is harmless: other characters move the cursor or change the direction of the text.
    private static func isHarmless(_ character: Unicode.Scalar) -> Bool {
        switch character.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    /// Parses a typed line; any line that is no clear answer means `later`.
    static func parsedAnswer(_ line: String?, for level: PHAccessLevel) -> AuthorizationAnswer {
        switch (line?.trimmingCharacters(in: .whitespaces).lowercased(), level) {
        case ("y", .addOnly), ("yes", .addOnly), ("a", .readWrite), ("all", .readWrite): .authorized
        case ("s", .readWrite), ("select", .readWrite): .limited([])
        case ("n", _), ("no", _), ("none", _): .denied
        default: .later
        }
    }
}
