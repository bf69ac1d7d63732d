/// Divides the clusters of a folder into parts whose files are read in parallel.
package struct ReadingWindows<Clusters: Sequence<[Int]>>: Sequence, IteratorProtocol {
    private var clusters: Clusters.Iterator
    private let size: Int

    /// - Parameters:
    ///   - clusters: The files that may belong together. A cluster is never divided.
    ///   - size: The number of files with which a window ends.
    package init(_ clusters: Clusters, size: Int) {
        self.clusters = clusters.makeIterator()
        self.size = size
    }

    /// Returns the next clusters: as few as have at least `size` files, or the last ones.
    package mutating func next() -> [[Int]]? {
        var window: [[Int]] = []
        var count = 0
        while count < size, let cluster = clusters.next() {
            window.append(cluster)
            count += cluster.count
        }
        return window.isEmpty ? nil : window
    }
}
