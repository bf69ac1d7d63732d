/// The objects whose shown state may have changed.
package struct ShownScope: Hashable, Sendable {
    package var assets: Set<SharedID> = []
    package var members: Set<MemberPair> = []
    /// Collections of which a register that is no place has changed.
    package var collections: Set<SharedID> = []
    /// Whether places or deletions of collections have changed: then all are looked at.
    package var hasTree = false
    package var bursts: Set<[UInt8]> = []

    package init() {}

    package var isEmpty: Bool { self == ShownScope() }
}

extension MergeRules {
    /// Returns what must be shown again after some registers changed.
    ///
    /// - Parameters:
    ///   - changed: The registers as they are now.
    ///   - previous: The registers as they were, by their keys.
    ///   - rows: The library's registers as they are now.
    /// - Returns: The objects.
    /// - Throws: An error of the rows.
    package func scope(
        of changed: [Register],
        previous: [RegisterKey: Register],
        in rows: some RegisterRows
    ) throws -> ShownScope {
        var scope = ShownScope()
        var lives: Set<SharedID> = []
        for register in changed {
            let key = register.key
            switch key.kind.subject {
            case .asset:
                lives.insert(key.object)
                if key.kind == .burst, !has(.scopeForgetsOldBurst) {
                    let old = previous[key]?.stamped?.value ?? []
                    if !old.isEmpty { scope.bursts.insert(old) }
                }
                if !has(.scopeForgetsDerived) {
                    // A purge, and each other original, may decide which originals lost their role.
                    let registers = AssetRegisters(
                        id: key.object,
                        try rows.registers(of: key.object)
                    )
                    if [.file, .assetExistence, .assetCreation].contains(key.kind) {
                        for (file, _) in registers.files {
                            lives.insert(derivedAsset(of: key.object, file))
                        }
                    }
                }
            case .member:
                guard let pair = key.pair else { continue }
                scope.members.insert(pair)
                if key.kind == .membership { lives.insert(pair.asset) }
            case .collection:
                if key.kind == .place || key.kind == .collectionExistence { scope.hasTree = true }
                scope.collections.insert(key.object)
            case .burst: scope.bursts.insert(key.element)
            case .library, .file, nil: continue
            }
        }
        if scope.hasTree { try addMembers(to: &scope, changed, previous, in: rows) }
        for asset in lives { try addLife(of: asset, to: &scope, in: rows) }
        return scope
    }

    /// Adds the members of all albums that came or went.
    ///
    /// One move can do that to an album far away: it may close a circle, or open one.
    private func addMembers(
        to scope: inout ShownScope,
        _ changed: [Register],
        _ previous: [RegisterKey: Register],
        in rows: some RegisterRows
    ) throws {
        let registers = try rows.treeRegisters()
        let keys = Set(changed.map(\.key))
        let earlier = registers.compactMap { register in
            keys.contains(register.key) ? previous[register.key] : register
        }
        let before = tree(of: CollectionNode.nodes(of: earlier))
        let after = tree(of: CollectionNode.nodes(of: registers))
        let shown = (Set(before.parents.keys), Set(after.parents.keys))
        for album in shown.0.symmetricDifference(shown.1) {
            for register in try rows.memberships(in: album) {
                if let pair = register.key.pair { scope.members.insert(pair) }
            }
        }
    }

    private func addLife(
        of asset: SharedID,
        to scope: inout ShownScope,
        in rows: some RegisterRows
    ) throws {
        scope.assets.insert(asset)
        let registers = AssetRegisters(id: asset, try rows.registers(of: asset))
        if let burst = registers.burst?.value, !burst.isEmpty { scope.bursts.insert(burst) }
        if !has(.scopeForgetsMembers) {
            for register in try rows.memberships(of: asset) {
                if let pair = register.key.pair { scope.members.insert(pair) }
            }
        }
        guard !has(.scopeForgetsKept) else { return }
        for other in try rows.assets(keeping: asset) where other != asset {
            // What these keep away does not depend on where they are themselves.
            scope.assets.insert(other)
            let burst = try rows.register(RegisterKey(.burst, of: other))?.stamped?.value ?? []
            if !burst.isEmpty { scope.bursts.insert(burst) }
        }
    }
}
