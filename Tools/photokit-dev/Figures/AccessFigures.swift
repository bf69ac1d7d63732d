import ArgumentParser
import Foundation
import GRDB
import LibraryGeneration
import PhotosStore
import PhotosTestSupport

/// Measures what limited access costs.
///
/// A client that sees all of a library and one that sees the same assets as a selection do the same work in turns. A second library has nine times as much that the client does not see.
struct AccessFigures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access",
        abstract: "Measures what limited access costs."
    )

    @Argument(help: "How many assets the client sees.")
    var assets = 100_000

    @Argument(help: "How often each work is measured.")
    var rounds = 7

    @Option(help: "A part of the names of the works that are measured; all of them without it.")
    var only: String?

    func run() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("access-figures-\(getpid())", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func bench(_ name: String, _ count: Int, isLimited: Bool) throws -> Bench {
            try Bench(name, in: folder, assets: count, visible: assets, isLimited: isLimited)
        }
        let benches = [
            try bench("everything", assets, isLimited: false),
            try bench("selection", assets, isLimited: true),
            try bench("selection of a tenth", assets * 10, isLimited: true),
        ]
        print("\(assets) visible assets, medians of \(rounds) rounds in ms")
        print(
            "| work | all is visible | the same as a selection | ratio | among ten times as many | ratio |"
        )
        print("|---|---|---|---|---|---|")
        for work in works where only.map(work.name.contains) ?? true {
            var times = Array(repeating: [Double](), count: benches.count)
            for round in 0...rounds {
                for (index, bench) in benches.enumerated() {
                    let time = try work.run(bench)
                    // The first round warms up.
                    if round > 0 { times[index].append(time) }
                }
            }
            let medians = times.map { $0.sorted()[$0.count / 2] }
            print(
                "| \(work.name) | "
                    + [
                        String(format: "%.3f", medians[0]), String(format: "%.3f", medians[1]),
                        String(format: "%.2f", medians[1] / medians[0]),
                        String(format: "%.3f", medians[2]),
                        String(format: "%.2f", medians[2] / medians[0]),
                    ].joined(separator: " | ") + " |"
            )
        }
    }
}

private let application = "org.example.figures"

/// A library as somebody has it open, with what the work is done on.
private struct Bench {
    let name: String
    let count: Int
    let owner: Library
    let client: Library
    let uuids: [UUID]

    init(
        _ name: String,
        in folder: URL,
        assets: Int,
        visible count: Int,
        isLimited: Bool
    ) throws {
        self.count = count
        self.name = name
        let url = folder.appendingPathComponent("\(name).photolib", isDirectory: true)
        let clock = TestClock(Date(timeIntervalSinceReferenceDate: 770_000_000))
        var recipe = LibraryRecipe(assets: assets)
        recipe.albums = 100
        recipe.edits = 0
        var environment = recipe.environment(clock: clock)
        owner = try Library.open(url, create: true, environment: environment)
        try recipe.fill(owner, clock: clock)
        try Self.addResources(url)
        let rows = Array(try owner.records.fetch(FetchPlan(.assets)).rows.array.prefix(count))
        let records = try owner.records.assets(rows).records
        uuids = rows.compactMap { records[$0]?.uuid }
        if isLimited {
            try owner.clients.setAccess(.limited, for: .readWrite, of: application)
            try owner.clients.select(adding: uuids, for: application)
        }
        environment.client = .application(application)
        // Saved lists answer for those alone who see everything, and would be another work.
        environment.smallestSavedList = .max
        client = try Library.open(url, environment: environment)
    }
}

extension Bench {
    /// Gives each asset an original, whose file nobody opens here.
    private static func addResources(_ url: URL) throws {
        let database = url.appendingPathComponent("database/library.sqlite")
        try DatabaseQueue(path: database.path).write { db in
            try db.execute(
                sql: """
                    INSERT INTO resource (asset_id, type, file, filename, content_type, byte_count, checksum,
                        pixel_width, pixel_height)
                    SELECT id, 1, printf('%02x/%d.jpg', id % 256, id), filename, content_type, 3000000,
                        randomblob(32), pixel_width, pixel_height
                    FROM asset
                    """
            )
        }
    }
}

private let shown = FetchPlan(
    .assets,
    filter: .visible(includeHidden: false, includeAllBurst: false, sources: .userLibrary),
    order: [.init(.asset(.creationDate))]
)

/// Milliseconds by the clock.
private func time(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .milliseconds(1)
}

private let works: [(name: String, run: @Sendable (Bench) throws -> Double)] = [
    ("fetch all", { bench in try time { _ = try bench.client.records.fetch(shown, anew: true) } }),
    (
        "fetch the newest 100",
        { bench in
            let plan = FetchPlan(
                shown.scope,
                filter: shown.filter,
                order: [.init(.asset(.creationDate), ascending: false)],
                limit: 100
            )
            return try time { _ = try bench.client.records.fetch(plan, anew: true) }
        }
    ),
    (
        "read 256 assets",
        { bench in
            let rows = Array(try bench.client.records.fetch(shown).rows.array.prefix(256))
            return try time { try bench.client.records.forEachAsset(in: rows) { _, _, _ in } }
        }
    ),
    (
        "find 1,000 by identifier",
        { bench in
            try time {
                _ = try bench.client.records.rows(of: bench.uuids.prefix(1_000), in: .asset)
            }
        }
    ),
    (
        "resources of 256 assets",
        { bench in
            let rows = Array(try bench.client.records.fetch(shown).rows.array.prefix(256))
            return try time { _ = try bench.client.records.resources(ofAssets: rows) }
        }
    ),
    (
        "bring a result forward by one change",
        { bench in
            let held = try bench.client.records.fetch(shown)
            try bench.owner.commit(
                .set(bench.uuids[bench.count / 2], [.rating: .integer(Int64.random(in: 0...5))])
            )
            let end = try bench.client.history.currentPosition().sequence
            return try time { _ = try bench.client.records.forward(held, to: end) }
        }
    ),
    (
        "history of 1,000 changes",
        { bench in
            let start = try bench.client.history.currentPosition().sequence
            try bench.owner.commits.fill(
                (0..<1_000).map { number in
                    ChangeBlock([
                        .set(bench.uuids[number], [.rating: .integer(Int64.random(in: 0...5))])
                    ])
                }
            )
            let end = try bench.client.history.currentPosition().sequence
            return try time {
                for change in try bench.client.history.changes(
                    after: start,
                    upTo: end,
                    limit: 2_000
                ) {
                    _ = try change.body()
                }
            }
        }
    ),
    (
        "commit a change",
        { bench in
            try time {
                try bench.client.commit(
                    .set(bench.uuids[7], [.rating: .integer(Int64.random(in: 0...5))])
                )
            }
        }
    ),
]
