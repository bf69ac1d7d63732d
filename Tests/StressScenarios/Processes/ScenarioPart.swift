import Foundation
import LibraryExercise
package import PhotosTestSupport

/// The part that a process of a scenario's own plays: it answers requests, a line for each line.
package protocol ScenarioPart {
    /// Answers the words of a line.
    mutating func answer(_ request: [String]) throws -> String
}

/// The parts by their names: `PART LIBRARY SEED …`.
package enum ScenarioParts {
    /// Names the part to a process.
    ///
    /// Beneath a library that fakes the time a Swift program does not learn its arguments.
    private static let variable = "PHOTOKIT_SCENARIO_PART"

    /// The part that this process is to play.
    package static var named: [String]? {
        ProcessInfo.processInfo.environment[variable].map { $0.components(separatedBy: "\n") }
    }

    /// Starts a process that plays a part.
    package static func start(
        _ name: String,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) throws -> LineProcess {
        let program = BuiltProgram.url("photokit-dev")
        let part = [variable: arguments.joined(separator: "\n")]
        let process = try LineProcess(
            name,
            program,
            ["plays"] + arguments,
            environment: environment.merging(part) { $1 }
        )
        guard try process.answer() == "ready" else { throw Fault("\(name) is not ready") }
        return process
    }
}
