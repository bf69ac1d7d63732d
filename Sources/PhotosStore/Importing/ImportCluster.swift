import Foundation

/// Files that are looked at together, since they may belong together.
struct ImportCluster: Sendable {
    /// Where the files stand in a source; nil for those whose source keeps no record.
    var place: SourceFolderPath?
    var files: [FoundFile]
    /// Rows of assets that earlier files of the same names became.
    var relatives: [Int64] = []
    /// What another program's library says the files are.
    var item: ImportItem?
    /// Whether the files are the import's own, to be moved whatever its options say.
    var isUnpacked = false

    var byteCount: Int64 { files.reduce(0) { $0 + $1.byteCount } }
}

/// Finds the files of one folder that may belong together, by their names alone.
enum ClusterSplit {
    /// A number instead of the key itself: half a million texts would take more memory than all else.
    static func key(_ name: String) -> Int { FileGrouping.clusterKey(name).hashValue }

    /// Sets of places in `keys` that have one key, each in rising order, ordered by their first.
    ///
    /// They are made one at a time: half a million arrays would take more memory, too.
    static func clusters(ofKeys keys: [Int]) -> some Sequence<[Int]> {
        let order = keys.indices.map { Int32($0) }.sorted {
            (keys[Int($0)], $0) < (keys[Int($1)], $1)
        }
        let starts = order.indices.filter { place in
            place == 0 || keys[Int(order[place])] != keys[Int(order[place - 1])]
        }.map { Int32($0) }
        return starts.sorted { order[Int($0)] < order[Int($1)] }.lazy.map { start in
            let key = keys[Int(order[Int(start)])]
            return order[Int(start)...].prefix { keys[Int($0)] == key }.map { Int($0) }
        }
    }
}
