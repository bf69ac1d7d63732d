import CPhotosTypes
import Foundation
import Glibc
import PhotosStore

/// Asks on the terminal that a program was started from.
enum TerminalAsker {
    /// Nil where there is no terminal to ask on.
    static var asker: Authorization.Asker? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        return { question in
            FileHandle.standardError.write(Data(text(of: question).utf8))
            // A person takes their time, which the threads that tasks share do not have.
            let line = await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: readLine()) }
            }
            return answer(line, question.level)
        }
    }

    static func text(of question: AuthorizationQuestion) -> String {
        // Names come from strangers, and must not steer a terminal.
        let name = String(
            String.UnicodeScalarView(
                question.application.unicodeScalars.map { isHarmless($0) ? $0 : "?" }
            )
        )
        return question.level == .addOnly
            ? "\(name) would like to add photos to \(question.place.path). Allow it? [y]es, [n]o: "
            : "\(name) would like to use the photos in \(question.place.path). Allow [a]ll, those that you [s]elect later, [n]one: "
    }

    /// Whether a character is shown where it stands: others move the cursor, or turn the text around.
    private static func isHarmless(_ character: Unicode.Scalar) -> Bool {
        switch character.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    /// What was typed; anything but a clear answer is none.
    static func answer(_ line: String?, _ level: PHAccessLevel) -> AuthorizationAnswer {
        switch (line?.trimmingCharacters(in: .whitespaces).lowercased(), level) {
        case ("y", .addOnly), ("yes", .addOnly), ("a", .readWrite), ("all", .readWrite): .authorized
        case ("s", .readWrite), ("select", .readWrite): .limited([])
        case ("n", _), ("no", _), ("none", _): .denied
        default: .later
        }
    }
}
