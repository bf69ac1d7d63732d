import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// The scenario `non-interference` of the stress tests, over HTTP.
///
/// Two libraries are equal in what a limited device and the guest of a link see, and differ in everything else. Each
/// answer, refusal and event must be the same in both, byte by byte. `PHOTOKIT_TEST_TWIN_QUESTIONS` sets the number of
/// questions of each seed.
@Suite(.permit) struct NonInterferenceTests {
    private static let questions =
        ProcessInfo.processInfo.environment["PHOTOKIT_TEST_TWIN_QUESTIONS"].flatMap { Int($0) }
        ?? 160

    /// Runs a script on two servers, and returns it.
    private static func run(
        seed: UInt64,
        questions: Int,
        leak: TwinScript.Leak? = nil
    ) async throws -> TwinScript {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("twins-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let both = [folder.appendingPathComponent("A"), folder.appendingPathComponent("B")]
        let shared = try await offThread { () -> [String] in
            for home in both {
                try FileManager.default.createDirectory(
                    at: home,
                    withIntermediateDirectories: true
                )
            }
            // The second library is a copy of the first, so that both know the shared photos by the same identifiers.
            let first = both[0].appendingPathComponent("Test.photolib")
            let library = try PHPhotoLibrary.open(at: first, create: true, user: .owner)
            try TestPhotos.add(14, to: library)
            let shared = TestPhotos.all(library).map(\.localIdentifier)
            library.close()
            // The two copies do not differ, not even in the times of files.
            let copy = Process()
            copy.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            copy.arguments = ["cp", "-a", first.path, both[1].path]
            try copy.run()
            copy.waitUntilExit()
            return shared
        }
        let outcome = Box<TwinScript?>(nil)
        try await FewAtOnce.run {
            try await withServer(both[0]) { first in
                try await withServer(both[1]) { second in
                    let seen = Array(shared.prefix(8))
                    let twins = [
                        try await TwinServer(first, seen: seen, seed: seed &* 2),
                        try await TwinServer(second, seen: seen, seed: seed &* 2 + 1),
                    ]
                    var script = TwinScript(
                        twins,
                        shared: shared,
                        seen: Set(seen),
                        seed: seed,
                        leak
                    )
                    try await script.run(questions)
                    outcome.set(script)
                }
            }
        }
        return try #require(outcome.value)
    }

    private static func withServer(
        _ folder: URL,
        _ body: @escaping @Sendable (ServeFixture) async throws -> Void
    ) async throws {
        var options = ServerOptions(library: folder.appendingPathComponent("Test.photolib"))
        options.port = 0
        options.state = folder.appendingPathComponent("state")
        try await ServeFixture.run(options, folder, body)
    }

    @Test(arguments: [UInt64(1), 2])
    func limitedClientsCannotTellLibrariesApart(_ seed: UInt64) async throws {
        let script = try await Self.run(seed: seed, questions: Self.questions)
        #expect(script.differences == [])
        #expect(script.visibleChanges > 20)
        #expect(script.answeredCount > Self.questions / 5)
        // Each route that reads was asked.
        let missing = script.routes.filter {
            $0.method == "GET" && !script.asked.contains("GET \($0.path)")
        }
        #expect(missing == [])
    }

    @Test(arguments: [TwinScript.Leak.photo, .event])
    func aPlantedLeakIsFound(_ leak: TwinScript.Leak) async throws {
        let script = try await Self.run(seed: 3, questions: Self.questions, leak: leak)
        #expect(script.differences.contains { $0.contains("of the device") })
    }
}
