import Foundation
import PhotosMedia
import Synchronization

/// Looks into files for one import or sweep, and tells a worker that works for no file from a file that the worker fails
/// on.
///
/// Files that are taken for their headers keep the dates of their files. So an import ends when the worker turns out to be
/// unusable, unless it was told to go on. Safe on any thread. `state` guards what was found out of the worker; the thread
/// that asks holds it, so that the others wait for the answer in place of asking too.
final class FactReader: Sendable {
    /// An unusable worker is asked so often before it is believed: memory may be short for a moment.
    private static let mostQuestions = 3

    private struct State {
        var problem: MediaWorkerError?
        var isTold = false
    }

    private let environment: EngineEnvironment
    private let allowsMissingFacts: Bool
    private let state: Mutex<State>

    /// - Parameters:
    ///   - environment: What looks into files.
    ///   - allowsMissingFacts: Whether to go on with headers and names where the worker cannot be used.
    /// - Throws: ``StoreError`` with code `readerUnavailable` where it cannot be used and that is not allowed.
    init(_ environment: EngineEnvironment, allowsMissingFacts: Bool) throws {
        self.environment = environment
        self.allowsMissingFacts = allowsMissingFacts
        let problem = environment.readerProblem(false)
        state = Mutex(State(problem: problem))
        if let problem, !allowsMissingFacts { throw StoreError(refusalFor: problem) }
    }

    /// The facts of an open file; by its header and name alone where the worker cannot be used and that is allowed.
    ///
    /// - Throws: `MediaFileError` for what is wrong with the file, `MediaWorkerError` for what it does to the worker,
    ///   ``obstacle`` where the worker cannot be used.
    func facts(of descriptor: Int32, _ name: String?) throws -> MediaFacts {
        if problem == nil {
            do {
                return try environment.examine(descriptor, name)
            } catch let error as MediaWorkerError {
                if let facts = try facts(of: descriptor, name, after: error) { return facts }
            }
        }
        if let obstacle { throw obstacle }
        return try MediaReader.headerFacts(of: descriptor, hint: name, zone: environment.zone)
    }

    /// The facts after the worker failed on a file; nil where the worker turns out to be unusable.
    private func facts(
        of descriptor: Int32,
        _ name: String?,
        after error: MediaWorkerError
    ) throws -> MediaFacts? {
        for question in 1...Self.mostQuestions {
            guard let problem = askAgain() else {
                // The file's own fault, or a moment's.
                guard error.isOfAllFiles || question > 1 else { throw error }
                return try environment.examine(descriptor, name)
            }
            if question == Self.mostQuestions {
                state.withLock { if $0.problem == nil { $0.problem = problem } }
            }
        }
        return nil
    }

    private func askAgain() -> MediaWorkerError? {
        state.withLock { $0.problem ?? environment.readerProblem(true) }
    }

    /// Why the worker cannot be used; nil where it can, as far as is known.
    var problem: MediaWorkerError? { state.withLock { $0.problem } }

    /// Why nothing more is looked into; nil where it goes on.
    var obstacle: StoreError? {
        guard !allowsMissingFacts, let problem else { return nil }
        return StoreError(stopFor: problem)
    }

    /// Why files are looked into by their headers alone, where that is so and was not told yet.
    func newProblem() -> MediaWorkerError? {
        state.withLock { state in
            guard allowsMissingFacts, !state.isTold, let problem = state.problem else { return nil }
            state.isTold = true
            return problem
        }
    }

    /// Asks once more whether the worker can be used, where something else than facts failed.
    func worksStill() -> MediaWorkerError? {
        guard let problem = askAgain() else { return nil }
        state.withLock { if $0.problem == nil { $0.problem = problem } }
        return problem
    }
}

extension StoreError {
    /// Nothing was begun.
    fileprivate init(refusalFor problem: MediaWorkerError) {
        self.init(
            .readerUnavailable,
            "Nothing was read. \(problem) \(Self.wayWithoutFacts)",
            cause: problem
        )
    }

    /// It ended in the middle.
    fileprivate init(stopFor problem: MediaWorkerError) {
        self.init(
            .readerUnavailable,
            "It was stopped; what is in the library so far stays. \(problem) Then start it again. \(Self.wayWithoutFacts)",
            cause: problem
        )
    }

    private static let wayWithoutFacts =
        "To go on with the dates that names and files have, add --without-facts, and read what is inside of them later "
        + "with \"photokit facts --reread\"."
}
