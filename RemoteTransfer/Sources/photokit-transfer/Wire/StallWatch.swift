import Foundation
import Synchronization

/// Cancels exchanges on which no byte comes or goes.
///
/// Safe on any thread; the mutex guards the list.
final class StallWatch: Sendable {
    private struct Entry: Sendable {
        let activity: Activity
        /// Returns the seconds without a byte after which the exchange is cancelled.
        let limit: @Sendable () -> Double
        let cancel: @Sendable () -> Void
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var isRunning = false
    }

    private let state = Mutex(State())
    /// The seconds between two checks.
    private let interval: Double

    /// - Parameter shortest: The shortest limit of an exchange, in seconds.
    init(shortest: Double) { interval = min(1, shortest / 16) }

    func add(
        _ activity: Activity,
        limit: @escaping @Sendable () -> Double,
        cancel: @escaping @Sendable () -> Void
    ) {
        let entry = Entry(activity: activity, limit: limit, cancel: cancel)
        let starts = state.withLock { state in
            state.entries[ObjectIdentifier(activity)] = entry
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard starts else { return }
        Task { await self.watchEntries() }
    }

    func remove(_ activity: Activity) {
        state.withLock { $0.entries[ObjectIdentifier(activity)] = nil }
    }

    // Ends where nothing is watched any more.
    private func watchEntries() async {
        while true {
            try? await Task.sleep(for: .seconds(interval))
            let entries = state.withLock { state in
                if state.entries.isEmpty { state.isRunning = false }
                return Array(state.entries.values)
            }
            if entries.isEmpty { return }
            for entry in entries where entry.activity.checkStall(after: entry.limit()) {
                entry.cancel()
            }
        }
    }
}
