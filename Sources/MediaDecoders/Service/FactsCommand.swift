import Foundation
import PhotosMedia
import WorkerService

/// The command `photokit-media facts FILE` for users, which prints the facts that the library gets.
enum FactsCommand {
    /// Runs the command.
    ///
    /// The exit code is 0, 1 for a file that gives no facts, or 66 for a file that cannot be opened.
    static func run(_ path: String) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            WorkerUsage.complain("The file could not be opened: \(systemMessage(errno)).")
            return 66
        }
        defer { close(descriptor) }
        let zone = TimeZone.current
        Decoders.prepare()
        let options = SandboxOptions(
            SandboxPolicy.arguments(environment: ProcessInfo.processInfo.environment)[...]
        )
        if let refusal = Sandbox.enter(options, for: .reading).refusal {
            WorkerUsage.complain("\(MediaWorkerError(.noSandbox, refusal))")
            return 1
        }
        do {
            let facts = try CombinedFacts.read(descriptor, zone: zone, decoders: LinkedDecoders())
                .facts
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .iso8601
            print(String(decoding: try encoder.encode(facts), as: UTF8.self))
            return 0
        } catch {
            WorkerUsage.complain("\(error)")
            return 1
        }
    }
}
