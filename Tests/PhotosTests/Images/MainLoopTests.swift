import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// Programs of their own, since the tests' main queue is always served.
@Suite(.permit) struct MainLoopTests {
    @Test(arguments: [("wait", "other thread 32 x 24\n"), ("loop", "main thread 32 x 24\n")])
    func `a program gets its images, with a main loop or without`(
        _ mode: String,
        _ expected: String
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waiter-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let picture = folder.appendingPathComponent("1.jpg")
        try Data(TestJPEG().data()).write(to: picture)
        let output = folder.appendingPathComponent("output")
        try Data().write(to: output)

        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("library-client")
        process.arguments = [picture.path, mode]
        process.environment = ProcessInfo.processInfo.environment.merging([
            "PHOTOKIT_LIBRARY": folder.appendingPathComponent("Test.photolib").path
        ]) { $1 }
        process.standardOutput = try FileHandle(forWritingTo: output)
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in done.resume() }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                done.resume(throwing: error)
            }
        }
        #expect(process.terminationStatus == 0)
        #expect(try String(contentsOf: output, encoding: .utf8) == expected)
    }
}
