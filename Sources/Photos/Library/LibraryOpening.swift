import PhotosStore
import Synchronization

/// The engine of a library, or the error that prevents opening it.
///
/// After a failure, the next access tries again, at most once a second: a volume may be back. `state` guards the
/// outcome. Accesses during an attempt wait for its end.
final class LibraryOpening: Sendable {
    private let state: Mutex<State>
    private let open: (@Sendable () throws -> Library)?

    private struct State {
        var outcome: Result<Library, any Error>
        var lastTry = ContinuousClock.now
    }

    /// The shortest time between two attempts.
    private static let pause = Duration.seconds(1)

    init(_ outcome: Result<Library, any Error>) {
        state = Mutex(State(outcome: outcome))
        open = nil
    }

    init(_ open: @escaping @Sendable () throws -> Library) {
        state = Mutex(State(outcome: Result { try open() }))
        self.open = open
    }

    var outcome: Result<Library, any Error> {
        state.withLock { state in
            if case .failure = state.outcome, let open,
                ContinuousClock.now - state.lastTry > Self.pause
            {
                state.outcome = Result { try open() }
                state.lastTry = .now
            }
            return state.outcome
        }
    }
}
