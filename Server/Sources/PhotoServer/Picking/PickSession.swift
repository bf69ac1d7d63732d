import Foundation
import HTTPTypes
import ServeRules
import Synchronization

/// The one question of a server in pick mode, until somebody answered it.
///
/// The mutex guards the state.
final class PickSession: Sendable {
    private struct State {
        var presence: PickPresence
        var outcome: PickOutcome?
        var waiting: CheckedContinuation<PickOutcome, Never>?
        /// Whether an answer is being carried out, so that no second one begins.
        var isAnswering = false
        /// The outcome of the question if that answer fails.
        var later: PickOutcome?

        /// Sets the outcome, and returns who waits for it.
        mutating func endQuestion(
            with outcome: PickOutcome
        ) -> CheckedContinuation<PickOutcome, Never>? {
            guard self.outcome == nil else { return nil }
            self.outcome = outcome
            defer { waiting = nil }
            return waiting
        }
    }

    /// The rights of the page, which reads and changes nothing.
    ///
    /// The person who picks is the owner, and may search places and persons. No route in pick mode shows them.
    static let grant = Grant(user: .owner, isReadOnly: true, allowsOriginals: false)

    let request: PickRequest
    private let state: Mutex<State>

    init(_ request: PickRequest, at now: Double) {
        self.request = request
        state = Mutex(State(presence: PickPresence(waiting: request.wait, at: now)))
    }

    var isOver: Bool { state.withLock { $0.outcome != nil } }

    /// Waits for the outcome.
    func waitForOutcome() async -> PickOutcome {
        await withCheckedContinuation { continuation in
            let outcome = state.withLock { state -> PickOutcome? in
                if state.outcome == nil { state.waiting = continuation }
                return state.outcome
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }

    /// Ends the question; only the first outcome counts.
    ///
    /// An answer that is being carried out comes first: nobody may hear that nothing was picked while access is widened.
    func endQuestion(with outcome: PickOutcome) {
        let waiting = state.withLock { state -> CheckedContinuation<PickOutcome, Never>? in
            guard state.isAnswering else { return state.endQuestion(with: outcome) }
            state.later = state.later ?? outcome
            return nil
        }
        waiting?.resume(returning: outcome)
    }

    /// Carries out an answer of the page, one at a time.
    ///
    /// - Throws: ``Problem`` where the question is over; what `body` throws leaves the question open.
    func answerQuestion(_ body: () async throws -> PickOutcome) async throws {
        let isFree = state.withLock { state in
            guard state.outcome == nil, !state.isAnswering else { return false }
            state.isAnswering = true
            return true
        }
        guard isFree else { throw Problem.pickIsOver }
        do {
            endAnswer(try await body())
        } catch {
            endAnswer(nil)
            throw error
        }
    }

    private func endAnswer(_ outcome: PickOutcome?) {
        let (outcome, waiting) = state.withLock { state in
            state.isAnswering = false
            let outcome = outcome ?? state.later
            state.later = nil
            return (outcome, outcome.flatMap { state.endQuestion(with: $0) })
        }
        if let outcome { waiting?.resume(returning: outcome) }
    }

    func recordSign(at now: Double) { state.withLock { $0.presence.recordRequest(at: now) } }
    func recordLeaving(at now: Double) { state.withLock { $0.presence.recordDeparture(at: now) } }

    /// Checks whether the person is still there; called once a second.
    func checkPresence(isFollowing: Bool, at now: Double) {
        let verdict = state.withLock { state -> PickPresence.Verdict in
            state.presence.recordEventStream(isOpen: isFollowing, at: now)
            // An answer that is being carried out is worth more than a page that is gone.
            return state.isAnswering ? .waiting : state.presence.verdict(at: now)
        }
        switch verdict {
        case .waiting: break
        case .neverCame: endQuestion(with: .cancelled(.nobodyCame))
        case .gone: endQuestion(with: .cancelled(.pageClosed))
        }
    }
}

/// How a question ended.
enum PickOutcome: Sendable {
    enum Reason: String, Sendable {
        case person, pageClosed, nobodyCame, askerEnded
    }

    struct Pick: Encodable, Sendable {
        /// The local identifier; nil for an application that gets copies alone.
        var id: String?
        /// The paths of the copies.
        var files: [String]
    }

    case picked([Pick], folder: String?)
    /// The decision about access, in the words of `photokit access`.
    case decided(String)
    case cancelled(Reason)
    /// The server cannot go on.
    case failed
}

extension Problem {
    static let pickIsOver = Problem(
        .conflict,
        "over",
        "This question was answered already, or its program has ended."
    )
}
