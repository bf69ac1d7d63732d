package import PhotosMerge

extension Statement.View {
    var folders: [SharedID] {
        Set(facts.keys.filter { $0.kind.subject == .collection }.map(\.object)).sorted()
    }

    private func place(_ folder: SharedID) -> (place: CollectionPlace, fact: Statement.Fact)? {
        guard let fact = latest(RegisterKey(.place, of: folder)),
            case .value(let value) = fact.content,
            let place = CollectionPlace(value: value)
        else { return nil }
        return (place, fact)
    }

    /// The parent of each folder, deleted or not: moves in the order of their stamps, none of
    /// which closes a circle.
    var links: [SharedID: SharedID] {
        var links: [SharedID: SharedID] = [:]
        func ancestors(_ folder: SharedID) -> [SharedID] {
            [folder] + (links[folder].map(ancestors) ?? [])
        }
        let moves = folders.compactMap { folder in place(folder).map { (folder, $0) } }
        for (folder, move) in moves.sorted(by: { $0.1.fact.stamp < $1.1.fact.stamp }) {
            let choices = [move.place.parent, move.place.from, .root]
            links[folder] = choices.first { !ancestors($0).contains(folder) }
        }
        return links
    }

    private func isDeleted(_ folder: SharedID) -> Bool {
        let existence = RegisterKey(.collectionExistence, of: folder)
        return facts[existence] != nil && additions(existence).isEmpty
    }

    /// What took a folder away: the deletions of it, and those that took its parent and had seen
    /// it there.
    private func deaths(_ folder: SharedID, _ links: [SharedID: SharedID]) -> [Statement.Fact] {
        var deaths =
            isDeleted(folder) ? removals(RegisterKey(.collectionExistence, of: folder)) : []
        if let (place, fact) = place(folder), links[folder] == place.parent {
            let above = self.deaths(place.parent, links)
            if above.contains(where: { $0.seen.covers(fact.stamp.dot) }) { deaths += above }
        }
        return deaths
    }

    /// The parent of each living folder.
    var shownParents: [SharedID: SharedID] {
        let links = links
        func isShown(_ folder: SharedID) -> Bool {
            folder == .root
                || place(folder) != nil
                    && facts[RegisterKey(.collectionExistence, of: folder)] != nil
                    && deaths(folder, links).isEmpty
        }
        var parents: [SharedID: SharedID] = [:]
        for folder in folders where isShown(folder) {
            var parent = links[folder] ?? .root
            while !isShown(parent) { parent = links[parent] ?? .root }
            parents[folder] = parent
        }
        return parents
    }

    /// Whether a folder stands by its register in one of some folders.
    func goesWithParent(_ folder: SharedID, in others: [SharedID]) -> Bool {
        guard let (place, _) = place(folder) else { return false }
        return links[folder] == place.parent && others.contains(place.parent)
    }

    /// Folders that are not shown where their register says.
    var overruled: [(SharedID, SharedID)] {
        let links = links
        return folders.compactMap { folder in
            guard let (place, _) = place(folder), let link = links[folder], link != place.parent
            else { return nil }
            return (folder, link)
        }
    }
}

extension Statement {
    /// Returns what a machine shows that has applied the blocks of a vector.
    package func shown(_ vector: VersionVector) -> ShownState {
        let view = view(vector)
        var state = ShownState()
        for asset in view.assets { state.assets[asset] = .some(view.shownAsset(asset)) }
        for key in view.facts.keys {
            let burst = key.kind == .burst ? view.value(key) : []
            if !burst.isEmpty {
                state.representatives[burst] = .some(view.representative(of: burst, state.assets))
            }
        }
        let parents = view.shownParents
        for (folder, parent) in parents {
            var values: [RegisterKind: [UInt8]] = [:]
            let title = RegisterKey(.title, of: folder)
            if view.facts[title] != nil { values[.title] = view.value(title) }
            state.collections[folder] = ShownCollection(
                parent: parent,
                position: view.value(RegisterKey(.childPosition, of: folder)),
                values: values
            )
        }
        for key in view.facts.keys where key.kind == .membership {
            guard let pair = key.pair, parents[pair.album] != nil, !view.additions(key).isEmpty,
                view.isLiving(pair.asset)
            else { continue }
            let position = view.value(RegisterKey(.memberPosition, of: pair))
            state.members[pair] = ShownMember(position: position)
        }
        return state.present
    }
}
