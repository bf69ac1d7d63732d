extension MergeRules {
    /// Returns what is shown of some objects: a pure function of the registers.
    package func shown(
        _ scope: ShownScope,
        in rows: some RegisterRows
    ) throws -> ShownState {
        var state = ShownState()
        for asset in scope.assets { state.assets[asset] = try shownAsset(asset, in: rows) }
        for burst in scope.bursts {
            state.representatives[burst] = .some(try representative(of: burst, in: rows))
        }
        guard scope.hasTree || !scope.collections.isEmpty || !scope.members.isEmpty else {
            return state
        }
        let nodes = CollectionNode.nodes(of: try rows.treeRegisters())
        let tree = tree(of: nodes)
        let collections =
            scope.hasTree ? scope.collections.union(nodes.map(\.id)) : scope.collections
        for collection in collections {
            state.collections[collection] = .some(try shown(collection, tree, in: rows))
        }
        for pair in scope.members {
            state.members[pair] = .some(try shown(pair, tree, in: rows))
        }
        return state
    }

    private func shownAsset(_ id: SharedID, in rows: some RegisterRows) throws -> ShownAsset? {
        let asset = AssetRegisters(id: id, try rows.registers(of: id))
        let lost = try lostFile(of: id, in: rows)
        guard try isLiving(asset, lostFile: lost?.stamp, in: rows) else { return nil }
        let roles = roles(of: asset)
        let creation = asset.creation.flatMap { Creation(value: $0.value) }
        return ShownAsset(
            isTrashed: try isTrashed(asset, in: rows),
            knewBytes: creation?.knewBytes ?? true,
            values: asset.values.mapValues(\.value),
            keywords: shownKeywords(of: asset),
            burst: asset.burst?.value ?? [],
            files: roles.holders.isEmpty ? (lost.map { [$0.file] } ?? []) : roles.holders,
            derived: roles.losers.map { derivedAsset(of: id, $0) }
        )
    }

    /// Returns the original that an asset shows because it lost its role in another asset.
    private func lostFile(
        of id: SharedID,
        in rows: some RegisterRows
    ) throws -> (file: OriginalFile, stamp: Stamp)? {
        guard let derivation = try rows.derivation(of: id) else { return nil }
        let origin = AssetRegisters(
            id: derivation.asset,
            try rows.registers(of: derivation.asset)
        )
        guard origin.creation != nil, roles(of: origin).losers.contains(derivation.file),
            let entry = origin.files.first(where: { $0.file == derivation.file })
        else { return nil }
        return (derivation.file, entry.value.stamp)
    }

    private func isLiving(
        _ asset: AssetRegisters,
        lostFile: Stamp?,
        in rows: some RegisterRows
    ) throws -> Bool {
        // Only a purged asset needs the question for its albums.
        let isPurged = asset.existence.map { !$0.isPresent } ?? false
        let memberships = isPurged ? try rows.memberships(of: asset.id).compactMap(\.set) : []
        return isLiving(asset, memberships: memberships, lostFile: lostFile)
    }

    private func isTrashed(_ asset: AssetRegisters, in rows: some RegisterRows) throws -> Bool {
        guard let other = asset.trash?.value.kept else { return isTrashed(asset, kept: nil) }
        let kept = AssetRegisters(id: other, try rows.registers(of: other))
        let lost = try lostFile(of: other, in: rows)?.stamp
        return isTrashed(asset, kept: (kept, try isLiving(kept, lostFile: lost, in: rows)))
    }

    private func representative(
        of burst: [UInt8],
        in rows: some RegisterRows
    ) throws -> SharedID? {
        var frames: [BurstFrame] = []
        for id in try rows.frames(of: burst) {
            guard let asset = try shownAsset(id, in: rows), !asset.isTrashed, asset.burst == burst
            else { continue }
            var frame = try rows.frameFacts(of: id)
            frame.isHidden = asset.values[.hidden]?.first == 1
            frames.append(frame)
        }
        let key = RegisterKey(.burstChoice, of: .library, element: burst)
        let choice = try rows.register(key)?.stamped?.value ?? []
        return representative(of: frames, choice: UniqueID(bytes: choice).map(SharedID.init))
    }

    private func shown(
        _ collection: SharedID,
        _ tree: CollectionTree,
        in rows: some RegisterRows
    ) throws -> ShownCollection? {
        guard let parent = tree.parent(of: collection) else { return nil }
        func value(_ kind: RegisterKind) throws -> [UInt8]? {
            try rows.register(RegisterKey(kind, of: collection))?.stamped?.value
        }
        var values: [RegisterKind: [UInt8]] = [:]
        for kind in [RegisterKind.title, .search, .collectionCreation, .collectionModified] {
            values[kind] = try value(kind)
        }
        return ShownCollection(
            parent: parent,
            position: try value(.childPosition) ?? [],
            values: values
        )
    }

    private func shown(
        _ pair: MemberPair,
        _ tree: CollectionTree,
        in rows: some RegisterRows
    ) throws -> ShownMember? {
        guard tree.isLiving(pair.album),
            try rows.register(RegisterKey(.membership, of: pair))?.set?.isPresent == true
        else { return nil }
        let asset = AssetRegisters(id: pair.asset, try rows.registers(of: pair.asset))
        let lost = try lostFile(of: pair.asset, in: rows)?.stamp
        guard try isLiving(asset, lostFile: lost, in: rows) else { return nil }
        let key = RegisterKey(.memberPosition, of: pair)
        return ShownMember(position: try rows.register(key)?.stamped?.value ?? [])
    }
}
