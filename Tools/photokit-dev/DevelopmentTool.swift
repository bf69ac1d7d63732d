import ArgumentParser
import Foundation
import StressScenarios

/// The tool of those who work on OpenPhotoKit: libraries to measure, measurements, and stress tests.
@main
struct DevelopmentTool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photokit-dev",
        abstract: "Makes libraries, measures, and runs stress tests of OpenPhotoKit.",
        subcommands: [
            Generate.self, Gallery.self, Commits.self, Figures.self, Stress.self, Soak.self,
        ]
    )

    static func main() async {
        do {
            // A scenario of the stress tests has started this process for a part of its own.
            if let part = ScenarioParts.named {
                try ScenarioParts.play(part)
                return
            }
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            exit(withError: error)
        }
    }
}

/// Measurements that the benchmarks do not make.
struct Figures: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Measures pictures, cancelled requests, embedded metadata, the worker's sandbox, limited access, remotes, searches, or movies.",
        subcommands: [
            PictureFigures.self, CancellingFigures.self, EmbeddingFigures.self, SandboxFigures.self,
            AccessFigures.self, ElsewhereFigures.self, SearchFigures.self,
            MovieFigures.self,
        ]
    )
}
