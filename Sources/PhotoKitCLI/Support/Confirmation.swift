import Foundation
import Glibc

/// A question before something that cannot be undone, or before a deletion that conditions choose.
struct Confirmation {
    /// The next step for a question.
    enum Step: Equatable {
        case goOn
        case ask
        case refuse
    }

    /// The work to agree to, without a question mark.
    var question: String
    /// The message if it is not done, without a full stop.
    var refusal: String
    /// Why an answer is needed where nobody can be asked; nil if the command goes on there.
    ///
    /// Whoever named each photo, or an age, meant it, and a service must not wait for an answer. Whoever chose many at once
    /// may not know how many they are.
    var reason: String?
    /// How to see what would be done; nil if the question says it all.
    var preview: String?

    /// Returns what becomes of a question.
    ///
    /// - Parameters:
    ///   - isAgreed: Whether the command has `--yes`.
    ///   - hasTerminal: Whether standard input is a terminal.
    ///   - needsAnswer: Whether the command stops where nobody can be asked.
    /// - Returns: The step.
    static func nextStep(isAgreed: Bool, hasTerminal: Bool, needsAnswer: Bool) -> Step {
        if isAgreed { return .goOn }
        if hasTerminal { return .ask }
        return needsAnswer ? .refuse : .goOn
    }

    /// Asks a person, unless that is not needed.
    ///
    /// - Parameter isAgreed: Whether the command has `--yes`.
    /// - Throws: `CommandFailure` if the answer is no, or if nobody can be asked who must be.
    func obtainAgreement(isAgreed: Bool) throws {
        let hasTerminal = isatty(STDIN_FILENO) == 1
        switch Self.nextStep(
            isAgreed: isAgreed,
            hasTerminal: hasTerminal,
            needsAnswer: reason != nil
        ) {
        case .goOn: return
        case .ask:
            guard askPerson() else { throw CommandFailure(Fault.person.status, refusal + ".") }
        case .refuse:
            let look = preview.map { "\($0), and repeat" } ?? "Repeat"
            throw CommandFailure(
                Fault.usage.status,
                "\(refusal): \(reason ?? ""), and there is no terminal to ask. \(look) the command with --yes."
            )
        }
    }

    private func askPerson() -> Bool {
        Output.shared.flush()
        FileHandle.standardError.write(Data("\(question)? [y/N] ".utf8))
        // The terminal itself is read: after names were read from standard input to its end, `readLine` gives nothing more.
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        let answer = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return ["y", "yes"].contains(
            answer.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        )
    }
}
