extension MergeRules {
    /// Returns the registers that a block of this library writes.
    ///
    /// - Parameters:
    ///   - block: What the block changed.
    ///   - context: What the library had applied.
    ///   - rows: The library's registers before the block.
    /// - Returns: The registers, each with only what this block says. They are merged like those of a packet.
    /// - Throws: An error of the rows, or ``MergeError/timesUsedUp``.
    package func registers(
        of block: LocalBlock,
        in context: BlockContext,
        rows: some RegisterRows
    ) throws -> [Register] {
        var writer = RegisterWriter(rules: self, context: context, rows: rows)
        for change in block.assets { try write(change, to: &writer) }
        try write(block.collections, to: &writer)
        for change in block.members { try write(change, to: &writer) }
        for (burst, asset) in block.burstChoices.sorted(by: {
            $0.key.lexicographicallyPrecedes($1.key)
        }) {
            let key = RegisterKey(.burstChoice, of: .library, element: burst)
            try writer.write(asset?.bytes ?? [], to: key)
        }
        for (key, value) in block.values.sorted(by: { $0.key < $1.key }) {
            try writer.write(value, to: key)
        }
        return writer.registers
    }

    private func write(
        _ change: MemberChange,
        to writer: inout RegisterWriter<some RegisterRows>
    ) throws {
        let presence = RegisterKey(.membership, of: change.pair)
        guard let after = change.after else {
            try confirmLife(of: change.pair.asset, in: &writer)
            return try writer.remove(from: presence)
        }
        if change.before == nil || has(.moveAddsPhoto) { try writer.add(to: presence) }
        if change.before != after {
            try writer.write(after.bytes, to: RegisterKey(.memberPosition, of: change.pair))
        }
    }

    // MARK: Assets

    private func write(
        _ change: AssetChange,
        to writer: inout RegisterWriter<some RegisterRows>
    ) throws {
        let existence = RegisterKey(.assetExistence, of: change.id)
        guard let after = change.after else {
            if !has(.purgeLeavesDerived) { try keepDerived(of: change.id, in: &writer) }
            return try writer.remove(from: existence)
        }
        func origin(_ kind: RegisterKind) -> StampClass? {
            change.fromFiles.contains(kind) ? .file : nil
        }
        if change.before == nil {
            try writer.add(to: existence)
            let creation = change.creation ?? Creation(knewBytes: true)
            try writer.write(creation.value, to: RegisterKey(.assetCreation, of: change.id))
        }
        if change.before != nil { try confirmLife(of: change.id, in: &writer) }
        let before = change.before ?? AssetRow()
        for kind in Set(before.values.keys).union(after.values.keys).sorted() {
            let value = after.values[kind] ?? []
            guard value != before.values[kind] ?? [] else { continue }
            try writer.write(value, to: RegisterKey(kind, of: change.id), origin: origin(kind))
        }
        for text in before.keywords.symmetricDifference(after.keywords).sorted(by: {
            $0.lexicographicallyPrecedes($1)
        }) {
            let key = RegisterKey(.keyword, of: change.id, element: text)
            let value: [UInt8] = after.keywords.contains(text) ? [1] : []
            try writer.write(value, to: key, origin: origin(.keyword))
        }
        for file in Set(before.files.keys).union(after.files.keys).sorted() {
            let value = after.files[file] ?? []
            guard value != before.files[file] ?? [] else { continue }
            let key = RegisterKey(.file, of: change.id, element: file.element)
            try writer.write(value, to: key, origin: origin(.file))
        }
        if before.burst != after.burst {
            let key = RegisterKey(.burst, of: change.id)
            try writer.write(after.burst, to: key, origin: origin(.burst))
        }
        if before.isTrashed != after.isTrashed || after.isTrashed && before.kept != after.kept {
            let trash: Trash =
                if !after.isTrashed {
                    .no
                } else if let kept = after.kept {
                    .keeping(kept, seen: writer.context.seen)
                } else {
                    .itself(seen: writer.context.seen)
                }
            try writer.write(trash.value, to: RegisterKey(.trash, of: change.id))
            if let kept = trash.kept { try confirmKept(kept, in: &writer) }
        }
    }

    /// Makes an asset anew that a purge took and something unseen brought back.
    ///
    /// Otherwise the asset would vanish when that is replaced, as when the photo leaves the album that brought it back.
    private func confirmLife(
        of asset: SharedID,
        in writer: inout RegisterWriter<some RegisterRows>
    ) throws {
        let key = RegisterKey(.assetExistence, of: asset)
        guard !has(.revivalNotConfirmed), let set = try writer.rows.register(key)?.set,
            !set.isPresent
        else { return }
        try writer.add(to: key)
    }

    /// Takes an asset that is kept out of Recently Deleted, if its register says so but the asset is shown outside.
    private func confirmKept(
        _ kept: SharedID,
        in writer: inout RegisterWriter<some RegisterRows>
    ) throws {
        let key = RegisterKey(.trash, of: kept)
        guard let present = try writer.rows.register(key)?.stamped,
            Trash(value: present.value)?.isTrashed == true
        else { return }
        try writer.write(Trash.no.value, to: key)
    }

    /// Gives the assets that show lost originals of a purged asset an existence of their own.
    ///
    /// Whoever purges the asset sees them as others, and does not mean them.
    private func keepDerived(
        of asset: SharedID,
        in writer: inout RegisterWriter<some RegisterRows>
    ) throws {
        let registers = AssetRegisters(id: asset, try writer.rows.registers(of: asset))
        for file in roles(of: registers).losers {
            let derived = derivedAsset(of: asset, file)
            var scope = ShownScope()
            scope.assets = [derived]
            guard case .some(.some) = try shown(scope, in: writer.rows).assets[derived],
                let details = registers.files.first(where: { $0.file == file })
            else { continue }
            try writer.add(to: RegisterKey(.assetExistence, of: derived))
            let creation = registers.creation?.value ?? Creation(knewBytes: true).value
            try writer.write(creation, to: RegisterKey(.assetCreation, of: derived))
            let key = RegisterKey(.file, of: derived, element: file.element)
            try writer.write(details.value.value, to: key, origin: .file)
        }
    }

    // MARK: Albums and folders

    private func write(
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
