package import PhotosStore

/// Everything a small library held at each place in its log, read from the present when it was the present.
package struct RecordedStates {
    package struct State {
        package var assets: [Int64: AssetRecord]
        package var collections: [Int64: CollectionRecord]
        package var members: [Int64: FetchSnapshot]
    }

    package private(set) var states: [Int64: State] = [:]
    package private(set) var latest: Int64 = 0

    package init() {}

    package subscript(sequence: Int64) -> State? { states[sequence] }

    /// Reads the present state.
    package mutating func record(_ library: Library) throws {
        let sequence = try library.history.currentPosition().sequence
        guard states[sequence] == nil else { return }
        let assets = try library.records.assets(
            library.records.fetch(FetchPlan(.assets), anew: true).rows
        ).records
        let collections = try library.records.collections(
            library.records.fetch(FetchPlan(.collections), anew: true).rows
        ).records
        var members: [Int64: FetchSnapshot] = [:]
        for (row, record) in collections where record.collectionKind == .album {
            let order = [FetchPlan.SortTerm(.memberPosition)]
            members[row] = try library.records.fetch(
                FetchPlan(.members(album: row), order: order),
                anew: true
            )
        }
        states[sequence] = State(assets: assets, collections: collections, members: members)
        latest = sequence
    }
}
