package import PhotosStore
import Synchronization

/// Writes down the statements of a library's connections.
package final class StatementTracer: Sendable {
    private let statements = Mutex<[String]>([])

    package init() {}

    package func hear(_ statement: String) { statements.withLock { $0.append(statement) } }

    /// The statements of `body`, transactions and settings of a connection left out.
    package func statements(of body: () throws -> Void) rethrows -> [String] {
        statements.withLock { $0 = [] }
        try body()
        let passing = ["BEGIN", "COMMIT", "ROLLBACK", "PRAGMA", "SAVEPOINT", "RELEASE"]
        return statements.withLock { list in
            list.filter { statement in !passing.contains { statement.hasPrefix($0) } }
        }
    }
}

extension EngineEnvironment {
    /// A test environment whose statements a tracer hears.
    package static func traced(by tracer: StatementTracer) -> EngineEnvironment {
        var environment = test()
        environment.trace = { tracer.hear($0) }
        return environment
    }
}
