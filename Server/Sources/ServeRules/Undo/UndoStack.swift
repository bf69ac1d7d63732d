/// The changes of one session that can be undone and redone, as a value without a clock.
public struct UndoStack<Step: Sendable>: Sendable {
    /// The largest number of steps; older ones are forgotten.
    public static var limit: Int { 100 }

    private var steps: [(id: String, step: Step)] = []

    /// Makes an empty stack.
    public init() {}

    /// Adds a step.
    ///
    /// - Returns: The identifier of the step that was forgotten for it; nil where there was room.
    @discardableResult
    public mutating func add(_ step: Step, id: String) -> String? {
        steps.append((id, step))
        return steps.count > Self.limit ? steps.removeFirst().id : nil
    }

    /// The identifiers of all steps, the oldest first.
    public var ids: [String] { steps.map(\.id) }

    /// Returns a step; nil for an unknown identifier.
    public func step(withID id: String) -> Step? { steps.last { $0.id == id }?.step }

    /// Returns the last step that fulfils a condition, with its identifier; nil if none does.
    public func last(where isWanted: (Step) -> Bool) -> (id: String, step: Step)? {
        steps.last { isWanted($0.step) }
    }

    /// Removes a step that was carried out.
    public mutating func removeStep(withID id: String) { steps.removeAll { $0.id == id } }

    /// Removes the steps that fulfil a condition.
    ///
    /// - Returns: Their identifiers.
    public mutating func removeAll(where isUnwanted: (Step) -> Bool) -> [String] {
        let removed = steps.filter { isUnwanted($0.step) }.map(\.id)
        steps.removeAll { isUnwanted($0.step) }
        return removed
    }
}
