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
    /// Whether the client gets the words of the whole library suggested, in another broken variant.
    let sharesVocabulary: Bool

    /// What a broken variant tells the client.
    enum Fault {
        case log
        case vocabulary
    }

    init(_ url: URL, seed: UInt64, outside: UInt64, fault: Fault?) throws {
        clock = TestClock()
        owner = try Library.open(
            url,
            create: true,
            environment: .test(seed: outside, clock: clock)
        )
        sharesVocabulary = fault == .vocabulary
        leak = fault == .log ? try ClientLogLeak(owner.layout.database) : nil
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
            try live()
            guard outside.generator.chance(0.3), let album = outside.albums.first, !shared.isEmpty
            else { continue }
            // What the client sees may be in albums that it does not see.
            let some = outside.generator.some(of: shared, atMost: 3)
            let present = try owner.records.rows(of: some, in: .asset)
            // What is in Recently Deleted cannot join.
            _ = try? owner.commit(.members(album, .append(some.filter { present[$0] != nil })))
        }
        try leak?.copyChanges()
    }

    /// Does one thing with searches and duplicates, that the client must not notice.
    private mutating func live() throws {
        let numbers = outside.generator.number(below: 40)
        switch numbers {
        case 0, 1: try owner.words.indexWords()
        case 2:
            let texts = ["secret lagoon", "caption 1", "im beach"]
            let text = outside.generator.pick(texts)
            let place: [AssetField: FieldValue] = [
                .latitude: .real(46.02), .longitude: .real(7.75),
            ]
            let picture = Mutation.picture(
                owner.environment.makeUUID(),
                seed: 7,
                place.merging([.caption: .text(text)]) { $1 }
            )
            try owner.commit(picture)
        case 3:
            let album = owner.environment.makeUUID()
            try owner.commit(.createSmartAlbum(album, title: "Secret", search: "lagoon"))
        case 4:
            let rows = try owner.records.fetch(FetchPlan(.assets)).rows.array
            let some = outside.generator.some(of: rows, atMost: 3)
            try owner.duplicates.setDifferent(Set(some), to: outside.generator.chance(0.7))
        default: break
        }
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
