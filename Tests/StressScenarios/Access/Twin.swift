import Foundation
import OpenPhotoKit
import Photos
import PhotosStore
import PhotosTestSupport

/// One of two libraries: its owner's side, and that of the client which sees a part of it.
struct Twin {
    static let application = "org.example.frame"

    let owner: Library
    let store: Library
    let client: PHPhotoLibrary
    let clock: TestClock
    /// What only the owner sees, which is another thing in each twin.
    private var outside: BlockGenerator
    /// Tokens in the order in which they were seen first.
    private var tokens: [String: Int] = [:]
    var held: [FetchSnapshot] = []
    /// Gives the client all of each change, in the broken variant.
    private let leak: ClientLogLeak?

    init(_ url: URL, seed: UInt64, outside: UInt64, isBroken: Bool) throws {
        clock = TestClock()
        owner = try Library.open(
            url,
            create: true,
            environment: .test(seed: outside, clock: clock)
        )
        leak = isBroken ? try ClientLogLeak(owner.layout.database) : nil
        var seen = EngineEnvironment.test(seed: seed, clock: clock)
        seen.client = .application(Self.application)
        store = try Library.open(url, environment: seen)
        client = PHPhotoLibrary(store)
        self.outside = BlockGenerator(owner, seed: outside, largest: 12)
        try self.outside.populate()
    }

    var hiddenAssets: [UUID] { outside.assets }
    var hiddenCollections: [UUID] { outside.albums + outside.folders }

    /// Goes on outside what the client sees.
    mutating func live(_ count: Int, with shared: [UUID]) throws {
        for _ in 0..<count {
            _ = try outside.commit()
            guard outside.generator.chance(0.3), let album = outside.albums.first, !shared.isEmpty
            else { continue }
            // What the client sees may be in albums that it does not see.
            let some = outside.generator.some(of: shared, atMost: 3)
            let present = try owner.rows(of: some, in: .asset)
            // What is in Recently Deleted cannot join.
            _ = try? owner.commit(.members(album, .append(some.filter { present[$0] != nil })))
        }
        try leak?.copyChanges()
    }

    /// Stands for a token: the same number for the same token, and no other.
    mutating func number(of token: String) -> Int {
        if let known = tokens[token] { return known }
        tokens[token] = tokens.count
        return tokens.count - 1
    }

    func finish() {
        store.close()
        owner.close()
    }
}
