import PhotosMerge

extension Statement {
    /// Notes what an act says, by its meaning.
    ///
    /// Only positions are taken from the block.
    mutating func note(_ act: Act, _ block: LocalBlock, in context: BlockContext) {
        func key(_ kind: RegisterKind, _ asset: Int, _ element: [UInt8] = []) -> RegisterKey {
            RegisterKey(kind, of: WorldNames.asset(asset), element: element)
        }
        confirmLives(in: block, context)
        switch act {
        case .makeAsset(let asset):
            state(.addition, key(.assetExistence, asset), in: context)
            let creation = Creation(knewBytes: false)
            state(.value(creation.value), key(.assetCreation, asset), in: context)
            state(.value([UInt8(asset)]), key(.date, asset), in: context)
            let file = OriginalFile(role: 1, checksum: [UInt8](repeating: 9, count: 32))
            let element = file.element
            state(.value([1]), key(.file, asset, element), origin: .file, in: context)
        case .purge(let asset): notePurge(of: asset, in: context)
        case .trash(let asset):
            let trash = Trash.itself(seen: context.seen)
            state(.value(trash.value), key(.trash, asset), in: context)
        case .trashKeeping(let asset, let kept):
            let trash = Trash.keeping(WorldNames.asset(kept), seen: context.seen)
            state(.value(trash.value), key(.trash, asset), in: context)
            let other = view(context.seen).value(key(.trash, kept))
            if !other.isEmpty { state(.value([]), key(.trash, kept), in: context) }
        case .restore(let asset): state(.value([]), key(.trash, asset), in: context)
        case .rate(let asset, let rating):
            state(.value([rating]), key(.rating, asset), in: context)
        case .describe(let asset, let text):
            state(.value([text]), key(.caption, asset), in: context)
        case .read(let asset, let text):
            state(.value([text]), key(.caption, asset), origin: .file, in: context)
        case .setKeyword(let asset, let text, let isOn):
            let keyword = key(.keyword, asset, WorldNames.keyword(text))
            state(.value(isOn ? [1] : []), keyword, in: context)
        case .attach(let asset, let file):
            let element = WorldNames.file(file).element
            state(.value([1]), key(.file, asset, element), origin: .file, in: context)
        case .joinBurst(let asset, let burst):
            state(.value(WorldNames.burst(burst)), key(.burst, asset), in: context)
        case .chooseFrame(let asset, let burst):
            let choice = RegisterKey(
                .burstChoice,
                of: .library,
                element: WorldNames.burst(burst)
            )
            state(.value(WorldNames.asset(asset).bytes), choice, in: context)
        default: noteFolders(act, block, in: context)
        }
    }

    /// Who changes an asset that a purge took and something brought back sees it live, and keeps
    /// it.
    private mutating func confirmLives(in block: LocalBlock, _ context: BlockContext) {
        let changed = block.assets.filter { $0.before != nil && $0.after != nil }.map(\.id)
        let left = block.members.filter { $0.after == nil }.map(\.pair.asset)
        let view = view(context.seen)
        for asset in changed + left {
            let existence = RegisterKey(.assetExistence, of: asset)
            if view.facts[existence] != nil, view.additions(existence).isEmpty {
                state(.addition, existence, in: context)
            }
        }
    }

    /// A purge means one asset, and not those that show its lost originals.
    private mutating func notePurge(of asset: Int, in context: BlockContext) {
        let id = WorldNames.asset(asset)
        let view = view(context.seen)
        for (derived, fact) in view.losers.sorted(by: { $0.key < $1.key })
        where fact.key.object == id && view.isLiving(derived) {
            state(.addition, RegisterKey(.assetExistence, of: derived), in: context)
            let creation = view.value(RegisterKey(.assetCreation, of: id))
            state(.value(creation), RegisterKey(.assetCreation, of: derived), in: context)
            let file = RegisterKey(.file, of: derived, element: fact.key.element)
            state(.value([1]), file, origin: .file, in: context)
        }
        state(.removal, RegisterKey(.assetExistence, of: id), in: context)
    }

    private mutating func noteFolders(
        _ act: Act,
        _ block: LocalBlock,
        in context: BlockContext
    ) {
        func key(_ kind: RegisterKind, _ folder: Int) -> RegisterKey {
            RegisterKey(kind, of: WorldNames.folder(folder))
        }
        let view = view(context.seen)
        switch act {
        case .makeFolder(let folder, let parent):
            state(.addition, key(.collectionExistence, folder), in: context)
            let parent = WorldNames.folder(parent)
            let place = CollectionPlace(parent: parent, from: parent)
            state(.value(place.value), key(.place, folder), in: context)
            state(.value([UInt8(folder)]), key(.title, folder), in: context)
            let position = block.collections[0].after?.position.bytes ?? []
            state(.value(position), key(.childPosition, folder), in: context)
            confirmOverruled(view, except: folder, isMade: true, in: context)
        case .moveFolder(let folder, let parent):
            let from = view.shownParents[WorldNames.folder(folder)] ?? .root
            let place = CollectionPlace(parent: WorldNames.folder(parent), from: from)
            state(.value(place.value), key(.place, folder), in: context)
            confirmOverruled(view, except: folder, in: context)
        case .deleteFolder(let folder):
            // Everything that stood inside is gone. A folder goes with its parent where its
            // register says so, else by name.
            let inside = foldersInside(WorldNames.folder(folder), view)
            for id in inside where id == inside[0] || !view.goesWithParent(id, in: inside) {
                state(.removal, RegisterKey(.collectionExistence, of: id), in: context)
            }
        case .rename(let folder, let title):
            state(.value([title]), key(.title, folder), in: context)
        case .add(let asset, let album), .remove(let asset, let album),
            .reorder(let asset, let album):
            let pair = MemberPair(
                album: WorldNames.folder(album),
                asset: WorldNames.asset(asset)
            )
            let presence = RegisterKey(.membership, of: pair)
            if case .add = act { state(.addition, presence, in: context) }
            if case .remove = act { return state(.removal, presence, in: context) }
            let position = block.members[0].after?.bytes ?? []
            state(.value(position), RegisterKey(.memberPosition, of: pair), in: context)
        default: return
        }
    }

    /// The folders that are shown in a folder, outer ones first, with that folder.
    private func foldersInside(_ folder: SharedID, _ view: View) -> [SharedID] {
        let parents = view.shownParents
        let children = parents.filter { $0.value == folder }.keys.sorted()
        return [folder] + children.flatMap { foldersInside($0, view) }
    }

    private mutating func confirmOverruled(
        _ view: View,
        except folder: Int,
        isMade: Bool = false,
        in context: BlockContext
    ) {
        let (links, parents) = (view.links, view.shownParents)
        let id = WorldNames.folder(folder)
        var confirmed = Dictionary(uniqueKeysWithValues: view.overruled)
        for (other, parent) in parents where isMade && links[other] != parent {
            var above = links[other]
            while let next = above, next != id { above = links[next] }
            if above == id { confirmed[other] = parent }
        }
        for (other, parent) in confirmed where other != id {
            let place = CollectionPlace(parent: parent, from: parent)
            state(
                .value(place.value),
                RegisterKey(.place, of: other),
                in: context,
                isQuiet: true
            )
        }
    }
}
