import CSteadyCounters
import PhotosStore
import Synchronization

/// Counts what this process does.
final class Counters: Sendable {
    /// Nil where the machine counts no instructions, with the system's word for it.
    let refusal: Int32?
    private let statements = Atomic<UInt64>(0)

    init() {
        let error = steady_count_instructions()
        refusal = error == 0 && steady_instructions() > 0 ? nil : error
    }

    func traced(_ environment: EngineEnvironment) -> EngineEnvironment {
        var environment = environment
        environment.trace = { [self] _ in statements.add(1, ordering: .relaxed) }
        return environment
    }

    func measure(_ body: () throws -> Void) rethrows -> Figures {
        let before = now
        try body()
        let after = now
        return Figures(
            statements: after.statements - before.statements,
            allocations: after.allocations - before.allocations,
            fileCalls: (after.fileCalls ?? 0) - (before.fileCalls ?? 0),
            instructions: refusal == nil
                ? (after.instructions ?? 0) - (before.instructions ?? 0) : nil
        )
    }

    private var now: Figures {
        Figures(
            statements: statements.load(ordering: .relaxed),
            allocations: steady_allocations(),
            fileCalls: steady_file_calls(),
            instructions: steady_instructions()
        )
    }
}
