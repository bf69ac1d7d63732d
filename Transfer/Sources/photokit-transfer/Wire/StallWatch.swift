import Foundation
import Synchronization

/// Cancels exchanges on which no byte comes or goes.
///
/// Safe on any thread; the mutex guards the list.
final class StallWatch: Sendable {
    private struct Entry: Sendable {
        let activity: Activity
        let cancel: @Sendable () -> Void
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var isRunning = false
    }

    private let state = Mutex(State())
    let seconds: Double

    init(seconds: Double) { self.seconds = seconds }

    func add(_ activity: Activity, cancel: @escaping @Sendable () -> Void) {
        let starts = state.withLock { state in
            state.entries[ObjectIdentifier(activity)] = Entry(activity: activity, cancel: cancel)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard starts else { return }
        Task { await self.watch() }
    }

    func remove(_ activity: Activity) {
        state.withLock { $0.entries[ObjectIdentifier(activity)] = nil }
    }

    // Ends where nothing is watched any more.
    private func watch() async {
        while true {
            try? await Task.sleep(for: .seconds(min(1, seconds / 4)))
            let entries = state.withLock { state in
                if state.entries.isEmpty { state.isRunning = false }
                return Array(state.entries.values)
            }
            if entries.isEmpty { return }
            for entry in entries where entry.activity.checkStall(after: seconds) { entry.cancel() }
        }
    }
}
