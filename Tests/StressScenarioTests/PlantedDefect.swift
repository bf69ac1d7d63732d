import StressScenarios
import Testing

/// Says in which scenario a test plants a defect, by the name of the scenario.
///
/// `ScenarioTableTests` demands such a test of each scenario. One type can be several scenarios, so that a type is not enough.
struct PlantedDefect: TestTrait {
    let scenario: String
}

extension Trait where Self == PlantedDefect {
    /// - Parameter scenario: The name of a scenario, as in the table.
    /// - Returns: The trait.
    static func plants(in scenario: String) -> Self { PlantedDefect(scenario: scenario) }
}
