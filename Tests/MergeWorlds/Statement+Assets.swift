import PhotosMerge

extension Statement.View {
    /// The assets that anybody made or that show an original which lost its role.
    var assets: Set<SharedID> {
        let made = facts.keys.filter { $0.kind.subject == .asset }.map(\.object)
        return Set(made).union(losers.keys)
    }

    /// Each original that lost its role, by the asset that shows it.
    var losers: [SharedID: Statement.Fact] {
        var losers: [SharedID: Statement.Fact] = [:]
        for key in facts.keys where key.kind == .file {
            guard let file = OriginalFile(element: key.element), let fact = latest(key),
                fact.content != .value([]),
                latest(RegisterKey(.assetCreation, of: key.object)) != nil
            else { continue }
            let existence = RegisterKey(.assetExistence, of: key.object)
            guard !isSeen(fact, byRemovalsOf: existence) else { continue }
            let isBeaten = facts.keys.contains { other in
                guard other.kind == .file, other.object == key.object, other != key,
                    other.element.prefix(2) == key.element.prefix(2), let rival = latest(other),
                    rival.content != .value([])
                else { return false }
                return fact.stamp < rival.stamp
            }
            if isBeaten { losers[MergeRules().derivedAsset(of: key.object, file)] = fact }
        }
        return losers
    }

    /// Whether an asset lives: it was made, and something about it is unseen by all purges.
    func isLiving(_ asset: SharedID) -> Bool {
        let existence = RegisterKey(.assetExistence, of: asset)
        let lost = losers[asset]
        guard latest(RegisterKey(.assetCreation, of: asset)) != nil || lost != nil else {
            return false
        }
        if facts[existence] == nil { return lost != nil }
        if !additions(existence).isEmpty { return true }
        var changes = lost.map { [$0] } ?? []
        for key in facts.keys where key.object == asset && key.kind.subject == .asset {
            guard let fact = latest(key), key.kind != .assetCreation else { continue }
            let counts =
                switch key.kind {
                case .file: fact.content != .value([])
                case .trash: fact.content == .value([])
                default: fact.stamp.origin == .person
                }
            if counts { changes.append(fact) }
        }
        for key in facts.keys where key.kind == .membership && key.element == asset.bytes {
            changes += additions(key)
        }
        return changes.contains { !isSeen($0, byRemovalsOf: existence) }
    }

    /// Whether a living asset is in Recently Deleted.
    func isTrashed(_ asset: SharedID) -> Bool {
        guard let fact = latest(RegisterKey(.trash, of: asset)),
            case .value(let value) = fact.content,
            let trash = Trash(value: value), trash != .no
        else { return false }
        guard let kept = trash.kept else { return true }
        guard latest(RegisterKey(.assetCreation, of: kept)) != nil else { return false }
        let deletion = latest(RegisterKey(.trash, of: kept))
        if let deletion, deletion.content != .value([]) {
            if deletion.seen.covers(fact.stamp.dot) { return true }
        } else if isLiving(kept) {
            return true
        }
        let existence = RegisterKey(.assetExistence, of: kept)
        return !isLiving(kept) && isSeen(fact, byRemovalsOf: existence)
    }

    func shownAsset(_ asset: SharedID) -> ShownAsset? {
        guard isLiving(asset) else { return nil }
        var values: [RegisterKind: [UInt8]] = [:]
        var keywords: [(Statement.Fact, [UInt8])] = []
        var files: [UInt16: (Statement.Fact, OriginalFile)] = [:]
        for key in facts.keys where key.object == asset {
            guard let fact = latest(key), case .value(let value) = fact.content else { continue }
            switch key.kind {
            case .rating, .caption, .date: values[key.kind] = value
            case .keyword: if !value.isEmpty { keywords.append((fact, key.element)) }
            case .file:
                guard !value.isEmpty, let file = OriginalFile(element: key.element) else {
                    continue
                }
                if let other = files[file.role], fact.stamp < other.0.stamp { continue }
                files[file.role] = (fact, file)
            default: continue
            }
        }
        let losers = losers
        var holders = files.values.map(\.1).sorted()
        if holders.isEmpty, let lost = losers[asset],
            let file = OriginalFile(element: lost.key.element)
        {
            holders = [file]
        }
        keywords.sort { left, right in
            let (first, second) = (left.0.stamp, right.0.stamp)
            if first.time != second.time { return first.time < second.time }
            if first.member != second.member { return first.member < second.member }
            return left.1.lexicographicallyPrecedes(right.1)
        }
        let derived = losers.filter { $0.value.key.object == asset }
        let creation = Creation(value: value(RegisterKey(.assetCreation, of: asset)))
        return ShownAsset(
            isTrashed: isTrashed(asset),
            knewBytes: creation?.knewBytes ?? true,
            values: values,
            keywords: keywords.map(\.1),
            burst: value(RegisterKey(.burst, of: asset)),
            files: holders,
            derived: derived.sorted { $1.value.stamp < $0.value.stamp }.map(\.key)
        )
    }

    func representative(of burst: [UInt8], _ shown: [SharedID: ShownAsset?]) -> SharedID? {
        let frames = shown.compactMap { id, asset -> SharedID? in
            guard let asset, asset.burst == burst, !asset.isTrashed else { return nil }
            return id
        }
        let choice = value(RegisterKey(.burstChoice, of: .library, element: burst))
        return frames.first { $0.bytes == choice } ?? frames.min()
    }
}
