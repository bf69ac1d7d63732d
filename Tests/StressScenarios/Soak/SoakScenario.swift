package import Foundation
import LibraryGeneration
import PhotosStore
import PhotosTestSupport

/// Many processes on one library for a while, none of which ever sees half a change.
package struct SoakScenario: Scenario {
    package let name = "soak"
    package let summary =
        "4 writers, 8 readers, 2 observers, an editor, a viewer, a checkpointer: whole groups, no gaps, sums equal, acknowledged assets there, memory and descriptors flat"
    package let promises = ["P1", "P2", "P5", "P6"]
    package let unit = "changes"

    package init() {}

    package func count(of length: StressLength) -> Int { length == .short ? 2_000 : 500_000 }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        let folder = order.folder.appendingPathComponent("Soak.photolib", isDirectory: true)
        let store = try Library.open(folder, create: true)
        var recipe = LibraryRecipe(assets: 24, seed: order.seed)
        (recipe.albums, recipe.folders, recipe.edits) = (3, 1, 0)
        try recipe.fill(store, clock: TestClock())
        let seconds = seconds(order)
        let stretch = seconds == 0 ? 2.0 : order.length == .short ? 5 : 20
        let run = try SoakRun(order, store, folder, .stress(seconds: seconds, stretch: stretch))
        return try run.result().report
    }

    /// The minimum duration; an order of fewer changes than a short run has none.
    private func seconds(_ order: ScenarioOrder) -> Double {
        if order.count < count(of: .short) { return 0 }
        return order.length == .short ? 20 : 1_800
    }

    /// Soaks a library, which it changes.
    ///
    /// - Returns: The report of the stress tests, and a summary of the measurements for people.
    package static func soak(
        _ folder: URL,
        _ order: ScenarioOrder,
        _ plan: SoakPlan
    ) throws -> (report: ScenarioReport, summary: String) {
        try SoakRun(order, Library.open(folder), folder, plan).result()
    }
}
