/// The processes of a soak and their pace.
package struct SoakPlan: Sendable {
    /// Processes that change whole groups of assets, and make assets.
    var writers = 4
    /// Processes that read groups and the history.
    var readers = 8
    /// Processes that follow fifteen fetch results and a replica of the whole library.
    ///
    /// A comparison reads every object, so large libraries have none.
    var observers = 2
    /// Processes that edit other objects as people do.
    var editors = 1
    /// Processes that follow the fetch results of an application, and measure.
    var viewers = 1
    /// Changes a second of each editor.
    var pace = 5.0
    /// Whether writers and checkpoints keep that pace too, instead of going as fast as they can.
    ///
    /// The times of statements and deliveries are then those of a library in everyday use.
    var isMeasured = false
    /// The duration of each stretch of work in seconds; a comparison follows each stretch.
    var stretch: Double
    /// The duration of all stretches in seconds, at least.
    var seconds: Double
    /// The duration of a statement, in seconds, that is a fault; nil for no limit.
    var statementLimit: Double?

    /// The soak of the stress tests, whose library is small and whose writers never rest.
    static func stress(seconds: Double, stretch: Double) -> SoakPlan {
        SoakPlan(stretch: stretch, seconds: seconds)
    }

    /// A soak of a large library in everyday use, which measures.
    ///
    /// - Parameters:
    ///   - seconds: The duration; four comparisons divide it.
    ///   - editors: The number of processes that edit. One more process changes groups, and one reads them.
    ///   - viewers: The number of processes that follow fetch results.
    ///   - pace: Changes a second of each editor.
    ///   - statementLimit: The seconds from which on a statement is a fault.
    /// - Returns: The plan, with one process for checkpoints.
    package static func measured(
        seconds: Int,
        editors: Int,
        viewers: Int,
        pace: Double,
        statementLimit: Double
    ) -> SoakPlan {
        var plan = SoakPlan(stretch: Double(seconds) / 4, seconds: Double(seconds))
        // Without editors the soak measures the cost of viewers that have nothing to do.
        let checks = editors > 0 ? 1 : 0
        (plan.writers, plan.readers, plan.observers) = (checks, checks, 0)
        (plan.editors, plan.viewers) = (editors, viewers)
        (plan.pace, plan.isMeasured) = (pace, true)
        plan.statementLimit = statementLimit
        return plan
    }
}
