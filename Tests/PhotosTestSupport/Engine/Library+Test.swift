package import Foundation
package import MediaSynthesis
import PhotosMedia
package import PhotosStore

extension Library {
    /// A library in memory with a fixed clock and seeded identifiers.
    package static func temporary(
        seed: UInt64 = 1,
        clock: TestClock = TestClock()
    ) throws -> Library {
        try inMemory(environment: .test(seed: seed, clock: clock))
    }

    /// A library on disk, made when there is none.
    package static func temporary(
        in folder: TemporaryFolder,
        name: String = "Test.photolib",
        seed: UInt64 = 1,
        clock: TestClock = TestClock(),
        mode: LibraryCore.Mode = .readWrite
    ) throws -> Library {
        try open(
            folder.url.appendingPathComponent(name, isDirectory: true),
            mode: mode,
            create: mode == .readWrite,
            environment: .test(seed: seed, clock: clock)
        )
    }

    /// Carries out one block.
    @discardableResult
    package func commit(_ mutations: Mutation...) throws -> LogPosition {
        try commits.commit(ChangeBlock(mutations)).position
    }

    /// Adds a small picture and gives its identifier.
    @discardableResult
    package func addPicture(
        seed: UInt8 = 1,
        _ values: [AssetField: FieldValue] = [:]
    ) throws -> UUID {
        let uuid = environment.makeUUID()
        try commit(.picture(uuid, seed: seed, values))
        return uuid
    }

    @discardableResult
    package func addPictures(_ count: Int) throws -> [UUID] {
        let uuids = (0..<count).map { _ in environment.makeUUID() }
        try commits.commit(
            ChangeBlock(
                uuids.enumerated().map { index, uuid in
                    .picture(uuid, seed: UInt8(index % 250), [.creationDate: .real(Double(index))])
                }
            )
        )
        return uuids
    }

    package func addAlbum(_ title: String = "Album", _ assets: [UUID] = []) throws -> UUID {
        let uuid = environment.makeUUID()
        try commit(
            .createCollection(uuid, .album, title: title),
            .editMembers(album: uuid, ListEdits(steps: assets.isEmpty ? [] : [.append(assets)]))
        )
        return uuid
    }

    package func addFolder(_ title: String = "Folder", in parent: UUID? = nil) throws -> UUID {
        let uuid = environment.makeUUID()
        var mutations: [Mutation] = [.createCollection(uuid, .folder, title: title)]
        if let parent {
            mutations.append(.editChildren(folder: parent, ListEdits(steps: [.append([uuid])])))
        }
        try commits.commit(ChangeBlock(mutations))
        return uuid
    }

    package func row(of uuid: UUID, in entity: Entity) throws -> Int64? {
        try records.rows(of: [uuid], in: entity)[uuid]
    }

    package func asset(_ uuid: UUID) throws -> AssetRecord? {
        guard let row = try row(of: uuid, in: .asset) else { return nil }
        return try records.assets([row]).records[row]
    }

    package func collection(_ uuid: UUID) throws -> CollectionRecord? {
        guard let row = try row(of: uuid, in: .collection) else { return nil }
        return try records.collections([row]).records[row]
    }

    /// The assets of an album in its own order, those in Recently Deleted left out.
    package func members(of album: UUID) throws -> [UUID] {
        guard let row = try row(of: album, in: .collection) else { return [] }
        let plan = FetchPlan(
            .members(album: row),
            filter: .field(.asset(.trashedDate), .equal, .null),
            order: [FetchPlan.SortTerm(.memberPosition)]
        )
        let rows = try records.fetch(plan).rows
        let records = try records.assets(rows).records
        return rows.compactMap { records[$0]?.uuid }
    }

    /// The albums and folders of a folder in its own order; nil stands for the root folder.
    package func children(of folder: UUID?) throws -> [UUID] {
        let folderRow =
            try folder.map { try row(of: $0, in: .collection) ?? 0 } ?? records.rootFolder().rowID
        let plan = FetchPlan(
            .collections,
            filter: .field(.collection(.parent), .equal, .integer(folderRow)),
            order: [FetchPlan.SortTerm(.collection(.position))]
        )
        let rows = try records.fetch(plan).rows
        let records = try records.collections(rows).records
        return rows.compactMap { records[$0]?.uuid }
    }

    /// What the last entry of the history did.
    package func lastChange() throws -> ChangeBody {
        let last = try history.currentPosition().sequence
        return try history.changes(after: last - 1, upTo: last)[0].body()
    }

    /// The files below the folder of originals.
    package func originals() throws -> Set<String> {
        var files: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: layout.originals.path)
        where path.contains("/") {
            files.insert(path)
        }
        return files
    }

    /// What lies in the staging folder: nothing, unless a block is under way.
    package func staged() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: layout.staging.path)
    }
}

extension Mutation {
    /// A new asset with a small picture.
    ///
    /// Values differ from what the file tells.
    package static func picture(
        _ uuid: UUID,
        seed: UInt8 = 1,
        _ values: [AssetField: FieldValue] = [:]
    ) -> Mutation {
        var update = AssetUpdate()
        update.values = values
        return .createAsset(
            AssetCreation(uuid: uuid, resources: [.picture(seed: seed)], update: update)
        )
    }

    package static func set(_ uuid: UUID, _ values: [AssetField: FieldValue]) -> Mutation {
        var update = AssetUpdate()
        update.values = values
        return .updateAsset(uuid, update)
    }

    package static func edit(
        _ uuid: UUID,
        seed: UInt8 = 9,
        width: Int = 16,
        input: EditInput = .original,
        contentVersion: Int? = nil
    ) -> Mutation {
        .edit(
            uuid,
            [.picture(seed: seed, type: ResourceRole.fullSizePhoto, width: width)],
            seed: seed,
            input: input,
            contentVersion: contentVersion
        )
    }

    package static func edit(
        _ uuid: UUID,
        _ rendered: [ResourceSource],
        seed: UInt8 = 9,
        input: EditInput = .original,
        contentVersion: Int? = nil
    ) -> Mutation {
        var update = AssetUpdate()
        update.content = .adjust(
            rendered: rendered,
            adjustment: Adjustment(
                formatIdentifier: "org.example.sepia",
                formatVersion: "1",
                data: Data([seed])
            ),
            input: input,
            contentVersion: contentVersion
        )
        return .updateAsset(uuid, update)
    }

    package static func revert(_ uuid: UUID, to choice: OriginalChoice? = nil) -> Mutation {
        var update = AssetUpdate()
        update.content = .revert(originalChoice: choice)
        return .updateAsset(uuid, update)
    }

    package static func members(
        _ album: UUID,
        _ steps: ListEdit...,
        seen: [Int64]? = nil
    ) -> Mutation {
        .editMembers(album: album, ListEdits(snapshot: seen, steps: steps))
    }

    package static func children(
        _ folder: UUID?,
        _ steps: ListEdit...,
        seen: [Int64]? = nil
    ) -> Mutation {
        .editChildren(folder: folder, ListEdits(snapshot: seen, steps: steps))
    }
}

extension ResourceSource {
    package static func picture(
        seed: UInt8 = 1,
        type: ResourceRole = .photo,
        width: Int = 32
    ) -> ResourceSource {
        ResourceSource(type: type, content: .data(Data(TestJPEG(width: width, seed: seed).data())))
    }

    package static func movie(
        frames: Int = 8,
        type: ResourceRole = .video,
        _ container: MovieWriter.Container = .quickTime
    ) -> ResourceSource {
        ResourceSource(
            type: type,
            content: .data(Data(TestMovie(container, frameCount: frames).data()))
        )
    }
}
