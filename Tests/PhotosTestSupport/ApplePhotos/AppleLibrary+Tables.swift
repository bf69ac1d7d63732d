import Foundation
import GRDB

extension AppleLibrary {
    private var members: String { "Z_\(version.albumEntity)ASSETS" }

    func makeTables(_ db: Database) throws {
        let scopes = version.hasScopes ? "ZBUNDLESCOPE INTEGER," : ""
        try db.execute(
            sql: """
                CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
                CREATE TABLE Z_PRIMARYKEY
                    (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
                CREATE TABLE \(version.assetTable) (
                    Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZUUID VARCHAR,
                    ZDIRECTORY VARCHAR, ZFILENAME VARCHAR, ZKIND INTEGER, ZKINDSUBTYPE INTEGER,
                    ZFAVORITE INTEGER, ZHIDDEN INTEGER, ZTRASHEDSTATE INTEGER, ZSAVEDASSETTYPE INTEGER,
                    ZVISIBILITYSTATE INTEGER, ZAVALANCHEPICKTYPE INTEGER, ZAVALANCHEUUID VARCHAR,
                    \(version.adjustments) INTEGER, \(scopes) ZMASTER INTEGER, ZMOMENT INTEGER,
                    ZCLOUDASSETGUID VARCHAR, ZCLOUDBATCHPUBLISHDATE TIMESTAMP, ZDATECREATED TIMESTAMP,
                    ZMODIFICATIONDATE TIMESTAMP, ZADDEDDATE TIMESTAMP, ZTRASHEDDATE TIMESTAMP,
                    ZADJUSTMENTTIMESTAMP TIMESTAMP, ZLATITUDE FLOAT, ZLONGITUDE FLOAT,
                    ZUNIFORMTYPEIDENTIFIER VARCHAR);
                CREATE TABLE ZADDITIONALASSETATTRIBUTES (
                    Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZASSET INTEGER,
                    ZASSETDESCRIPTION INTEGER, ZUNMANAGEDADJUSTMENT INTEGER, ZTIMEZONEOFFSET INTEGER,
                    ZINFERREDTIMEZONEOFFSET INTEGER, ZORIGINALRESOURCECHOICE INTEGER,
                    ZGPSHORIZONTALACCURACY FLOAT, ZTIMEZONENAME VARCHAR, ZORIGINALFILENAME VARCHAR,
                    ZTITLE VARCHAR);
                CREATE TABLE ZASSETDESCRIPTION (
                    Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZASSETATTRIBUTES INTEGER,
                    ZLONGDESCRIPTION VARCHAR);
                CREATE TABLE ZUNMANAGEDADJUSTMENT (
                    Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZASSETATTRIBUTES INTEGER,
                    ZADJUSTMENTTIMESTAMP TIMESTAMP, ZADJUSTMENTFORMATIDENTIFIER VARCHAR,
                    ZADJUSTMENTFORMATVERSION VARCHAR, ZUUID VARCHAR);
                CREATE TABLE ZGENERICALBUM (
                    Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZKIND INTEGER,
                    ZPARENTFOLDER INTEGER, Z_FOK_PARENTFOLDER INTEGER, ZTRASHEDSTATE INTEGER,
                    ZCUSTOMSORTKEY INTEGER, ZCUSTOMSORTASCENDING INTEGER, ZTITLE VARCHAR, ZUUID VARCHAR);
                CREATE TABLE \(members) (
                    Z_\(version.albumEntity)ALBUMS INTEGER, Z_\(version.assetEntity)ASSETS INTEGER,
                    Z_FOK_\(version.assetEntity)ASSETS INTEGER,
                    PRIMARY KEY (Z_\(version.albumEntity)ALBUMS, Z_\(version.assetEntity)ASSETS));
                CREATE TABLE Z_9KEYASSETS (Z_9MEMORIES INTEGER, Z_\(version.assetEntity)KEYASSETS INTEGER);
                CREATE TABLE ZKEYWORD
                    (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR, ZUUID VARCHAR);
                CREATE TABLE Z_1KEYWORDS (
                    Z_1ASSETATTRIBUTES INTEGER, Z_\(version.keywordEntity)KEYWORDS INTEGER,
                    PRIMARY KEY (Z_1ASSETATTRIBUTES, Z_\(version.keywordEntity)KEYWORDS));
                CREATE TABLE ZPERSON (
                    Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFULLNAME VARCHAR,
                    ZDISPLAYNAME VARCHAR, ZPERSONUUID VARCHAR);
                CREATE TABLE ZDETECTEDFACE (
                    Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
                    \(version.faceAsset) INTEGER, \(version.facePerson) INTEGER);
                """
        )
    }

    func fill(_ db: Database) throws {
        let list = try PropertyListSerialization.data(
            fromPropertyList: ["PLModelVersion": version.model],
            format: .binary,
            options: 0
        )
        try insert(db, "Z_METADATA", ["Z_VERSION": 1, "Z_UUID": identity, "Z_PLIST": list])
        let entities = [
            "AdditionalAssetAttributes": 1, "Album": version.albumEntity,
            "Asset": version.assetEntity, "Keyword": version.keywordEntity,
        ]
        for (name, number) in entities {
            try insert(db, "Z_PRIMARYKEY", ["Z_ENT": number, "Z_NAME": name])
        }
        for (index, asset) in assets.enumerated() { try fill(db, asset, key: index + 1) }
        let keys = Dictionary(uniqueKeysWithValues: assets.enumerated().map { ($1.uuid, $0 + 1) })
        try insert(db, "ZGENERICALBUM", ["Z_PK": 1, "ZKIND": 3999, "ZUUID": "ROOT"])
        for album in albums {
            try insert(
                db,
                "ZGENERICALBUM",
                [
                    "Z_PK": album.key, "ZKIND": album.kind, "ZTITLE": album.title,
                    "ZUUID": album.uuid, "ZPARENTFOLDER": album.parent,
                    "Z_FOK_PARENTFOLDER": album.order,
                    "ZTRASHEDSTATE": album.isTrashed ? 1 : 0, "ZCUSTOMSORTKEY": album.sortKey,
                    "ZCUSTOMSORTASCENDING": album.isSortAscending ? 1 : 0,
                ]
            )
            for (index, member) in album.members.enumerated() {
                try insert(
                    db,
                    members,
                    [
                        "Z_\(version.albumEntity)ALBUMS": album.key,
                        "Z_\(version.assetEntity)ASSETS": keys[member],
                        "Z_FOK_\(version.assetEntity)ASSETS": (index + 1) * 1024,
                    ]
                )
            }
        }
    }

    private func fill(_ db: Database, _ asset: Asset, key: Int) throws {
        var columns: [String: (any DatabaseValueConvertible)?] = [
            "Z_PK": key, "ZUUID": asset.uuid, "ZKIND": asset.kind, "ZKINDSUBTYPE": asset.subtype,
            "ZDIRECTORY": asset.directory ?? String(asset.uuid.prefix(1)),
            "ZFILENAME": asset.uuid + "." + asset.end, "ZFAVORITE": 0, "ZHIDDEN": 0,
            "ZTRASHEDSTATE": 0, "ZSAVEDASSETTYPE": 3, "ZLATITUDE": -180.0, "ZLONGITUDE": -180.0,
            version.adjustments: asset.adjustment == nil
                ? 0 : version.adjustments == "ZADJUSTMENTSSTATE" ? 2 : 1,
        ]
        columns.merge(asset.columns) { $1 }
        try insert(db, version.assetTable, columns)
        // Keys of other tables differ from those of assets, as they do in real libraries.
        let attributes = key + 500
        var values: [String: (any DatabaseValueConvertible)?] = [
            "Z_PK": attributes, "ZASSET": key, "ZORIGINALFILENAME": asset.originalFilename,
            "ZASSETDESCRIPTION": asset.description == nil ? nil : key + 600,
            "ZUNMANAGEDADJUSTMENT": asset.adjustment == nil ? nil : key + 700,
        ]
        values.merge(asset.attributes) { $1 }
        try insert(db, "ZADDITIONALASSETATTRIBUTES", values)
        if let description = asset.description {
            try insert(
                db,
                "ZASSETDESCRIPTION",
                [
                    "Z_PK": key + 600, "ZASSETATTRIBUTES": attributes,
                    "ZLONGDESCRIPTION": description,
                ]
            )
        }
        if let (format, number) = asset.adjustment {
            try insert(
                db,
                "ZUNMANAGEDADJUSTMENT",
                [
                    "Z_PK": key + 700, "ZASSETATTRIBUTES": attributes,
                    "ZADJUSTMENTFORMATIDENTIFIER": format, "ZADJUSTMENTFORMATVERSION": number,
                    "ZADJUSTMENTTIMESTAMP": 650_000_000.0,
                ]
            )
        }
        for word in asset.keywords {
            try db.execute(
                sql:
                    "INSERT INTO ZKEYWORD (ZTITLE) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM ZKEYWORD WHERE ZTITLE = ?1)",
                arguments: [word]
            )
            try db.execute(
                sql: "INSERT INTO Z_1KEYWORDS SELECT ?, Z_PK FROM ZKEYWORD WHERE ZTITLE = ?",
                arguments: [attributes, word]
            )
        }
        for person in asset.persons {
            try insert(db, "ZPERSON", ["ZFULLNAME": person])
            try insert(
                db,
                "ZDETECTEDFACE",
                [version.faceAsset: key, version.facePerson: Int(db.lastInsertedRowID)]
            )
        }
    }

    private func insert(
        _ db: Database,
        _ table: String,
        _ values: [String: (any DatabaseValueConvertible)?]
    ) throws {
        let columns = values.keys.sorted()
        try db.execute(
            sql: """
                INSERT INTO \(table) (\(columns.joined(separator: ", ")))
                VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
                """,
            arguments: StatementArguments(columns.map { values[$0] ?? nil })
        )
    }
}
