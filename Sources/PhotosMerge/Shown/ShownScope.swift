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
                if key.kind == .collectionExistence || key.kind == .place {
                    try addMembers(of: key.object, to: &scope, in: rows)
                }
            case .burst: scope.bursts.insert(key.element)
            case .library, .file, nil: continue
            }
        }
        for asset in lives { try addLife(of: asset, to: &scope, in: rows) }
        return scope
    }

    /// A deletion may take collections with it; their members go and come with them.
    private func addMembers(
        of collection: SharedID,
        to scope: inout ShownScope,
        in rows: some RegisterRows
    ) throws {
        let nodes = CollectionNode.nodes(of: try rows.treeRegisters())
        let tree = tree(of: nodes)
        for node in nodes where tree.isInside(node.id, of: collection) {
            for register in try rows.memberships(in: node.id) {
                if let pair = register.key.pair { scope.members.insert(pair) }
            }
        }
    }

    private func addLife(
        of asset: SharedID,
        to scope: inout ShownScope,
        in rows: some RegisterRows
    ) throws {
        guard scope.assets.insert(asset).inserted else { return }
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
