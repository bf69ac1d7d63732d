import Foundation
import PhotosStore

/// Files that are inspected together, because they may belong together.
struct ImportCluster: Sendable {
    /// An asset that an earlier file belongs to.
    struct Relative: Hashable, Sendable {
        /// The name of the file in its folder.
        var name: String
        /// The row of the asset.
        var asset: Int64
    }

    /// The folder of the files in their source; nil for sources whose files are not recorded.
    var folder: SourceFolderPath?
    var files: [FoundFile]
    /// The assets that earlier files with the same names belong to.
    var relatives: [Relative] = []
    /// The description of the files in another program's library.
    var item: ImportItem?
    /// Whether the import unpacked the files itself.
    ///
    /// Unpacked files are moved, whatever the options say.
    var isUnpacked = false

    /// The rows of the relatives, each once.
    var relativeAssets: [Int64] {
        var seen: Set<Int64> = []
        return relatives.map(\.asset).filter { seen.insert($0).inserted }
    }

    /// Returns whether a file of an asset lies beside the files, or no file of any asset does.
    func isBeside(_ asset: Int64) -> Bool {
        relatives.isEmpty || relatives.contains { $0.asset == asset }
    }

    var byteCount: Int64 { files.reduce(0) { $0 + $1.byteCount } }
}

/// Finds the files of one folder that may belong together, by their names alone.
enum ClusterSplit {
    /// Returns a number in place of the key, because half a million strings would need more memory than
    /// everything else.
    static func key(_ name: String) -> Int { FileGrouping.clusterKey(name).hashValue }

    /// Returns sets of indexes in `keys` with equal keys.
    ///
    /// Each set is ascending, and the sets are ordered by their first index.
    ///
    /// The sets are created one at a time, because half a million arrays would need too much memory, too.
    static func clusters(ofKeys keys: [Int]) -> some Sequence<[Int]> {
        let order = keys.indices.map { Int32($0) }.sorted {
            (keys[Int($0)], $0) < (keys[Int($1)], $1)
        }
        let starts = order.indices.filter { index in
            index == 0 || keys[Int(order[index])] != keys[Int(order[index - 1])]
        }.map { Int32($0) }
        return starts.sorted { order[Int($0)] < order[Int($1)] }.lazy.map { start in
            let key = keys[Int(order[Int(start)])]
            return order[Int(start)...].prefix { keys[Int($0)] == key }.map { Int($0) }
        }
    }
}
