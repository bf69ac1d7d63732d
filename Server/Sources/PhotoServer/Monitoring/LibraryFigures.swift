import Foundation
import OpenPhotoKit
import Photos

/// How much the library and its remotes have, read at most once a minute, because counting takes time in large libraries.
actor LibraryFigures {
    struct Values: Sendable {
        struct Remote: Sendable {
            var name: String
            var wanted: Int
            var proved: Int
            var proofDate: Date?
        }

        var photos: Int
        var bytes: Int64
        var remotes: [Remote]
    }

    /// The seconds for which values are used again.
    static let lifetime = 60.0

    private let library: ClientLibrary
    private let clock: ServerClock
    private var last: (values: Values, time: Double)?
    private var reading: Task<Values?, Never>?

    init(_ library: ClientLibrary, clock: ServerClock) {
        self.library = library
        self.clock = clock
    }

    /// Returns the values, at most a minute old; nil where the library cannot be read.
    func values() async -> Values? {
        let now = clock.seconds
        if let last, (0..<Self.lifetime).contains(now - last.time) { return last.values }
        // Requests that come meanwhile wait for the same values.
        if let reading { return await reading.value }
        let task = Task { [library] in try? await Self.read(library) }
        reading = task
        let values = await task.value
        reading = nil
        if let values { last = (values, now) }
        return values
    }

    private static func read(_ client: ClientLibrary) async throws -> Values {
        let library = client.library
        return try await client.read { () -> Values in
            let information = try library.information()
            let remotes = try library.remotes().map { remote in
                let status = try library.status(of: remote)
                return Values.Remote(
                    name: remote.name,
                    wanted: status.wanted.count,
                    proved: status.proved.count,
                    proofDate: status.newestProofDate
                )
            }
            return Values(
                photos: information.assetCount,
                bytes: information.fileBytes,
                remotes: remotes
            )
        }
    }
}
