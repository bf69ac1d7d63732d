extension MergeRules {
    /// Writes what a block changed of albums and folders.
    func write(
        _ changes: [CollectionChange],
        to writer: inout RegisterWriter<some RegisterRows>
    ) throws {
        guard !changes.isEmpty else { return }
        let nodes = CollectionNode.nodes(of: try writer.rows.treeRegisters())
        let tree = tree(of: nodes)
        let deleted = Set(changes.filter { $0.after == nil }.map(\.id))
        var isMoving = false
        for change in changes {
            let id = change.id
            guard let after = change.after else {
                if has(.deletionNamesChildren) || !diesWithParent(id, deleted, nodes, tree) {
                    try writer.remove(from: RegisterKey(.collectionExistence, of: id))
                }
                continue
            }
            if change.before == nil {
                try writer.add(to: RegisterKey(.collectionExistence, of: id))
            }
            if change.before?.parent != after.parent {
                let shown = change.before?.parent ?? after.parent
                let node = nodes.first { $0.id == id }
                let from = has(.fromIsRegister) ? node?.place?.place.parent ?? shown : shown
                let place = CollectionPlace(parent: after.parent, from: from)
                try writer.write(place.value, to: RegisterKey(.place, of: id))
                isMoving = true
            }
            if change.before?.position != after.position {
                try writer.write(after.position.bytes, to: RegisterKey(.childPosition, of: id))
            }
            let before = change.before?.values ?? [:]
            for kind in Set(before.keys).union(after.values.keys).sorted() {
                let value = after.values[kind] ?? []
                guard value != before[kind] ?? [] else { continue }
                try writer.write(value, to: RegisterKey(kind, of: id))
            }
        }
        guard isMoving, !has(.overruledNotRewritten) else { return }
        // Otherwise a later move of another folder could make one of these registers come true: its folder would jump.
        let written = Set(changes.filter { $0.before?.parent != $0.after?.parent }.map(\.id))
        // The same holds for what was shown outside of a deleted folder that is made again.
        let remade = changes.filter { change in
            change.before == nil && nodes.contains { $0.id == change.id }
        }
        let lifted = tree.parents.keys.filter { id in
            tree.parents[id] != tree.links[id]
                && remade.contains { tree.isInside(id, of: $0.id) }
        }
        for id in tree.overruled.union(lifted).subtracting(written).sorted() {
            let parent = (lifted.contains(id) ? tree.parents[id] : tree.links[id]) ?? .root
            let place = CollectionPlace(parent: parent, from: parent)
            try writer.writeAnew(place.value, to: RegisterKey(.place, of: id))
        }
    }

    /// Returns whether a deletion of the parent in the same block takes a collection with it, so nothing needs to be written.
    private func diesWithParent(
        _ id: SharedID,
        _ deleted: Set<SharedID>,
        _ nodes: [CollectionNode],
        _ tree: CollectionTree
    ) -> Bool {
        guard let node = nodes.first(where: { $0.id == id }), let place = node.place?.place
        else { return false }
        return deleted.contains(place.parent) && tree.links[id] == place.parent
    }
}
