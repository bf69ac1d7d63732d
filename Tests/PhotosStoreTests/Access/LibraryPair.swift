import Foundation
import PhotosStore
import PhotosTestSupport

/// A library that its owner and an application have open at once.
struct LibraryPair {
    static let name = "org.example.frame"
    let owner: Library
    let client: Library
    let clock: TestClock
    private let folder: TemporaryFolder
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        clock = TestClock()
        url = folder.url.appendingPathComponent("Pair.photolib", isDirectory: true)
        owner = try Library.open(url, create: true, environment: .test(seed: 1, clock: clock))
        client = try Library.open(url, environment: Self.environment(seed: 2, clock))
    }

    var name: String { Self.name }

    static func environment(seed: UInt64, _ clock: TestClock) -> EngineEnvironment {
        var environment = EngineEnvironment.test(seed: seed, clock: clock)
        environment.client = .application(name)
        return environment
    }

    /// The library as the application's next process has it.
    func another() throws -> Library {
        try Library.open(url, environment: Self.environment(seed: 3, clock))
    }

    func limit(to assets: [UUID]) throws {
        try owner.clients.setAccess(.limited, for: .readWrite, of: name)
        try owner.clients.select(adding: assets, for: name)
    }

    /// What the application sees, by name.
    func visible() throws -> [UUID] { try Self.visible(in: client) }

    static func visible(in library: Library) throws -> [UUID] {
        let rows = try library.records.fetch(FetchPlan(.assets)).rows.array
        let records = try library.records.assets(rows).records
        return rows.compactMap { records[$0]?.uuid }
    }
}
