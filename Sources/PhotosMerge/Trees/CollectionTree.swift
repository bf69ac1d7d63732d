/// The tree of albums and folders: a pure function of where each was moved, and of what was deleted.
package struct CollectionTree: Sendable {
    /// The living collections, each with its parent that is shown.
    package fileprivate(set) var parents: [SharedID: SharedID] = [:]
    /// The parent of each collection, also of deleted ones, without circles.
    package fileprivate(set) var links: [SharedID: SharedID] = [:]
    /// The collections whose register would close a circle, so that they are shown elsewhere.
    package fileprivate(set) var overruled: Set<SharedID> = []

    /// Returns the parent that is shown; nil for a collection that is not.
    package func parent(of collection: SharedID) -> SharedID? { parents[collection] }

    package func isLiving(_ collection: SharedID) -> Bool {
        collection.id.high == 0 || parents[collection] != nil
    }

    /// Returns whether a collection stands in another one, or is that one.
    package func isInside(_ collection: SharedID, of ancestor: SharedID) -> Bool {
        var next = Optional(collection)
        var steps = 0
        while let link = next, steps <= links.count {
            if link == ancestor { return true }
            next = links[link]
            steps += 1
        }
        return false
    }
}

extension MergeRules {
    /// Returns the tree of some collections, which must be all that the library has registers of.
    ///
    /// The registers of places count in the order of their stamps. One that would close a circle shows the collection where it
    /// was before that move, and if that closes a circle, in the root folder.
    ///
    /// A deleted collection takes those with it that stand in it by their register, and that its deletion had seen there.
    /// Others are shown in the nearest ancestor that lives.
    package func tree(of nodes: [CollectionNode]) -> CollectionTree {
        var tree = CollectionTree()
        linkPlaces(of: nodes, in: &tree)
        let byID = Dictionary(nodes.map { ($0.id, $0) }) { first, _ in first }
        var deaths: [SharedID: VersionVector] = [:]
        var known: Set<SharedID> = []
        for node in nodes { findDeath(of: node.id, byID, tree, &deaths, &known) }
        func isShown(_ id: SharedID) -> Bool {
            guard let node = byID[id], node.place != nil, node.existence != nil else {
                return false
            }
            return deaths[id] == nil
        }
        for node in nodes where isShown(node.id) {
            var parent = tree.links[node.id] ?? .root
            while parent.id.high != 0, !isShown(parent) {
                parent = has(.orphansToRoot) ? .root : tree.links[parent] ?? .root
            }
            tree.parents[node.id] = parent
        }
        return tree
    }

    private func linkPlaces(of nodes: [CollectionNode], in tree: inout CollectionTree) {
        let placed = nodes.compactMap { node in node.place.map { (id: node.id, place: $0) } }
        let ordered = placed.sorted { left, right in
            if has(.circlesByIdentifier) || left.place.stamp == right.place.stamp {
                return left.id < right.id
            }
            return precedes(left.place.stamp, right.place.stamp)
        }
        for (id, stamped) in ordered {
            let place = stamped.place
            if has(.circlesStay) || !tree.isInside(place.parent, of: id) {
                tree.links[id] = place.parent
                continue
            }
            tree.overruled.insert(id)
            let goesBack = !has(.circlesToRoot) && !tree.isInside(place.from, of: id)
            tree.links[id] = goesBack ? place.from : .root
        }
    }

    /// Finds what the deletions that took a collection had seen; nothing for a collection that lives.
    ///
    /// The links have no circles, so the order in which deaths are found does not matter.
    private func findDeath(
        of id: SharedID,
        _ nodes: [SharedID: CollectionNode],
        _ tree: CollectionTree,
        _ deaths: inout [SharedID: VersionVector],
        _ known: inout Set<SharedID>
    ) {
        guard known.insert(id).inserted, let node = nodes[id] else { return }
        if isDeleted(node) { deaths[id] = node.existence?.covered }
        guard let place = node.place, place.place.parent == tree.links[id],
            !has(.deletionKillsNone)
        else { return }
        let parent = place.place.parent
        findDeath(of: parent, nodes, tree, &deaths, &known)
        guard let seen = deaths[parent],
            has(.deletionKillsUnseen) || covers(seen, place.stamp.dot),
            !has(.grandchildrenSurvive) || nodes[parent].map(isDeleted) == true
        else { return }
        deaths[id, default: VersionVector()].join(seen)
    }

    private func isDeleted(_ node: CollectionNode) -> Bool {
        guard let existence = node.existence, !existence.isPresent else { return false }
        if has(.renameRevivesFolder), let title = node.title {
            return existence.covered.covers(title.dot)
        }
        return true
    }
}
