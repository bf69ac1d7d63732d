import Foundation
import PhotosStore
import PhotosTestSupport

/// Makes up the edits of real use, of which most concern few objects.
struct SoakEdits {
    struct Edit {
        var block: ChangeBlock
        /// How many objects it concerns.
        var size: Int
        /// Whether its new assets have no files.
        var isFilling = false
    }

    private struct Album {
        var row: Int64
        var uuid: UUID
        /// Made on the way: nobody minds when it goes.
        var isOwn: Bool
    }

    private let library: Library
    private var numbers: SeededNumbers
    private var lastRow: Int64
    private var albums: [Album] = []
    private var popular: [Album] = []
    /// Who edits an album has it open: the results of popular ones are held.
    private var open: [Int64: FetchSnapshot] = [:]
    private var trashed: [UUID] = []
    private var count = 0

    init(_ library: Library, seed: UInt64) throws {
        self.library = library
        numbers = SeededNumbers(seed: seed &* 0x9E37_79B9)
        lastRow = 0
        try checkMembers()
    }

    /// Seconds until the next block: sometimes several come at once.
    mutating func interval(mean: Double) -> Double {
        -log(1 - Double.random(in: 0..<1, using: &numbers)) * mean
    }

    mutating func next() throws -> Edit {
        count += 1
        if count % 50 == 0 { try checkMembers() }
        switch numbers.number(below: 100) {
        case 0..<25:
            return try update { record, _ in [.isFavorite: Self.toggled(record, .isFavorite)] }
        case 25..<37:
            return try update { record, numbers in [.creationDate: Self.moved(record, &numbers)] }
        case 37..<45: return try update { [self] _, _ in [.caption: .text("Caption \(count)")] }
        case 45..<52:
            return try update { record, _ in [.isHidden: Self.toggled(record, .isHidden)] }
        case 52..<56:
            return try update { _, numbers in [.rating: .integer(Int64(numbers.number(below: 6)))] }
        case 56..<80: return try editMembers()
        case 80..<86: return try editAlbums()
        case 86..<91: return try delete()
        case 91..<95: return try restore()
        default: return try create()
        }
    }

    // MARK: Assets

    private mutating func size() -> Int {
        switch numbers.number(below: 10) {
        case 0..<6: 1
        case 6..<9: 2 + numbers.number(below: 9)
        default: 11 + numbers.number(below: 90)
        }
    }

    private mutating func records() throws -> [AssetRecord] {
        let rows = Set((0..<size()).map { _ in 1 + Int64(numbers.number(below: Int(lastRow))) })
        let records = try library.records.assets(rows).records.values
        return records.filter { $0.trashedDate == nil && !SoakScene.owns($0) }
            .sorted { $0.rowID < $1.rowID }
    }

    private mutating func update(
        _ values: (AssetRecord, inout SeededNumbers) -> [AssetField: FieldValue]
    ) throws -> Edit {
        let records = try records()
        let mutations = records.map { record in
            var update = AssetUpdate()
            update.values = values(record, &numbers)
            return Mutation.updateAsset(record.uuid, update)
        }
        return Edit(block: ChangeBlock(mutations), size: mutations.count)
    }

    private static func toggled(_ record: AssetRecord, _ field: AssetField) -> FieldValue {
        .integer(record[field].isIdentical(to: .integer(1)) ? 0 : 1)
    }

    /// Mostly a wrong time zone, sometimes a wrong year.
    private static func moved(_ record: AssetRecord, _ numbers: inout SeededNumbers) -> FieldValue {
        let hours =
            numbers.chance(0.8) ? numbers.number(below: 25) - 12 : numbers.number(below: 80_000)
        let date = record.creationDate?.timeIntervalSinceReferenceDate ?? 700_000_000
        return .real(date + Double(hours) * 3_600)
    }

    private mutating func delete() throws -> Edit {
        let names = try records().map(\.uuid)
        trashed += names
        return Edit(block: ChangeBlock([.deleteAssets(names)]), size: names.count)
    }

    /// Back from Recently Deleted, or gone for good.
    private mutating func restore() throws -> Edit {
        let names = Array(trashed.suffix(size()))
        trashed.removeLast(names.count)
        let mutation: Mutation = numbers.chance(0.7) ? .restoreAssets(names) : .purgeAssets(names)
        return Edit(block: ChangeBlock([mutation]), size: names.count)
    }

    private mutating func create() throws -> Edit {
        let mutations = (0..<size()).map { _ in
            var update = AssetUpdate()
            update.values = [
                .mediaType: .integer(numbers.chance(0.8) ? 1 : 2),
                .contentType: .text("public.heic"),
                .pixelWidth: .integer(4_032),
                .pixelHeight: .integer(3_024),
                .creationDate: .real(library.environment.now().timeIntervalSinceReferenceDate),
                .filename: .text("IMG_\(count).HEIC"),
            ]
            return Mutation.createAsset(
                AssetCreation(uuid: library.environment.makeUUID(), update: update)
            )
        }
        let block = ChangeBlock(mutations, work: .imported)
        return Edit(block: block, size: mutations.count, isFilling: true)
    }

    // MARK: Albums

    private mutating func editMembers() throws -> Edit {
        let album = numbers.pick(numbers.chance(0.6) && !popular.isEmpty ? popular : albums)
        let result = try library.records.fetch(Self.members(album))
        if open[album.row] != nil { open[album.row] = result }
        let members = result.rows
        let names = try records().map(\.uuid)
        let indexes = IndexSet(
            (0..<size()).prefix(members.count).map { _ in numbers.number(below: members.count) }
        )
        var edits = ListEdits(snapshot: members.array)
        switch numbers.number(below: 10) {
        case 0..<3: edits.steps = [.append(names)]
        case 3..<5:
            let start = numbers.number(below: members.count + 1)
            edits.steps = [.insert(names, at: IndexSet(start..<start + names.count))]
        case 5..<8: edits.steps = [.removeAt(indexes)]
        default:
            let target = numbers.number(below: members.count - indexes.count + 1)
            edits.steps = [.move(indexes, to: target)]
        }
        return Edit(
            block: ChangeBlock([.editMembers(album: album.uuid, edits)]),
            size: max(names.count, indexes.count)
        )
    }

    private static func members(_ album: Album) -> FetchPlan {
        FetchPlan(
            .members(album: album.row),
            filter: .field(.asset(.trashedDate), .equal, .null),
            order: [FetchPlan.SortTerm(.memberPosition)]
        )
    }

    private mutating func editAlbums() throws -> Edit {
        switch numbers.number(below: 3) {
        case 0:
            let album = library.environment.makeUUID()
            let names = try records().map(\.uuid)
            let mutations: [Mutation] = [
                .createCollection(
                    album,
                    .album,
                    title: "\(Self.ownTitle)\(numbers.next() % 1_000)"
                ),
                .editMembers(album: album, ListEdits(steps: [.append(names)])),
            ]
            return Edit(block: ChangeBlock(mutations), size: names.count + 1)
        case 1:
            let own = albums.filter(\.isOwn)
            guard !own.isEmpty else { fallthrough }
            let name = numbers.pick(own).uuid
            return Edit(block: ChangeBlock([.deleteCollections([name], .album)]), size: 1)
        default:
            let album = numbers.pick(albums)
            let title = album.isOwn ? Self.ownTitle : "Album "
            let mutation = Mutation.renameCollection(
                album.uuid,
                title: "\(title)\(numbers.next() % 1_000)"
            )
            return Edit(block: ChangeBlock([mutation]), size: 1)
        }
    }

    private static let ownTitle = "Soaked "

    /// Learns what others made.
    private mutating func checkMembers() throws {
        let newest = FetchPlan(
            .assets,
            order: [FetchPlan.SortTerm(.rowID, ascending: false)],
            limit: 1
        )
        lastRow = try library.records.fetch(newest).rows.first ?? 1
        let plan = FetchPlan(.collections, filter: .field(.collection(.kind), .equal, .integer(1)))
        let records = try library.records.collections(library.records.fetch(plan).rows).records
            .values
        albums = []
        popular = []
        for record in records.sorted(by: { $0.rowID < $1.rowID }) {
            let title = record.title ?? ""
            if SoakScene.owns(album: title) { continue }
            if SoakAlbums.titles.contains(title) {
                popular.append(Album(row: record.rowID, uuid: record.uuid, isOwn: false))
            } else {
                let isOwn = title.hasPrefix(Self.ownTitle)
                albums.append(Album(row: record.rowID, uuid: record.uuid, isOwn: isOwn))
            }
        }
        for album in popular where open[album.row] == nil {
            open[album.row] = try library.records.fetch(Self.members(album))
        }
    }
}
