import Photos

extension FollowedPlan {
    /// The identifiers that the plan gives in a model.
    package func expected(_ model: ModelLibrary, _ targets: Targets) -> [String] {
        switch self {
        case .allByDate, .recentlyAdded: return assets(model) { !$0.isHidden }
        case .favoritesByPredicate, .smartFavorites:
            return assets(model) { $0.isFavorite && !$0.isHidden }
        case .favoritesFirst:
            return assets(model, by: { ($0.isFavorite ? 0 : 1, Self.date($0)) }) { !$0.isHidden }
        case .imagesByWidth:
            return assets(model, by: { (Double($0.pixelWidth), 0) }) { !$0.isHidden }
        case .hiddenToo: return assets(model) { _ in true }
        case .newestTen:
            return Array(assets(model, by: { (-Self.date($0), 0) }) { !$0.isHidden }.prefix(10))
        case .albumInItsOrder:
            let members = targets.album.map { model.visibleMembers($0.localIdentifier) } ?? []
            return members.filter { model.assets[$0]?.facts.isHidden == false }
        case .albumByDateDown:
            let members = Set(targets.album.map { model.visibleMembers($0.localIdentifier) } ?? [])
            return assets(model, by: { (-Self.date($0), 0) }) { !$0.isHidden }
                .filter(members.contains)
        case .recentlyDeleted:
            let trashed = model.assets.filter { $0.value.trashedDate != nil }
            return trashed.sorted {
                ($0.value.trashedDate ?? 0, $0.value.number)
                    < ($1.value.trashedDate ?? 0, $1.value.number)
            }.map(\.key)
        case .albumsByTitle:
            return albums(model).sorted {
                (model.collections[$0]?.facts.title ?? "") < (model.collections[$1]?.facts.title ?? "")
            }
        case .topLevel: return model.children[""] ?? []
        case .childrenOfFolder:
            return targets.folder.flatMap { model.children[$0.localIdentifier] } ?? []
        case .albumsWithAsset:
            guard let asset = targets.asset?.localIdentifier else { return [] }
            return albums(model).filter { model.members[$0]?.contains(asset) == true }
        }
    }

    /// An asset without a date comes before all that have one.
    private static func date(_ facts: AssetFacts) -> Double { facts.creationDate ?? -.infinity }

    private func assets(
        _ model: ModelLibrary, by key: (AssetFacts) -> (Double, Double) = { (date($0), 0) },
        where isWanted: (AssetFacts) -> Bool
    ) -> [String] {
        var found: [(key: (Double, Double), number: Int, name: String)] = []
        for (name, asset) in model.assets
        where asset.trashedDate == nil && isWanted(asset.facts) {
            found.append((key(asset.facts), asset.number, name))
        }
        found.sort { ($0.key.0, $0.key.1, $0.number) < ($1.key.0, $1.key.1, $1.number) }
        return found.map(\.name)
    }

    /// Albums in the order they were made, which a stable sort keeps among equals.
    private func albums(_ model: ModelLibrary) -> [String] {
        model.collections.filter { !$0.value.isFolder }
            .sorted { $0.value.number < $1.value.number }.map(\.key)
    }
}
