import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// A library that is exported, and imported into an empty one, is the same library.
///
/// `PHOTOKIT_TEST_ROUND_TRIPS` sets the number of generated libraries, and `PHOTOKIT_TEST_ROUND_TRIP_SEED` the first
/// seed. Three hundred libraries take forty seconds of processor time.
@Suite(.permit) struct RoundTripTests {
    private static func setting(_ name: String, _ usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? usual
    }

    @Test func `a generated library comes back as it was`() async throws {
        let first = Self.setting("PHOTOKIT_TEST_ROUND_TRIP_SEED", 1)
        let count = Self.setting("PHOTOKIT_TEST_ROUND_TRIPS", 100)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for part in 0..<4 {
                group.addTask {
                    for seed in stride(from: first + part, to: first + count, by: 4) {
                        try Self.roundTrip(UInt64(seed))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func roundTrip(_ seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed &+ 99)
        let source = try GeneratedLibrary(seed: seed, assets: 2 + numbers.number(below: 12)).library
        defer { source.close() }
        var options = ExportOptions()
        options.versions = .both
        options.metadata = .sidecars
        options.isWhole = true
        options.includesDeleted = numbers.chance(0.3)
        options.albums = numbers.pick([.none, .links, .copies])
        options.template = try ExportTemplate(
            numbers.pick([
                "{original}", "{created:%Y/%m}/{original}", "{album|none}/{caption}", "{camera|x}",
                "{rating|0}/{favorite}/{type}-{id}",
            ])
        )
        options.blockFiles = 1 + numbers.number(below: 20)
        let folder = try TemporaryFolder()
        let out = folder.url.appendingPathComponent("out")
        let failures = Mutex<[String]>([])
        let exporter = Exporter(
            source,
            options: options,
            notify: { event in
                if case .failed = event { failures.withLock { $0.append("\(event)") } }
            }
        )
        let summary = try exporter.runAll(to: out)
        #expect(summary.failedCount == 0, "seed \(seed): \(failures.withLock { $0 })")
        let target = try Library.temporary(seed: seed &+ 1_000_000)
        defer { target.close() }
        var importing = ImportOptions()
        importing.blockFiles = 1 + numbers.number(below: 20)
        var refused: [String] = []
        let imported = try Importer(
            target,
            options: importing,
            notify: { event in
                switch event {
                case .refused(let url, let reason), .incomplete(let url, let reason):
                    refused.append("\(url.path): \(reason)")
                case .loss(let path, let reason): refused.append("\(path): \(reason)")
                default: break
                }
            }
        ).run([out])
        #expect(refused.isEmpty, "seed \(seed): \(refused)")
        #expect(imported.otherCount == 0, "seed \(seed)")
        let before = try LibraryDescription(source, withDeleted: options.includesDeleted).lines
        let after = try LibraryDescription(target, withDeleted: true).lines
        if before != after {
            let pairs = zip(before, after).filter { $0 != $1 }
            Issue.record(
                "seed \(seed): \(before.count) and \(after.count) lines\n\(pairs.first.map { "\($0)\n\($1)" } ?? "")"
            )
        }
        let again = try Exporter(source, options: options).runAll(to: out)
        #expect(again.writtenCount + again.sidecarCount + again.albumFileCount == 0, "seed \(seed)")
        #expect(again.unchangedAssetCount == again.assetCount, "seed \(seed)")
    }
}
