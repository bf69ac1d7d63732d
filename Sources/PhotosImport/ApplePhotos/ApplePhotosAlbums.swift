import Foundation
import GRDB

/// The albums and folders of a Photos library, and the order of the assets in them.
struct ApplePhotosAlbums {
    /// Parents come before their children, and siblings are in their order.
    private(set) var collections: [ImportCollection] = []
    private(set) var memberships: [Int64: [ImportItem.Membership]] = [:]
    private(set) var losses: [ImportCatalog.Loss] = []

    private struct Album {
        var key: Int64
        var uuid: String
        var kind: Int
        var title: String
        var parent: Int64?
        var order: Int64
        var isTrashed: Bool
        var sorting: Sorting
    }

    /// The order in which Photos shows the album.
    private enum Sorting {
        case byHand
        case byDate(rising: Bool)
        case byTitle
    }

    private enum Kind {
        static let album = 2
        static let folder = 4000
        static let roots = [3998, 3999]
        static let shared = 1505
        static let importSession = 1506
        static let project = 1508
        static let smart = [1500, 1501, 1502, 1503, 1504, 1507]
        /// Entries that Photos itself keeps while it synchronises.
        static let progress = 3571...3573
    }

    init(from db: Database, schema: ApplePhotosSchema) throws {
        guard schema.hasColumn(in: "ZGENERICALBUM", named: "ZKIND"),
            schema.hasColumn(in: "ZGENERICALBUM", named: "ZUUID")
        else {
            losses.append(
                .init(
                    path: "database/Photos.sqlite",
                    reason: "The albums are lost: the layout of their table is not known."
                )
            )
            return
        }
        let albums = try Self.readAlbums(from: db, schema: schema)
        let members = try Self.readMembers(from: db, schema: schema, of: albums)
        listInOrder(albums)
        recordLosses(in: albums, memberCounts: members.mapValues(\.count))
        let kept = Set(collections.map(\.key))
        for album in albums where kept.contains(album.uuid) && album.kind == Kind.album {
            for (index, asset) in (members[album.key] ?? []).enumerated() {
                memberships[asset, default: []].append(
                    .init(collection: album.uuid, order: Double(index))
                )
            }
        }
    }

    private static func readAlbums(from db: Database, schema: ApplePhotosSchema) throws -> [Album] {
        let columns = [
            "Z_PK", "ZUUID", "ZKIND", "ZTITLE", "ZPARENTFOLDER", "Z_FOK_PARENTFOLDER",
            "ZTRASHEDSTATE", "ZCUSTOMSORTKEY", "ZCUSTOMSORTASCENDING",
        ].map { schema.columnExpression(table: "ZGENERICALBUM", column: $0, of: "g") + " AS \($0)" }
        let sql = "SELECT \(columns.joined(separator: ", ")) FROM ZGENERICALBUM g ORDER BY g.Z_PK"
        return try Row.fetchAll(db, sql: sql).compactMap { row in
            let fields = ForeignRow(row)
            guard let key = fields.integer("Z_PK"), let uuid = fields.text("ZUUID"),
                let kind = fields.integer("ZKIND")
            else { return nil }
            let sorting: Sorting =
                switch fields.integer("ZCUSTOMSORTKEY") {
                case 1: .byDate(rising: fields.integer("ZCUSTOMSORTASCENDING") != 0)
                case 5: .byTitle
                default: .byHand
                }
            return Album(
                key: key,
                uuid: uuid,
                kind: Int(kind),
                title: fields.text("ZTITLE") ?? "Untitled",
                parent: fields.integer("ZPARENTFOLDER"),
                order: fields.integer("Z_FOK_PARENTFOLDER") ?? .max,
                isTrashed: fields.integer("ZTRASHEDSTATE").map { $0 != 0 } ?? false,
                sorting: sorting
            )
        }
    }

    /// Returns the assets of each album, in the order in which Photos shows them.
    private static func readMembers(
        from db: Database,
        schema: ApplePhotosSchema,
        of albums: [Album]
    ) throws -> [Int64: [Int64]] {
        guard let join = schema.members else { return [:] }
        let hasTitles = schema.hasColumn(in: "ZADDITIONALASSETATTRIBUTES", named: "ZASSET")
        let title =
            hasTitles
            ? schema.columnExpression(
                table: "ZADDITIONALASSETATTRIBUTES",
                column: "ZTITLE",
                of: "x"
            ) : "NULL"
        let titles =
            hasTitles ? "LEFT JOIN ZADDITIONALASSETATTRIBUTES x ON x.ZASSET = a.Z_PK" : ""
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT j.\(join.left) AS album, a.Z_PK AS asset, \(title) AS title,
                    \(schema.columnExpression(table: schema.assets, column: "ZDATECREATED", of: "a")) AS date
                FROM \(join.table) j
                JOIN \(schema.assets) a ON a.Z_PK = j.\(join.right) \(titles)
                ORDER BY album, \(join.order.map { "j.\($0)," } ?? "") asset
                """
        )
        var members: [Int64: [(asset: Int64, date: Double, title: String)]] = [:]
        var known: Set<[Int64]> = []
        while let row = try rows.next() {
            let fields = ForeignRow(row)
            guard let album = fields.integer("album"), let asset = fields.integer("asset"),
                known.insert([album, asset]).inserted
            else { continue }
            members[album, default: []].append(
                (asset, fields.real("date") ?? -.infinity, fields.text("title") ?? "")
            )
        }
        for album in albums {
            guard let list = members[album.key] else { continue }
            // Assets that compare equal keep their manual order.
            let order = list.indices.sorted { left, right in
                let (first, second) = (list[left], list[right])
                switch album.sorting {
                case .byDate(let rising) where first.date != second.date:
                    return rising ? first.date < second.date : first.date > second.date
                case .byTitle where first.title != second.title:
                    return first.title < second.title
                default:
                    return left < right
                }
            }
            members[album.key] = order.map { list[$0] }
        }
        return members.mapValues { $0.map(\.asset) }
    }

    private mutating func listInOrder(_ albums: [Album]) {
        let shown = albums.filter {
            !$0.isTrashed && ($0.kind == Kind.album || $0.kind == Kind.folder)
        }
        let folders = Dictionary(
            shown.filter { $0.kind == Kind.folder }.map { ($0.key, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let children = Dictionary(grouping: shown) { $0.parent.flatMap { folders[$0]?.key } }
            .mapValues { $0.sorted { ($0.order, $0.key) < ($1.order, $1.key) } }
        var visited: Set<Int64> = []
        func list(_ album: Album, in parent: String?) {
            guard visited.insert(album.key).inserted else { return }
            collections.append(
                .init(
                    key: album.uuid,
                    title: album.title,
                    isFolder: album.kind == Kind.folder,
                    parent: parent
                )
            )
        }
        // The stack is an array, with the next album last, because folders may nest deeper than a thread's
        // stack allows.
        var pending = (children[nil] ?? []).reversed().map { (album: $0, parent: String?.none) }
        func follow() {
            while let (album, parent) = pending.popLast() {
                list(album, in: parent)
                guard album.kind == Kind.folder else { continue }
                pending += (children[album.key] ?? []).reversed()
                    .filter { !visited.contains($0.key) }
                    .map { ($0, album.uuid) }
            }
        }
        follow()
        for album in shown where !visited.contains(album.key) {
            losses.append(
                .init(
                    path: album.title,
                    reason: "The folders around it stand in each other. It is placed at the top."
                )
            )
            pending = [(album, nil)]
            follow()
        }
        let known = Set(albums.filter { Kind.roots.contains($0.kind) }.map(\.key) + folders.keys)
        for album in shown {
            guard let parent = album.parent, !known.contains(parent) else { continue }
            losses.append(
                .init(path: album.title, reason: "Its folder is gone. It is placed at the top.")
            )
        }
    }

    private mutating func recordLosses(in albums: [Album], memberCounts counts: [Int64: Int]) {
        var sessions = 0
        for album in albums {
            let count = counts[album.key] ?? 0
            let reason: String
            switch album.kind {
            case Kind.album, Kind.folder:
                guard album.isTrashed else { continue }
                reason = "It was deleted in Photos. Its photos are taken without it."
            case Kind.importSession:
                sessions += 1
                continue
            case Kind.shared:
                reason =
                    "A shared album holds reduced copies in iCloud, not originals. Save its photos to the library in Photos first."
            case Kind.project:
                reason = "A project (book, calendar, slideshow) can not be carried over."
            case let kind where Kind.smart.contains(kind):
                reason =
                    "A smart album is a rule, which can not be carried over. Make an album of its photos in Photos first."
            case let kind where Kind.roots.contains(kind) || Kind.progress.contains(kind):
                continue
            default:
                guard count > 0 || album.title != "Untitled" else { continue }
                reason = "It is a collection of a kind that is not known (\(album.kind))."
            }
            losses.append(.init(path: album.title, reason: reason))
        }
        if sessions > 0 {
            losses.append(
                .init(
                    path: "database/Photos.sqlite",
                    reason:
                        "Which photos were imported together (\(sessions) times) is not carried over."
                )
            )
        }
    }
}
