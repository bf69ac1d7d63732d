import PhotosMerge

extension World {
    /// Lets a person do something on a machine, if the machine shows what it needs.
    ///
    /// - Returns: Whether it was done.
    @discardableResult
    package mutating func act(_ act: Act, on machine: Int) -> Bool {
        time += 1
        let author = machines[machine]
        let dot = Dot(author.id, author.blockCount + 1)
        guard let block = block(of: act, dot: dot, on: machine) else { return false }
        let context = BlockContext(
            dot: dot,
            seen: author.vector,
            clock: time + author.clockError
        )
        statement.note(act, block, in: context)
        do {
            let written = try rules.registers(of: block, in: context, rows: author.set)
            var changed: [Register] = []
            var previous: [RegisterKey: Register] = [:]
            for register in written {
                guard let present = author.set.register(register.key) else {
                    changed.append(register)
                    continue
                }
                previous[register.key] = present
                let merged = rules.merged(present.content, register.content)
                changed.append(Register(register.key, merged))
            }
            machines[machine].vector.record(dot)
            let first = author.openBlocks?.lowerBound ?? dot.number
            machines[machine].openBlocks = first...dot.number
            for register in written { noteOpen(register, on: machine) }
            take(changed, previous: previous, on: machine)
            check(act, block, before: author.shown, on: machine)
            if sendsEachBlock { seal(machine) }
        } catch {
            violations.append("\(act): \(error)")
        }
        return true
    }

    /// Returns the rows that an act changes; nil if the machine does not show what it needs.
    private func block(of act: Act, dot: Dot, on machine: Int) -> LocalBlock? {
        let shown = machines[machine].shown
        func asset(_ number: Int) -> ShownAsset? {
            shown.assets[WorldNames.asset(number)] ?? nil
        }
        func folder(_ number: Int) -> ShownCollection? {
            shown.collections[WorldNames.folder(number)] ?? nil
        }
        var block = LocalBlock()
        func change(_ number: Int, _ body: (inout AssetRow) -> Void) -> LocalBlock? {
            guard let present = asset(number) else { return nil }
            let before = Self.row(of: present)
            var after = before
            body(&after)
            guard before != after else { return nil }
            var change = AssetChange(WorldNames.asset(number), before: before, after: after)
            if case .read = act { change.fromFiles.insert(.caption) }
            block.assets = [change]
            return block
        }
        switch act {
        case .makeAsset(let number):
            let id = WorldNames.asset(number)
            guard machines[machine].set.registers(of: id).isEmpty,
                machines[machine].set.memberships(of: id).isEmpty
            else { return nil }
            var row = AssetRow()
            row.values[.date] = [UInt8(number)]
            row.files[OriginalFile(role: 1, checksum: [UInt8](repeating: 9, count: 32))] = [1]
            block.assets = [
                AssetChange(id, before: nil, after: row, creation: Creation(knewBytes: false))
            ]
        case .purge(let number):
            guard let present = asset(number) else { return nil }
            let row = Self.row(of: present)
            block.assets = [AssetChange(WorldNames.asset(number), before: row, after: nil)]
        case .trash(let number):
            guard asset(number)?.isTrashed == false else { return nil }
            return change(number) { $0.isTrashed = true }
        case .trashKeeping(let number, let kept):
            guard number != kept, asset(number)?.isTrashed == false,
                asset(kept)?.isTrashed == false
            else { return nil }
            return change(number) {
                $0.isTrashed = true
                $0.kept = WorldNames.asset(kept)
            }
        case .restore(let number):
            guard asset(number)?.isTrashed == true else { return nil }
            return change(number) {
                $0.isTrashed = false
                $0.kept = nil
            }
        case .rate(let number, let rating):
            return change(number) { $0.values[.rating] = [rating] }
        case .describe(let number, let text), .read(let number, let text):
            return change(number) { $0.values[.caption] = [text] }
        case .setKeyword(let number, let text, let isOn):
            return change(number) {
                if isOn {
                    $0.keywords.insert(WorldNames.keyword(text))
                } else {
                    $0.keywords.remove(WorldNames.keyword(text))
                }
            }
        case .attach(let number, let file):
            guard number < 100, asset(number)?.files.contains(where: { $0.role == 4 }) == false
            else { return nil }
            return change(number) { $0.files[WorldNames.file(file)] = [1] }
        case .joinBurst(let number, let burst):
            return change(number) { $0.burst = WorldNames.burst(burst) }
        case .chooseFrame(let number, let burst):
            guard let frame = asset(number), !frame.isTrashed,
                frame.burst == WorldNames.burst(burst)
            else { return nil }
            block.burstChoices = [WorldNames.burst(burst): WorldNames.asset(number)]
        default: return collectionBlock(of: act, dot: dot, on: machine)
        }
        return block
    }

    static func row(of asset: ShownAsset) -> AssetRow {
        var row = AssetRow()
        row.values = asset.values
        row.keywords = Set(asset.keywords)
        row.burst = asset.burst
        row.files = Dictionary(uniqueKeysWithValues: asset.files.map { ($0, [1]) })
        row.isTrashed = asset.isTrashed
        return row
    }

    private func collectionBlock(of act: Act, dot: Dot, on machine: Int) -> LocalBlock? {
        let shown = machines[machine].shown
        var block = LocalBlock()
        var maker = RunMaker(dot)
        func row(_ number: Int) -> CollectionRow? {
            guard let folder = shown.collections[WorldNames.folder(number)] ?? nil,
                let position = try? ListPosition(bytes: folder.position)
            else { return nil }
            var row = CollectionRow(parent: folder.parent, position: position)
            row.values = folder.values
            return row
        }
        func isFolder(_ number: Int) -> Bool { number == Act.root || row(number) != nil }
        switch act {
        case .makeFolder(let number, let parent):
            let id = WorldNames.folder(number)
            let isKnown = statement.knows(id)
            let place = machines[machine].set.register(RegisterKey(.place, of: id))
            // Folder 1 may be made again after a deletion.
            guard row(number) == nil, isFolder(parent), !isKnown || number == 1 && place != nil,
                let position = rules.positions(1, after: nil, before: nil, by: &maker)?.first
            else { return nil }
            var after = CollectionRow(parent: WorldNames.folder(parent), position: position)
            after.values[.title] = [UInt8(number)]
            block.collections = [CollectionChange(id, before: nil, after: after)]
        case .moveFolder(let number, let parent):
            guard let before = row(number), isFolder(parent),
                before.parent != WorldNames.folder(parent),
                !isInside(parent, of: number, shown)
            else { return nil }
            var after = before
            after.parent = WorldNames.folder(parent)
            block.collections = [
                CollectionChange(WorldNames.folder(number), before: before, after: after)
            ]
        case .deleteFolder(let number):
            guard row(number) != nil else { return nil }
            block.collections = (1...9).filter { isInside($0, of: number, shown) }.compactMap {
                guard let before = row($0) else { return nil }
                return CollectionChange(WorldNames.folder($0), before: before, after: nil)
            }
        case .rename(let number, let title):
            guard let before = row(number), before.values[.title] != [title] else { return nil }
            var after = before
            after.values[.title] = [title]
            block.collections = [
                CollectionChange(WorldNames.folder(number), before: before, after: after)
            ]
        case .add(let number, let album), .remove(let number, let album),
            .reorder(let number, let album):
            return memberBlock(of: act, asset: number, album: album, by: &maker, on: machine)
        default: return nil
        }
        return block
    }

    func isInside(_ number: Int, of ancestor: Int, _ shown: ShownState) -> Bool {
        var next = WorldNames.folder(number)
        for _ in 0..<12 {
            if next == WorldNames.folder(ancestor) { return true }
            guard let folder = shown.collections[next] ?? nil else { return false }
            next = folder.parent
        }
        return false
    }

    private func memberBlock(
        of act: Act,
        asset: Int,
        album: Int,
        by maker: inout RunMaker,
        on machine: Int
    ) -> LocalBlock? {
        let shown = machines[machine].shown
        let pair = MemberPair(
            album: WorldNames.folder(album),
            asset: WorldNames.asset(asset)
        )
        guard album != Act.root, (shown.collections[pair.album] ?? nil) != nil,
            (shown.assets[pair.asset] ?? nil) != nil
        else { return nil }
        let present = (shown.members[pair] ?? nil).flatMap { try? ListPosition(bytes: $0.position) }
        let others = shown.members.filter { $0.key.album == pair.album && $0.key != pair }.values
            .compactMap { $0.flatMap { try? ListPosition(bytes: $0.position) } }.sorted()
        func positions(after low: ListPosition?, before high: ListPosition?) -> ListPosition? {
            rules.positions(1, after: low, before: high, by: &maker)?.first
        }
        let after: ListPosition?
        switch act {
        case .add:
            guard present == nil else { return nil }
            // Between the first and the second, or at the end.
            after =
                others.count > 1
                ? positions(after: others[0], before: others[1])
                : positions(after: others.last, before: nil)
        case .reorder:
            guard present != nil else { return nil }
            after = positions(after: nil, before: others.first)
        default:
            guard present != nil else { return nil }
            after = nil
        }
        var block = LocalBlock()
        block.members = [MemberChange(pair, before: present, after: after)]
        return block
    }
}
