import Foundation
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import Testing

/// Tests with a library whose files leave for a remote.
protocol ElsewhereSuite {
    var fixture: RemoteFixture { get }
    var library: Library { get }
    var assets: [UUID] { get }
}

extension ElsewhereSuite {
    /// The resources of all assets, in the order of their rows.
    func resources() throws -> [ResourceRecord] {
        let rows = try library.records.rows(of: assets, in: .asset)
        return try library.records.resources(ofAssets: rows.values).values.flatMap { $0 }
            .sorted { $0.rowID < $1.rowID }
    }

    func bytes(_ resource: ResourceRecord) -> Data? {
        try? Data(contentsOf: library.layout.original(resource.file))
    }

    func local() throws -> [ResourceRecord] {
        try resources().filter { bytes($0) != nil }
    }

    func sendAwayAll() throws {
        try fixture.sync()
        try library.space.setRule(SpaceRule(byteCount: 0))
        #expect(try library.space.freeSpace().released.count == 12)
    }
}
