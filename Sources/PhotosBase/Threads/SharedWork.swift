import Synchronization

/// Work that several tasks may ask for at the same time, and that is then done once.
///
/// The mutex guards the list of work. The work runs outside the mutex, in a task of its own.
public final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Work {
        let number: Int
        let task: Task<Value, any Error>
        /// The number of tasks that wait for the value.
        var waiting: Int
    }

    private struct State {
        var works: [Key: Work] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// Makes an empty list of work.
    public init() {}

    /// Returns the value of work: of work that runs already, or of new work.
    ///
    /// The work is cancelled when all tasks that wait for it are.
    ///
    /// - Parameters:
    ///   - key: What the work is about.
    ///   - body: The work.
    /// - Returns: The value.
    /// - Throws: The error of the work.
    public func value(
        of key: Key,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let work = join(key, body)
        return try await withTaskCancellationHandler {
            try await work.task.value
        } onCancel: {
            leave(key, work.number)
        }
    }

    private func join(_ key: Key, _ body: @escaping @Sendable () async throws -> Value) -> Work {
        state.withLock { state in
            if var present = state.works[key] {
                present.waiting += 1
                state.works[key] = present
                return present
            }
            state.count += 1
            let number = state.count
            let task = Task.detached { [self] in
                defer { remove(key, number) }
                return try await body()
            }
            let work = Work(number: number, task: task, waiting: 1)
            state.works[key] = work
            return work
        }
    }

    private func leave(_ key: Key, _ number: Int) {
        let unwanted = state.withLock { state -> Work? in
            guard var work = state.works[key], work.number == number else { return nil }
            work.waiting -= 1
            state.works[key] = work.waiting > 0 ? work : nil
            return work.waiting > 0 ? nil : work
        }
        unwanted?.task.cancel()
    }

    private func remove(_ key: Key, _ number: Int) {
        state.withLock { state in
            if state.works[key]?.number == number { state.works[key] = nil }
        }
    }
}
