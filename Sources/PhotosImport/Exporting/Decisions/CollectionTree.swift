package import Foundation
package import PhotosStore

/// The albums, smart albums of a person's own and folders of a library in their order.
package struct CollectionTree: Hashable, Sendable {
    package struct Node: Hashable, Sendable {
        package var row: Int64
        package var uuid: UUID
        package var title: String
        package var isFolder: Bool
        /// The search of a smart album; nil for albums and folders.
        package var search: String?
        /// The folder that contains the node; nil at the top level.
        package var parent: UUID?
        /// The titles of the folders above, the outermost first, and the node's own title.
        package var path: [String]

        /// Whether the node has members that a person chose.
        package var isAlbum: Bool { !isFolder && search == nil }
    }

    /// The nodes: parents before their children, and siblings in their order.
    package private(set) var nodes: [Node] = []
    private var indexByRow: [Int64: Int] = [:]

    /// Creates the tree of some records; the smart albums that every library has are left out.
    ///
    /// - Parameters:
    ///   - records: The albums and folders, with the root folder or without it.
    ///   - root: The row of the root folder.
    package init(_ records: some Collection<CollectionRecord>, root: Int64) {
        var children: [Int64: [CollectionRecord]] = [:]
        for record in records
        where record.rowID != root
            && (record.collectionKind != .smartAlbum || record.search != nil)
        {
            children[record.parent ?? root, default: []].append(record)
        }
        // Depth first, without recursion: folders may be nested deeply.
        var waiting = Self.sorted(children[root] ?? []).map { ($0, nil as Node?) }
        while let (record, parent) = waiting.popLast() {
            let title = record.title ?? ""
            let node = Node(
                row: record.rowID,
                uuid: record.uuid,
                title: title,
                isFolder: record.collectionKind == .folder,
                search: record.collectionKind == .smartAlbum ? record.search : nil,
                parent: parent?.uuid,
                path: (parent?.path ?? []) + [title]
            )
            guard indexByRow.updateValue(nodes.count, forKey: record.rowID) == nil else { continue }
            nodes.append(node)
            waiting += Self.sorted(children[record.rowID] ?? []).map { ($0, node) }
        }
    }

    /// Returns the records in the reverse of their order, because the last one is taken first.
    private static func sorted(_ records: [CollectionRecord]) -> [CollectionRecord] {
        records.sorted { left, right in
            (right.position?.bytes ?? []).lexicographicallyPrecedes(left.position?.bytes ?? [])
        }
    }

    /// Returns the nodes of some rows, in the order of the tree.
    package func nodes(ofRows rows: [Int64]) -> [Node] {
        rows.compactMap { indexByRow[$0] }.sorted().map { nodes[$0] }
    }
}
