package import Foundation
package import PhotosStore

/// Makes blocks of chance for a small library, most of which succeed.
package struct BlockGenerator {
    package var generator: SeededNumbers
    package private(set) var assets: [UUID] = []
    package private(set) var albums: [UUID] = []
    package private(set) var folders: [UUID] = []
    private var lists: [UUID: [Int64]] = [:]
    private let library: Library
    private let largest: Int

    package init(_ library: Library, seed: UInt64, largest: Int = 30) {
        self.library = library
        self.largest = largest
        generator = SeededNumbers(seed: seed)
    }

    /// Something to begin with: assets, albums with members, and folders.
    package mutating func populate() throws {
        assets = try library.addPictures(largest * 2 / 3)
        albums = try (0..<4).map { number in
            try library.addAlbum("Album \(number)", generator.some(of: assets, atMost: 10))
        }
        folders = [try library.addFolder("Folder 0")]
        folders.append(try library.addFolder("Folder 1", in: folders[0]))
    }

    /// Takes over what a library has that somebody else filled.
    package mutating func adopt() throws { assets = try visibleAssets() }

    /// The assets of the library that are not in Recently Deleted.
    package func visibleAssets() throws -> [UUID] {
        let rows = try library.records.fetch(
            FetchPlan(.assets, filter: .field(.asset(.trashedDate), .equal, .null))
        ).rows
        let records = try library.records.assets(rows).records
        return rows.compactMap { records[$0]?.uuid }
    }

    /// Commits a block of chance.
    ///
    /// Tells whether it was carried out.
    package mutating func commit() throws -> Bool {
        var mutations: [Mutation] = []
        for _ in 0...generator.number(below: 3) { mutations.append(mutation()) }
        let block = ChangeBlock(mutations)
        do {
            try library.commits.commit(block)
        } catch let error as StoreError
            where error.code == .changeNotSupported || error.code == .objectMissing
        {
            try forget()
            return false
        }
        try forget()
        return true
    }

    /// Keeps old views of lists in hand now and then, to edit in what somebody saw a while ago.
    private mutating func view(of list: UUID, _ present: [Int64]) -> [Int64]? {
        defer { if generator.chance(0.2) || lists[list] == nil { lists[list] = present } }
        return generator.chance(0.4) ? lists[list] ?? present : nil
    }

    /// Drops the names of what is gone, as the library tells.
    private mutating func forget() throws {
        let present = Set(try library.records.rows(of: assets, in: .asset).keys)
        assets.removeAll { !present.contains($0) }
        let collections = Set(try library.records.rows(of: albums + folders, in: .collection).keys)
        albums.removeAll { !collections.contains($0) }
        folders.removeAll { !collections.contains($0) }
    }

    private mutating func mutation() -> Mutation {
        let number = generator.number(below: 100)
        switch number {
        case ..<40 where !assets.isEmpty: return update()
        case ..<47 where !assets.isEmpty: return .deleteAssets(someAssets(3))
        case ..<53 where !assets.isEmpty: return .restoreAssets(someAssets(4))
        case ..<56 where assets.count > largest / 2: return .purgeAssets(someAssets(2))
        case ..<60 where assets.count < largest: return create()
        case ..<62 where !assets.isEmpty:
            return generator.chance(0.5)
                ? .edit(generator.pick(assets)) : .revert(generator.pick(assets))
        case ..<82 where !albums.isEmpty && !assets.isEmpty: return editMembers()
        case ..<90 where !folders.isEmpty && !albums.isEmpty: return editChildren()
        default: return collection()
        }
    }

    private mutating func someAssets(_ limit: Int) -> [UUID] {
        generator.some(of: assets, atMost: limit)
    }

    private mutating func update() -> Mutation {
        let values: [(AssetField, FieldValue)] = [
            (.isFavorite, .integer(Int64(generator.number(below: 2)))),
            (.isHidden, .integer(generator.chance(0.3) ? 1 : 0)),
            (
                .caption,
                generator.chance(0.3) ? .null : .text(generator.pick(["a", "b", "C", "\u{E9}"]))
            ),
            (
                .creationDate,
                generator.chance(0.2) ? .null : .real(Double(generator.number(below: 20)))
            ),
            (.rating, .integer(Int64(generator.number(below: 6)))),
        ]
        let chosen = generator.some(of: values, atMost: 2)
        return .set(generator.pick(assets), Dictionary(uniqueKeysWithValues: chosen))
    }

    private mutating func create() -> Mutation {
        let uuid = library.environment.makeUUID()
        assets.append(uuid)
        let date = Double(generator.number(below: 20))
        return .picture(
            uuid,
            seed: UInt8(generator.number(below: 200)),
            [.creationDate: .real(date)]
        )
    }

    private mutating func steps(_ objects: [UUID], _ count: Int) -> [ListEdit] {
        var steps: [ListEdit] = []
        for _ in 0...generator.number(below: 2) {
            let some = generator.some(of: objects, atMost: 3)
            let limit = max(1, count - 1)
            let index = generator.number(below: limit)
            switch generator.number(below: 7) {
            case 0, 1: steps.append(.append(some))
            case 2: steps.append(.insert(some, at: IndexSet(index..<index + some.count)))
            case 3: steps.append(.remove(some))
            case 4:
                steps.append(.move(IndexSet(integer: index), to: generator.number(below: limit)))
            case 5:
                steps.append(.replace(IndexSet(integer: index), with: [generator.pick(objects)]))
            default: steps.append(.removeAt(IndexSet(integer: index)))
            }
        }
        return steps
    }

    private mutating func editMembers() -> Mutation {
        let album = generator.pick(albums)
        let present = (try? rows(of: album)) ?? []
        let seen = view(of: album, present)
        return .editMembers(
            album: album,
            ListEdits(snapshot: seen, steps: steps(assets, seen?.count ?? present.count))
        )
    }

    private func rows(of album: UUID) throws -> [Int64] {
        let row = try library.row(of: album, in: .collection) ?? 0
        return try library.records.fetch(
            FetchPlan(
                .members(album: row),
                filter: .field(.asset(.trashedDate), .equal, .null),
                order: [FetchPlan.SortTerm(.memberPosition)]
            )
        ).rows.array
    }

    private mutating func editChildren() -> Mutation {
        let folder = generator.chance(0.4) ? nil : generator.pick(folders)
        let count = ((try? library.children(of: folder)) ?? []).count
        return .editChildren(folder: folder, ListEdits(steps: steps(albums + folders, count)))
    }

    private mutating func collection() -> Mutation {
        let titles = ["x", "y", "Z", "\u{E4}"]
        switch generator.number(below: 6) {
        case 0 where albums.count < 6:
            albums.append(library.environment.makeUUID())
            return .createCollection(
                albums[albums.count - 1],
                .album,
                title: generator.pick(titles)
            )
        case 1 where folders.count < 5:
            folders.append(library.environment.makeUUID())
            return .createCollection(
                folders[folders.count - 1],
                .folder,
                title: generator.pick(titles)
            )
        case 2 where albums.count > 4: return .deleteCollections([generator.pick(albums)], .album)
        case 3 where folders.count > 3:
            return .deleteCollections([generator.pick(folders)], .folder)
        default:
            guard !albums.isEmpty else { return .deleteAssets([]) }
            return .renameCollection(generator.pick(albums), title: generator.pick(titles))
        }
    }
}
