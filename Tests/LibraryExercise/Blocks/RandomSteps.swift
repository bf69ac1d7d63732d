package import Photos
import PhotosTestSupport

/// Makes random blocks that a library of some state can mostly carry out, and now and then must refuse.
package struct RandomSteps {
    private var random: SeededNumbers
    private let library: PHPhotoLibrary
    /// Lists fetched some blocks ago, by album or folder; the empty name is the top level.
    private var held: [String: SeenList] = [:]
    private var nextNew = 0

    private let mostAssets: Int

    package init(seed: UInt64, library: PHPhotoLibrary, mostAssets: Int = 120) {
        random = SeededNumbers(seed: seed)
        self.library = library
        self.mostAssets = mostAssets
    }

    package mutating func block(_ view: LibraryView) -> [ExerciseStep] {
        nextNew = 0
        let count = random.chance(0.7) ? 1 : 1 + random.number(below: 4)
        var steps: [ExerciseStep] = []
        for _ in 0..<count { steps += step(view) }
        return steps
    }

    private mutating func step(_ view: LibraryView) -> [ExerciseStep] {
        if view.assets.count < 20 { return create(view, 1 + random.number(below: 6)) }
        switch random.number(below: 100) {
        case ..<42: return editAssets(view)
        case ..<47: return create(view, 1 + random.number(below: 3))
        case ..<52: return [.deleteAssets(random.some(of: view.assets, atMost: 4))]
        case ..<55:
            guard !view.trashed.isEmpty else { return [] }
            return [.restoreAssets(random.some(of: view.trashed, atMost: 3))]
        case ..<59: return purge(view)
        case ..<79: return editMembers(view)
        case ..<83:
            guard view.albums.count < 14 else { return deleteAlbum(view) }
            let members = random.chance(0.7) ? random.some(of: view.assets, atMost: 12) : []
            return [
                .createAlbum(new: new(), title: title(), members: members.map { .known($0) })
            ]
        case ..<85: return pick(view.albums.keys).map { [.renameAlbum($0, title: title())] } ?? []
        case ..<86: return deleteAlbum(view)
        case ..<89:
            guard view.folders.count < 10 else { return deleteFolder(view) }
            let inside = random.chance(0.5) ? collections(view, atMost: 3) : []
            return [
                .createFolder(new: new(), title: title(), children: inside.map { .known($0) })
            ]
        case ..<91: return pick(view.folders.keys).map { [.renameFolder($0, title: title())] } ?? []
        case ..<92: return deleteFolder(view)
        default: return editChildren(view)
        }
    }

    // MARK: Assets

    private mutating func editAssets(_ view: LibraryView) -> [ExerciseStep] {
        var names = random.some(of: view.assets, atMost: random.chance(0.1) ? 12 : 2)
        // Somebody who has not looked lately edits what is gone: the whole block is refused.
        if random.chance(0.02), let gone = pick(view.trashed) { names.append(gone) }
        return names.map { .editAsset($0, edits()) }
    }

    private mutating func edits() -> [PropertyEdit] {
        (0...random.number(below: 2)).map { _ in
            switch random.number(below: 10) {
            case 0, 1, 2: .favorite(random.chance(0.5))
            case 3: .hidden(random.chance(0.4))
            case 4: .rating(random.number(below: 6))
            case 5: .caption(random.chance(0.2) ? nil : title())
            // Few dates, so that many are equal; none at times.
            case 6, 7:
                .creationDate(random.chance(0.1) ? nil : Double(random.number(below: 40)) * 3_600)
            case 8:
                random.chance(0.2)
                    ? .noPlace
                    : .place(
                        Double(random.number(below: 180) - 90),
                        Double(random.number(below: 360) - 180)
                    )
            default:
                random.chance(0.6)
                    ? .addKeyword("k\(random.number(below: 5))")
                    : .removeKeyword("k\(random.number(below: 5))")
            }
        }
    }

    private mutating func create(_ view: LibraryView, _ count: Int) -> [ExerciseStep] {
        guard view.assets.count + view.trashed.count < mostAssets else { return purge(view) }
        var steps: [ExerciseStep] = []
        var made: [ObjectName] = []
        for _ in 0..<count {
            let number = new()
            made.append(.new(number))
            var edits = edits()
            if random.chance(0.9) {
                edits.append(.creationDate(Double(random.number(below: 40)) * 3_600))
            }
            steps.append(
                .createAsset(
                    new: number,
                    width: 8 + 8 * random.number(below: 3),
                    height: 8 + 8 * random.number(below: 2),
                    edits
                )
            )
        }
        if random.chance(0.5), let album = pick(view.albums.keys) {
            steps.append(.editMembers(album: album, seen: nil, [.append(made)]))
        }
        return steps
    }

    private mutating func purge(_ view: LibraryView) -> [ExerciseStep] {
        let all = random.chance(0.8) ? view.trashed : view.assets
        guard !all.isEmpty else { return [] }
        return [.purgeAssets(random.some(of: all, atMost: 5))]
    }

    // MARK: Albums and folders

    private mutating func editMembers(_ view: LibraryView) -> [ExerciseStep] {
        guard let album = pick(view.albums.keys), let members = view.albums[album] else {
            return []
        }
        let seen = random.chance(0.65) ? seenMembers(album) : nil
        let count = seen?.identifiers.count ?? members.count
        let others = random.some(of: view.assets, atMost: 4)
        let inside = members.isEmpty ? [] : random.some(of: members, atMost: 3)
        var edits = [edit(count, others, inside)]
        if random.chance(0.2) { edits.append(.append(others.map { .known($0) })) }
        if random.chance(0.2) { edits.append(.remove(inside)) }
        return [.editMembers(album: album, seen: seen, edits)]
    }

    private mutating func editChildren(_ view: LibraryView) -> [ExerciseStep] {
        let folder = random.chance(0.3) ? nil : pick(view.folders.keys)
        let seen = folder == nil || random.chance(0.65) ? seenChildren(folder) : nil
        if folder == nil, seen == nil { return [] }
        let count = seen?.identifiers.count ?? folder.flatMap { view.folders[$0]?.count } ?? 0
        let others = collections(view, atMost: 2)
        guard !others.isEmpty else { return [] }
        let children = folder.flatMap { view.folders[$0] } ?? []
        let inside = children.isEmpty ? [] : random.some(of: children, atMost: 2)
        return [.editChildren(folder: folder, seen: seen, [edit(count, others, inside)])]
    }

    private mutating func edit(
        _ count: Int,
        _ others: [String],
        _ inside: [String]
    ) -> ArrangementEdit {
        let names = others.map { ObjectName.known($0) }
        guard count > 0 else { return .append(names) }
        // Beyond the end at times, which is refused.
        let end = random.chance(0.01) ? count + 3 : count
        switch random.number(below: 6) {
        case 0: return .append(names)
        case 1:
            let start = end > count ? end : random.number(below: count + 1)
            return .insert(names, at: Array(start..<start + names.count))
        case 2: return .remove(inside)
        case 3: return .removeAt(indexes(below: end, atMost: 3))
        case 4:
            let indexes = indexes(below: end, atMost: names.count)
            return .replace(indexes, with: Array(names.prefix(indexes.count)))
        default:
            let indexes = indexes(below: end, atMost: 3)
            return .move(indexes, to: random.number(below: count - min(indexes.count, count) + 1))
        }
    }

    private mutating func indexes(below end: Int, atMost limit: Int) -> [Int] {
        random.some(of: Array(0..<end), atMost: limit).sorted()
    }

    private mutating func deleteAlbum(_ view: LibraryView) -> [ExerciseStep] {
        pick(view.albums.keys).map { [.deleteAlbums([$0])] } ?? []
    }

    private mutating func deleteFolder(_ view: LibraryView) -> [ExerciseStep] {
        pick(view.folders.keys).map { [.deleteFolders([$0])] } ?? []
    }

    private mutating func collections(_ view: LibraryView, atMost limit: Int) -> [String] {
        let all = (Array(view.albums.keys) + Array(view.folders.keys)).sorted()
        return all.isEmpty ? [] : random.some(of: all, atMost: limit)
    }

    // MARK: Lists that were seen

    private mutating func seenMembers(_ album: String) -> SeenList? {
        if let old = held[album], random.chance(0.4) { return old }
        let options = LibraryState.options(library)
        options.includeHiddenAssets = random.chance(0.7)
        let found = PHAssetCollection.fetchAssetCollections(
            withLocalIdentifiers: [album],
            options: options
        )
        guard let collection = found.firstObject else { return held[album] }
        let list = SeenList(assets: PHAsset.fetchAssets(in: collection, options: options))
        if held[album] == nil || random.chance(0.3) { held[album] = list }
        return list
    }

    private mutating func seenChildren(_ folder: String?) -> SeenList? {
        let name = folder ?? ""
        if let old = held[name], random.chance(0.4) { return old }
        let options = LibraryState.options(library)
        let list: SeenList
        if let folder {
            let found = PHCollectionList.fetchCollectionLists(
                withLocalIdentifiers: [folder],
                options: options
            )
            guard let collection = found.firstObject else { return held[name] }
            list = SeenList(
                collections: PHCollection.fetchCollections(in: collection, options: options)
            )
        } else {
            list = SeenList(
                collections: PHCollection.fetchTopLevelUserCollections(with: options)
            )
        }
        if held[name] == nil || random.chance(0.3) { held[name] = list }
        return list
    }

    // MARK: Chance

    private mutating func new() -> Int {
        nextNew += 1
        return nextNew
    }

    private mutating func title() -> String { "Title \(random.number(below: 30))" }

    /// Sorted first: the order of a dictionary differs from run to run.
    private mutating func pick(_ names: some Sequence<String>) -> String? {
        let sorted = names.sorted()
        return sorted.isEmpty ? nil : random.pick(sorted)
    }
}
