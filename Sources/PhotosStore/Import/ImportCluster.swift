import Foundation

/// Files that are looked at together, since they may belong together.
struct ImportCluster: Sendable {
    /// Where the files stand in a source; nil for those whose source keeps no record.
    var place: SourcePlace?
    var files: [FoundFile]
    /// Rows of assets that earlier files of the same names became.
    var relatives: [Int64] = []
    /// What another program's library says the files are.
    var item: ImportItem?
    /// Whether the files are the import's own, to be moved whatever its options say.
    var isUnpacked = false

    var byteCount: Int64 { files.reduce(0) { $0 + $1.byteCount } }
}

/// A folder of a source, by names from the top, with their inodes.
package struct SourcePlace: Hashable, Sendable {
    package struct Step: Hashable, Sendable {
        package var name: String
        package var inode: Int64
    }

    package var sourceID: Int64
    package var topInode: Int64
    package var steps: [Step]
    /// The row of the folder, where it is known.
    package var folderID: Int64?
}

/// Finds the files of one folder that may belong together, by their names alone.
enum ClusterSplit {
    /// Sets of places in `names`, each in rising order, ordered by their first.
    static func clusters(of names: some Sequence<String>) -> [[Int]] {
        clusters(ofKeys: names.map { key($0) })
    }

    /// A number instead of the key itself: half a million texts would take more memory than all else.
    static func key(_ name: String) -> Int { FileGrouping.clusterKey(name).hashValue }

    static func clusters(ofKeys keys: [Int]) -> [[Int]] {
        let order = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
        var clusters: [[Int]] = []
        for place in order {
            if let last = clusters.last?.last, keys[last] == keys[place] {
                clusters[clusters.count - 1].append(place)
            } else {
                clusters.append([place])
            }
        }
        return clusters.sorted { $0[0] < $1[0] }
    }
}
