import Synchronization

/// A list that callbacks on any queue add to.
///
/// The mutex guards it. Public, though no product has it, because the clients of the tests are compiled outside the package.
public final class Collected<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])

    /// Makes an empty list.
    public init() {}

    /// Adds a value at the end.
    public func add(_ value: Value) { state.withLock { $0.append(value) } }

    /// What was added so far.
    public var values: [Value] { state.withLock { $0 } }
}
