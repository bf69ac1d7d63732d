import Foundation
package import PhotosMedia

/// The worker program that was built with the tests.
package enum TestWorker {
    package struct Missing: Error, CustomStringConvertible {
        package let description =
            "The worker was not found beside the tests. Build it with "
            + "swift build --product photokit-media, or name it in PHOTOKIT_MEDIA_WORKER."
    }

    /// The path of the program: what the variable names, else what lies beside the tests.
    package static func program() throws -> String {
        var environment = ProcessInfo.processInfo.environment
        // An installed worker of another version is not the one under test.
        environment["PATH"] = nil
        guard let program = WorkerProgram.findWorker(environment: environment) else {
            throw Missing()
        }
        return program
    }

    /// A client of that program.
    package static func client(
        timeout: Duration = MediaWorkerClient.defaultTimeout
    ) throws -> MediaWorkerClient {
        MediaWorkerClient(
            program: try program(),
            environment: ProcessInfo.processInfo.environment,
            timeout: timeout
        )
    }
}
