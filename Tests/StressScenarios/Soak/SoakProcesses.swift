import Foundation
import PhotosTestSupport

/// The processes of a soak, by their parts.
struct SoakProcesses {
    private(set) var writers: [LineProcess] = []
    private(set) var readers: [LineProcess] = []
    private(set) var observers: [LineProcess] = []
    private(set) var editors: [LineProcess] = []
    private(set) var viewers: [LineProcess] = []
    private(set) var checkpointers: [LineProcess] = []
    /// The seeds of the writers, in their order.
    private(set) var writerSeeds: [UInt64] = []

    var all: [LineProcess] { writers + readers + observers + editors + viewers + checkpointers }

    /// The processes that work for a stretch.
    var active: [LineProcess] { writers + readers + editors + checkpointers }

    /// The processes that compare at a quiet point.
    var compared: [LineProcess] { readers + observers + viewers + checkpointers }

    static func start(
        _ plan: SoakPlan,
        _ order: ScenarioOrder,
        _ folder: URL
    ) throws -> SoakProcesses {
        func seeds(_ count: Int) -> [UInt64] {
            (0..<count).map { order.seed &* 1_000 &+ UInt64($0 + 1) }
        }
        func parts(_ name: String, _ count: Int, _ more: [String] = []) throws -> [LineProcess] {
            try seeds(count).enumerated().map { index, seed in
                let words = ["soak-\(name)", folder.path, "\(seed)"] + more
                return try ScenarioParts.start("\(name) \(index + 1)", words)
            }
        }
        let pace = "pace=\(plan.pace)"
        let measured = plan.isMeasured ? [pace] : []
        var processes = SoakProcesses()
        processes.observers = try parts("observer", plan.observers)
        processes.viewers = try parts("viewer", plan.viewers)
        processes.writers = try parts("writer", plan.writers, measured)
        processes.writerSeeds = seeds(plan.writers)
        processes.editors = try parts("editor", plan.editors, [pace])
        processes.readers = try parts("reader", plan.readers, order.isBroken ? ["torn"] : [])
        processes.checkpointers = try parts("checkpointer", 1, measured)
        return processes
    }
}
