import Foundation
import PhotosMedia
import PhotosStore
import Synchronization

/// Reads the facts of files for one import or sweep.
///
/// This class distinguishes a worker that can read no file from a file on which the worker fails. A file that is read
/// by its header alone keeps the date of the file. An import therefore ends when the worker is unusable, unless it was
/// set to continue. All methods are safe on any thread. The mutex `state` guards the result of checking the worker. The
/// checking thread holds the mutex, so that other threads wait for its answer instead of checking, too.
final class FactReader: Sendable {
    /// The number of checks before the worker counts as unusable, because memory may be short for a moment.
    private static let mostQuestions = 3

    private struct State {
        var problem: MediaWorkerError?
        var isReported = false
    }

    private let environment: EngineEnvironment
    private let allowsMissingFacts: Bool
    private let state: Mutex<State>

    /// - Parameters:
    ///   - environment: The functions that read files.
    ///   - allowsMissingFacts: Whether to continue with headers and names if the worker cannot be used.
    /// - Throws: ``StoreError`` with code `readerUnavailable` if the worker is unusable and `allowsMissingFacts` is
    ///   false.
    init(_ environment: EngineEnvironment, allowsMissingFacts: Bool) throws {
        self.environment = environment
        self.allowsMissingFacts = allowsMissingFacts
        let problem = environment.readerProblem(false)
        state = Mutex(State(problem: problem))
        if let problem, !allowsMissingFacts { throw StoreError(refusalFor: problem) }
    }

    /// Returns the facts of an open file.
    ///
    /// If the worker cannot be used and that is allowed, the facts come from the file's header and name alone.
    ///
    /// - Throws: `MediaFileError` for a fault of the file, `MediaWorkerError` if the file makes the worker fail, and
    ///   ``obstacle`` if the worker cannot be used.
    func facts(of descriptor: Int32, named name: String?) throws -> MediaFacts {
        if problem == nil {
            do {
                return try environment.examine(descriptor, name)
            } catch let error as MediaWorkerError {
                if let facts = try facts(of: descriptor, named: name, after: error) { return facts }
            }
        }
        if let obstacle { throw obstacle }
        return try MediaReader.headerFacts(of: descriptor, hint: name, zone: environment.zone)
    }

    /// Returns the facts after the worker failed on a file, or nil if the worker is unusable.
    private func facts(
        of descriptor: Int32,
        named name: String?,
        after error: MediaWorkerError
    ) throws -> MediaFacts? {
        for question in 1...Self.mostQuestions {
            guard let problem = askAgain() else {
                // The cause is the file, or a temporary problem.
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

    /// The reason why the worker cannot be used, or nil if no problem is known.
    var problem: MediaWorkerError? { state.withLock { $0.problem } }

    /// The error that stops all further reading, or nil if reading continues.
    var obstacle: StoreError? {
        guard !allowsMissingFacts, let problem else { return nil }
        return StoreError(stopFor: problem)
    }

    /// Returns the reason why files are read by their headers alone, the first time there is one, and nil otherwise.
    func newProblem() -> MediaWorkerError? {
        state.withLock { state in
            guard allowsMissingFacts, !state.isReported, let problem = state.problem else {
                return nil
            }
            state.isReported = true
            return problem
        }
    }

    /// Checks again whether the worker can be used, after something other than reading facts failed.
    ///
    /// Returns the problem, or nil if the worker works.
    func worksStill() -> MediaWorkerError? {
        guard let problem = askAgain() else { return nil }
        state.withLock { if $0.problem == nil { $0.problem = problem } }
        return problem
    }
}

extension StoreError {
    /// Creates the error for an import that did not begin.
    fileprivate init(refusalFor problem: MediaWorkerError) {
        self.init(
            .readerUnavailable,
            "Nothing was read. \(problem) \(Self.wayWithoutFacts)",
            cause: problem
        )
    }

    /// Creates the error for an import that was stopped before its end.
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
