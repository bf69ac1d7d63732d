import Foundation
package import PhotosStore
package import PhotosTestSupport

extension LibraryRecipe {
    /// An environment whose identifiers and dates follow from the recipe.
    package func environment(clock: TestClock) -> EngineEnvironment {
        var environment = EngineEnvironment.test(seed: seed &+ 1, clock: clock)
        environment.author = "library-generator"
        return environment
    }

    /// Fills a new library through the engine's own writer.
    ///
    /// First everything is imported, then albums are made, then assets are edited: mostly a hundred in a block, some
    /// alone. How the log ends is fixed, see ``blocks(holdingLast:)``.
    package func fill(_ library: Library, clock: TestClock) throws {
        var maker = AssetMaker(count: assets, numbers: SeededNumbers(seed: seed))
        var pending: [ChangeBlock] = []
        var weight = 0
        func add(_ block: ChangeBlock) throws {
            clock.advance(seconds: 60)
            pending.append(block)
            weight += block.mutations.count
            if weight >= 20_000 { try flush() }
        }
        func flush() throws {
            try library.commits.fill(pending)
            pending = []
            weight = 0
        }
        for start in stride(from: 0, to: assets, by: 1_000) {
            let block = (start..<min(start + 1_000, assets)).map { _ in maker.creation() }
            try add(ChangeBlock(block, work: .imported))
        }
        try flush()
        for block in collectionBlocks(&maker) { try add(block) }
        try flush()
        var edited = 0
        while edited < edits {
            let size = blockSize(left: edits - edited, isAlone: maker.chance(0.67))
            var chosen: Set<Int> = []
            var block: [Mutation] = []
            while block.count < size {
                let index = maker.number(below: assets)
                guard chosen.insert(index).inserted else { continue }
                block.append(maker.edit(index, number: edited + block.count))
            }
            try add(ChangeBlock(block))
            edited += size
        }
        try flush()
    }

    /// The number of blocks at the end of the log that hold its last edits, for a hundred or fewer and for hundreds.
    package func blocks(holdingLast edits: Int) -> Int {
        edits <= Self.lastSingles ? edits : Self.lastSingles + (edits - Self.lastSingles) / 100
    }

    private static let lastSingles = 100
    private static let orderlyEnd = 100_000

    private func blockSize(left: Int, isAlone: Bool) -> Int {
        if left <= Self.lastSingles { return 1 }
        if left <= Self.orderlyEnd { return min(100, left - Self.lastSingles) }
        return isAlone ? 1 : min(100, left - Self.orderlyEnd)
    }

    private func collectionBlocks(_ maker: inout AssetMaker) -> [ChangeBlock] {
        var blocks: [ChangeBlock] = []
        let folderNames = (0..<folders).map { _ in maker.uuid() }
        blocks.append(
            ChangeBlock(
                folderNames.enumerated().map {
                    .createCollection($1, .folder, title: "Folder \($0 + 1)")
                }
            )
        )
        let big = bigAlbums.filter { $0 <= assets }
        for index in 0..<albums {
            let album = maker.uuid()
            let title: String
            let members: [UUID]
            if index < big.count {
                title = Self.title(ofAlbumWith: big[index])
                let stride = assets / big[index]
                members = (0..<big[index]).map { maker.names[$0 * stride] }
            } else {
                title = "Album \(index + 1)"
                let size = min(50 + maker.number(below: 101), assets)
                let start = maker.number(below: assets - size + 1)
                members = Array(maker.names[start..<start + size])
            }
            var mutations: [Mutation] = [
                .createCollection(album, .album, title: title),
                .editMembers(album: album, ListEdits(steps: [.append(members)])),
            ]
            if !folderNames.isEmpty {
                let edits = ListEdits(steps: [.append([album])])
                mutations.append(
                    .editChildren(folder: folderNames[index % folderNames.count], edits)
                )
            }
            blocks.append(ChangeBlock(mutations))
        }
        return blocks
    }
}
