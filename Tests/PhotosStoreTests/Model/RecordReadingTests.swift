import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct RecordReadingTests {
    private static let texts: [FieldValue] = [
        .text(""), .text("caf\u{E9}"), .text("cafe\u{301}"), .text("\u{1F30A}"),
        .text(String(repeating: "long ", count: 2_000)), .null,
    ]
    private static let reals: [FieldValue] = [
        .real(0.1), .real(-1e300), .real(.leastNormalMagnitude), .real(.greatestFiniteMagnitude),
        .real(3), .null,
    ]
    private static let integers: [FieldValue] = [
        .integer(1), .integer(-1), .integer(.max), .integer(.min), .integer(0),
    ]
    private static let flags: [FieldValue] = [.integer(1), .integer(0)]
    private static let counts: [FieldValue] = [.integer(7), .integer(.max), .integer(1)]

    private static func samples(_ field: AssetField) -> [FieldValue] {
        switch field {
        case .uuid, .modificationDate: []
        case .rating: [.integer(5), .integer(0)]
        case .creationZone: integers + [.null]
        case .mediaType, .playbackStyle, .playbackVariation, .burstSelection, .sourceType,
            .adjustmentsState:
            integers
        case .duration: reals.filter { ($0.real ?? -1) >= 0 }
        case .contentType: texts.filter { !$0.isNull }
        case .keywords: [.text(#"["a","\"é"]"#), .null]
        case .latitude, .longitude: [.real(-89.123456789), .real(0)]
        // An asset in Recently Deleted takes no other change.
        case .trashedDate: [.real(0.1)]
        default:
            switch field.storage {
            case .flag, .code: flags
            case .number: counts
            case .bits: integers
            case .date, .real: reals
            case .text: texts
            case .bytes, .position: []
            }
        }
    }

    @Test(arguments: AssetField.allCases)
    func `A field of an asset is read as it was written, and no other changes with it`(
        field: AssetField
    ) throws {
        let library = try Library.temporary()
        let uuid = try library.addPicture(seed: 1, [.latitude: .real(1), .longitude: .real(2)])
        let original = try #require(try library.asset(uuid))
        for value in Self.samples(field) {
            try library.commit(.set(uuid, [field: value]))
            let read = try #require(try library.asset(uuid))
            #expect(read[field].isIdentical(to: value), "\(value)")
            let followers: AssetFieldMask =
                switch field {
                // The one frame of a burst stands for it.
                case .burstIdentifier: .init([.modificationDate, .representsBurst])
                // A zone that somebody set is assumed no more.
                case .creationZone: .init([.modificationDate, .traits])
                default: .init([.modificationDate])
                }
            #expect(
                read.differences(from: original).subtracting(followers)
                    == read.differences(from: original).intersection(.init([field]))
            )
            // The column itself, as SQLite sees it.
            let plan = FetchPlan(.assets, filter: .field(.asset(field), .equal, value))
            #expect(try library.records.fetch(plan).rows.contains(read.rowID), "\(value)")
        }
    }

    @Test func `An asset with every field set is read as it was written`() throws {
        let library = try Library.temporary()
        let uuid = try library.addPicture()
        var values: [AssetField: FieldValue] = [:]
        for field in AssetField.allCases { values[field] = Self.samples(field).first }
        try library.commit(.set(uuid, values))
        let read = try #require(try library.asset(uuid))
        for (field, value) in values { #expect(read[field].isIdentical(to: value), "\(field)") }
        #expect(read.uuid == uuid)
    }

    @Test func `The fields of albums and folders are read as they were written`() throws {
        let library = try Library.temporary()
        let folder = try library.addFolder("Fol\u{301}der")
        let inner = try library.addFolder("Inner", in: folder)
        let album = try library.addAlbum("\u{1F30A} Album")
        let root = try library.records.rootFolder()
        let outer = try #require(try library.collection(folder))
        #expect(root.parent == nil && root.position == nil && root.title == nil)
        #expect(root.collectionKind == .folder)
        #expect(outer.uuid == folder && outer.parent == root.rowID)
        #expect(outer[.title].isIdentical(to: .text("Fol\u{301}der")))
        #expect(try library.collection(inner)?.parent == outer.rowID)
        let read = try #require(try library.collection(album))
        #expect(read.collectionKind == .album && read.title == "\u{1F30A} Album")
        #expect(read.creationDate != nil && read.modificationDate != nil)
        for record in [root, outer, read] {
            for field in CollectionField.allCases {
                let plan = FetchPlan(
                    .collections,
                    filter: .field(.collection(field), .equal, record[field])
                )
                #expect(try library.records.fetch(plan).rows.contains(record.rowID), "\(field)")
            }
        }
    }

    @Test func `Records are shown with their places among the rows, whatever is missing`() throws {
        let library = try Library.temporary()
        let uuids = try library.addPictures(5)
        let rows = try uuids.map { try #require(try library.row(of: $0, in: .asset)) }
        try library.commit(.deleteAssets([uuids[3]]))
        try library.commit(.purgeAssets([uuids[3]]))
        let asked = [rows[4], 9_999, rows[3], rows[0], 8_888, rows[0], rows[2]]
        let present = try library.history.currentPosition().sequence
        var seen: [Int: UUID] = [:]
        try library.records.forEachAsset(in: asked) { index, record, sequence in
            #expect(record.rowID == asked[index])
            #expect(sequence == present)
            seen[index] = record.uuid
        }
        #expect(
            seen == [
                0: uuids[4], 2: uuids[3], 3: uuids[0], 5: uuids[0], 6: uuids[2],
            ]
        )
        try library.records.forEachAsset(in: []) { _, _, _ in Issue.record("There is no row.") }
    }
}
