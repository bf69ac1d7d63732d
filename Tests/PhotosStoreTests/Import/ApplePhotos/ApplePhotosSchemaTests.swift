import PhotosImport
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct ApplePhotosSchemaTests {
    private let asset: Set = ["Z_PK", "ZUUID", "ZKIND", "ZDIRECTORY", "ZFILENAME"]

    @Test(arguments: [
        ("ZGENERICASSET", 26, 34), ("ZASSET", 26, 3), ("ZASSET", 27, 3), ("ZASSET", 28, 3),
        ("ZASSET", 30, 3), ("ZASSET", 33, 3),
    ])
    func `the table of albums' members is found by its form`(
        table: String,
        album: Int,
        member: Int
    ) throws {
        let schema = try ApplePhotosSchema(
            columns: [
                table: asset,
                "Z_\(album)ASSETS": [
                    "Z_\(album)ALBUMS", "Z_\(member)ASSETS", "Z_FOK_\(member)ASSETS",
                ],
                "Z_3MEMORIESBEINGCURATEDASSETS": ["Z_3CURATEDASSETS", "Z_46MEMORIES"],
                "Z_9KEYASSETS": ["Z_9MEMORIES", "Z_\(member)KEYASSETS"],
            ],
            entities: [:]
        )
        #expect(schema.assets == table)
        #expect(
            schema.members
                == .init(
                    table: "Z_\(album)ASSETS",
                    left: "Z_\(album)ALBUMS",
                    right: "Z_\(member)ASSETS",
                    order: "Z_FOK_\(member)ASSETS"
                )
        )
        #expect(schema.keywords == nil)
    }

    @Test func `of two tables of that form the one with the albums' number is taken`() throws {
        let columns: [String: Set<String>] = [
            "ZASSET": asset, "Z_20ASSETS": ["Z_20ALBUMS", "Z_3ASSETS"],
            "Z_30ASSETS": ["Z_30ALBUMS", "Z_3ASSETS"],
        ]
        let numbered = try ApplePhotosSchema(columns: columns, entities: ["Album": 30])
        #expect(numbered.members?.table == "Z_30ASSETS")
        let plain = try ApplePhotosSchema(columns: columns, entities: [:])
        #expect(plain.members?.table == "Z_20ASSETS")
    }

    @Test func `without a table of assets there is no layout`() {
        #expect(throws: StoreError.self) {
            try ApplePhotosSchema(columns: ["ZASSET": ["Z_PK"]], entities: [:])
        }
    }
}
