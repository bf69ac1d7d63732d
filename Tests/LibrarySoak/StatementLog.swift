import PhotosStore
import Synchronization

/// The slowest statements of a process while it listens.
final class StatementLog: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isListening = false
        var slowest: [SoakReport.SlowStatement] = []
    }

    private static let kept = 10

    /// An environment whose statements the log hears.
    func environment(author: String) -> EngineEnvironment {
        var environment = EngineEnvironment(author: author)
        environment.slowStatements = .init(limit: 0.005) { [self] in hear($0, $1) }
        return environment
    }

    func listen(_ isListening: Bool) { state.withLock { $0.isListening = isListening } }

    var slowest: [SoakReport.SlowStatement] { state.withLock { $0.slowest } }

    private func hear(_ sql: String, _ seconds: Double) {
        state.withLock { state in
            guard state.isListening else { return }
            let rank = state.slowest.firstIndex { $0.seconds < seconds } ?? state.slowest.count
            state.slowest.insert(.init(sql: sql, seconds: seconds), at: rank)
            if state.slowest.count > Self.kept { state.slowest.removeLast() }
        }
    }
}
