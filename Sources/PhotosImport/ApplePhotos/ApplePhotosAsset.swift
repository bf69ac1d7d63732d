import Foundation
import GRDB
import PhotosMedia
import PhotosStore

/// A photo or video, as the database of a Photos library describes it.
struct ApplePhotosAsset: Sendable {
    var key: Int64
    var uuid: String
    /// 0 for a photo, 1 for a video.
    var kind: Int?
    var isLive: Bool
    var directory: String
    var filename: String
    var originalFilename: String?
    var title: String?
    var description: String?
    var date: Date?
    var zoneOffset: Int?
    var location: MediaFacts.Location?
    var isFavorite: Bool
    var isHidden: Bool
    var isTrashed: Bool
    var trashedDate: Date?
    var burst: String?
    var burstPick: Int
    /// Whether the asset was edited; nil where the database does not say.
    var isEdited: Bool?
    var adjustment: ImportSupplement.Adjustment?
    /// Whether the asset came from a shared album or a message, so that it does not belong to the owner.
    var isShared: Bool
    /// Whether the asset has a record in iCloud.
    var isInCloud: Bool

    static func assetQuery(for schema: ApplePhotosSchema) -> String {
        let attributes = "ZADDITIONALASSETATTRIBUTES"
        let description = "ZASSETDESCRIPTION"
        let adjustment = "ZUNMANAGEDADJUSTMENT"
        func columnExpressions(of table: String, alias: String, columns: [String]) -> [String] {
            columns.map {
                schema.columnExpression(table: table, column: $0, of: alias) + " AS \(alias)_\($0)"
            }
        }
        let hasAttributes = schema.hasColumn(in: attributes, named: "ZASSET")
        let hasDescription =
            hasAttributes && schema.hasColumn(in: attributes, named: description)
            && schema.hasColumn(in: description, named: "Z_PK")
        let hasAdjustment =
            hasAttributes && schema.hasColumn(in: attributes, named: adjustment)
            && schema.hasColumn(in: adjustment, named: "Z_PK")
        let none = "-"
        let columns =
            columnExpressions(of: schema.assets, alias: "a", columns: assetColumns)
            + columnExpressions(
                of: hasAttributes ? attributes : none,
                alias: "x",
                columns: attributeColumns
            )
            + columnExpressions(
                of: hasDescription ? description : none,
                alias: "d",
                columns: ["ZLONGDESCRIPTION"]
            )
            + columnExpressions(
                of: hasAdjustment ? adjustment : none,
                alias: "u",
                columns: adjustmentColumns
            )
        var sql = "SELECT \(columns.joined(separator: ", ")) FROM \(schema.assets) a"
        if hasAttributes { sql += " LEFT JOIN \(attributes) x ON x.ZASSET = a.Z_PK" }
        if hasDescription { sql += " LEFT JOIN \(description) d ON d.Z_PK = x.\(description)" }
        if hasAdjustment { sql += " LEFT JOIN \(adjustment) u ON u.Z_PK = x.\(adjustment)" }
        return sql + " GROUP BY a.Z_PK ORDER BY a.Z_PK"
    }

    private static let assetColumns = [
        "Z_PK", "ZUUID", "ZKIND", "ZKINDSUBTYPE", "ZDIRECTORY", "ZFILENAME", "ZDATECREATED",
        "ZLATITUDE",
        "ZLONGITUDE", "ZFAVORITE", "ZHIDDEN", "ZTRASHEDSTATE", "ZTRASHEDDATE", "ZMODIFICATIONDATE",
        "ZADDEDDATE", "ZAVALANCHEUUID", "ZAVALANCHEPICKTYPE", "ZHASADJUSTMENTS",
        "ZADJUSTMENTSSTATE",
        "ZADJUSTMENTTIMESTAMP", "ZSAVEDASSETTYPE", "ZCLOUDBATCHPUBLISHDATE", "ZBUNDLESCOPE",
        "ZCLOUDASSETGUID",
    ]
    private static let attributeColumns = [
        "ZORIGINALFILENAME", "ZTITLE", "ZTIMEZONEOFFSET", "ZTIMEZONENAME", "ZGPSHORIZONTALACCURACY",
    ]
    private static let adjustmentColumns = [
        "ZADJUSTMENTFORMATIDENTIFIER", "ZADJUSTMENTFORMATVERSION", "ZADJUSTMENTTIMESTAMP",
    ]

    init(_ row: Row) {
        let fields = ForeignRow(row)
        key = fields.integer("a_Z_PK") ?? 0
        uuid = fields.text("a_ZUUID") ?? ""
        kind = fields.integer("a_ZKIND").map(Int.init)
        isLive = fields.integer("a_ZKINDSUBTYPE") == 2
        directory = fields.text("a_ZDIRECTORY") ?? ""
        filename = fields.text("a_ZFILENAME") ?? ""
        originalFilename = fields.text("x_ZORIGINALFILENAME")
        title = fields.text("x_ZTITLE")
        description = fields.text("d_ZLONGDESCRIPTION")
        date = fields.date("a_ZDATECREATED")
        zoneOffset =
            fields.integer("x_ZTIMEZONEOFFSET").map(Int.init)
            .flatMap { CaptureTime.zoneOffsets.contains($0) ? $0 : nil }
            ?? date.flatMap { date in
                fields.text("x_ZTIMEZONENAME").flatMap(TimeZone.init(identifier:))?
                    .secondsFromGMT(for: date)
            }
        location = Self.assetLocation(in: fields)
        isFavorite = fields.integer("a_ZFAVORITE") == 1
        isHidden = fields.integer("a_ZHIDDEN") == 1
        isTrashed = fields.integer("a_ZTRASHEDSTATE") == 1
        trashedDate =
            ["a_ZTRASHEDDATE", "a_ZMODIFICATIONDATE", "a_ZADDEDDATE"].lazy
            .compactMap(fields.date).first
        burst = fields.text("a_ZAVALANCHEUUID")
        burstPick = fields.integer("a_ZAVALANCHEPICKTYPE").map(Int.init) ?? 0
        // Photos up to version 9 uses the first column, Photos 10 and later the second.
        isEdited = (fields.integer("a_ZHASADJUSTMENTS") ?? fields.integer("a_ZADJUSTMENTSSTATE"))
            .map { $0 > 0 }
        if let format = fields.text("u_ZADJUSTMENTFORMATIDENTIFIER") {
            adjustment = .init(
                formatIdentifier: format,
                formatVersion: fields.text("u_ZADJUSTMENTFORMATVERSION") ?? "",
                date: fields.date("u_ZADJUSTMENTTIMESTAMP")
                    ?? fields.date("a_ZADJUSTMENTTIMESTAMP")
            )
        }
        isShared =
            fields.integer("a_ZSAVEDASSETTYPE") == 4
            || fields.date("a_ZCLOUDBATCHPUBLISHDATE") != nil
            || fields.integer("a_ZBUNDLESCOPE").map { $0 != 0 } == true
        isInCloud = fields.text("a_ZCLOUDASSETGUID") != nil
    }

    private static func assetLocation(in fields: ForeignRow) -> MediaFacts.Location? {
        guard let latitude = fields.real("a_ZLATITUDE"),
            let longitude = fields.real("a_ZLONGITUDE")
        else { return nil }
        // Photos writes -180 for latitude and longitude where there is no location. No real location has this
        // latitude.
        var location = MediaFacts.Location(latitude: latitude, longitude: longitude)
        guard location.isPlausible else { return nil }
        location.horizontalAccuracy = fields.real("x_ZGPSHORIZONTALACCURACY")
            .flatMap { $0 > 0 ? $0 : nil }
        return location.isPlausible
            ? location : MediaFacts.Location(latitude: latitude, longitude: longitude)
    }
}

/// A row whose columns may have values of any type.
///
/// A value of another type than requested counts as nil.
struct ForeignRow {
    private let row: Row

    init(_ row: Row) { self.row = row }

    func integer(_ column: String) -> Int64? { Int64.fromDatabaseValue(row[column]) }

    func real(_ column: String) -> Double? {
        Double.fromDatabaseValue(row[column]).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Returns nil for empty text, too: Photos leaves empty text where a value was written and removed.
    func text(_ column: String) -> String? {
        guard case .string(let text) = (row[column] as DatabaseValue).storage, !text.isEmpty else {
            return nil
        }
        return text
    }

    /// Core Data stores dates as seconds since 2001.
    func date(_ column: String) -> Date? {
        guard let seconds = real(column), (-63_000_000_000...252_000_000_000).contains(seconds)
        else { return nil }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }
}
