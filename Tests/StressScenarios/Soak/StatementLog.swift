import PhotosStore
import Synchronization

/// The slowest statements of a process while it listens.
final class StatementLog: Sendable {
    private let state = Mutex(State())

    fileprivate struct State {
        var isListening = false
        var slowest: [SoakMeasurements.SlowStatement] = []
    }

    /// An environment whose statements the log hears.
    func environment(author: String) -> EngineEnvironment {
        var environment = EngineEnvironment(author: author)
        environment.slowStatements = .init(limit: 0.005) { [self] in hear($0, $1) }
        return environment
    }

    func listen(_ isListening: Bool) { state.withLock { $0.isListening = isListening } }

    var slowest: [SoakMeasurements.SlowStatement] { state.withLock { $0.slowest } }

    /// Of the same statement only its slowest run is kept.
    private func hear(_ sql: String, _ seconds: Double) {
        let text = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        state.withLock { state in
            guard state.isListening else { return }
            if let index = state.slowest.firstIndex(where: { $0.sql == text }) {
                let known = state.slowest.remove(at: index)
                state.insert(
                    .init(sql: text, seconds: max(known.seconds, seconds), runs: known.runs + 1)
                )
            } else {
                state.insert(.init(sql: text, seconds: seconds, runs: 1))
            }
        }
    }
}

extension StatementLog.State {
    fileprivate mutating func insert(_ statement: SoakMeasurements.SlowStatement) {
        let rank = slowest.firstIndex { $0.seconds < statement.seconds } ?? slowest.count
        slowest.insert(statement, at: rank)
        if slowest.count > 20 { slowest.removeLast() }
    }
}
