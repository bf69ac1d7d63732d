import Foundation
import LibraryExercise

/// One operation on a disk that refuses something, and what is left behind.
struct FailingTrial {
    var sentences: [String] = []
    /// Whether the caller of the engine saw an error.
    var wasRefused = false
    /// The paths that it had.
    let library: String
    let ledger: String

    /// - Parameters:
    ///   - course: How the operation goes by itself.
    ///   - bench: Where it is done.
    ///   - launcher: What makes it fail.
    ///   - options: What is asked of the operation besides.
    ///   - triesAgain: Whether a refused block is to be carried out once more, and then to be there.
    ///   - goesOn: Whether another change is made afterwards.
    /// - Throws: when the operation cannot be tried at all.
    init(
        _ course: OperationCourse,
        _ bench: OperationBench,
        behind launcher: [String],
        options: [String] = [],
        triesAgain: Bool = false,
        goesOn: Bool = false
    ) throws {
        let trial = try OperationBench.Trial(bench, course.operation)
        library = trial.library.path
        ledger = trial.acknowledgements.path
        let again = triesAgain ? ["--again"] : []
        let outcome = try Exerciser.run(trial.arguments + options + again, behind: launcher)
        let words = outcome.errors.split(separator: "\n").first.map { ": \($0)" } ?? ""
        guard !outcome.wasKilled, let end = OperationRun.Outcome(rawValue: outcome.status) else {
            sentences.append(
                "\(outcome.wasKilled ? "ended by signal" : "ended with") \(outcome.status)\(words)"
            )
            return
        }
        switch end {
        case .done: break
        case .refused, .openingRefused: wasRefused = true
        case .untypedError: sentences.append("an error without a type reached the caller")
        case .unreadable: sentences.append("the library cannot be read any more")
        }
        let acknowledged = trial.acknowledged()
        do {
            let verdict = try trial.verdict()
            sentences += verdict.findings
            if triesAgain {
                if end == .refused, acknowledged < course.blockCount {
                    sentences.append("what was refused is refused again, when it could be done")
                }
            } else {
                judge(verdict, course, acknowledged)
            }
            if goesOn { try goOn(trial) }
        } catch {
            sentences.append("\(error)")
        }
        trial.discard()
    }

    private mutating func judge(
        _ verdict: LibraryVerdict,
        _ course: OperationCourse,
        _ acknowledged: Int
    ) {
        guard course.operation.isSteady, !course.operation.isOpening else { return }
        guard let reached = course.digests.lastIndex(of: verdict.digest) else {
            sentences.append("the rows are those of no block boundary")
            return
        }
        if reached < acknowledged {
            sentences.append("\(acknowledged) blocks acknowledged, \(reached) there")
        }
    }

    /// Makes a change when the disk is well again.
    private mutating func goOn(_ trial: OperationBench.Trial) throws {
        let next = try Exerciser.run(trial.another(.importOne) + ["--seed", "15"])
        if next.status != 0 {
            sentences.append("work does not go on when the disk is well again: \(next.errors)")
        }
        sentences += try trial.verdict().findings
    }
}

extension OperationCourse {
    /// How many blocks it has.
    var blockCount: Int { operation.isSteady && !operation.isOpening ? digests.count - 1 : 1 }
}

extension Array {
    /// At most so many of the elements, spread evenly.
    func spread(_ limit: Int) -> [Element] {
        let count = Swift.min(limit, self.count)
        return (0..<count).map { self[$0 * self.count / count] }
    }
}
