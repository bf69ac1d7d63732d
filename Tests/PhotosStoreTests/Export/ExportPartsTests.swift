import Foundation
import PhotosImport
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct ExportPartsTests {
    private static func resource(_ type: Int, _ name: String?) -> ResourceRecord {
        ResourceRecord(
            rowID: Int64(type),
            assetID: 1,
            type: ResourceRole(rawValue: type),
            file: "ab/abcd.heic",
            filename: name,
            contentType: "public.heic",
            byteCount: 1,
            checksum: [UInt8(type)],
            pixelWidth: 1,
            pixelHeight: 1
        )
    }

    private static let edited = [
        resource(1, "IMG_1234.HEIC"), resource(4, "IMG_1234.DNG"), resource(5, "FullSize.jpg"),
        resource(7, "Adjustments.plist"), resource(8, "x.jpg"), resource(9, "IMG_1234.MOV"),
        resource(10, "y.mov"),
    ]

    private static func names(_ versions: LibraryExport.Versions, number: Int = 1) -> [String] {
        ExportParts.parts(of: edited, versions: versions).map {
            "\($0.role) \($0.filename(stem: "IMG_1234", number: number, rules: TargetRules()))"
        }
    }

    @Test func `the files of an asset have names that an import groups`() {
        #expect(
            Self.names(.originals) == [
                "1 IMG_1234.HEIC", "4 IMG_1234.DNG", "9 IMG_1234.MOV",
            ]
        )
        #expect(
            Self.names(.both) == [
                "1 IMG_1234.HEIC", "4 IMG_1234.DNG", "5 IMG_E1234.jpg", "7 IMG_1234.AAE",
                "8 IMG_1234-base.jpg", "9 IMG_1234.MOV", "10 IMG_E1234.mov",
            ]
        )
        #expect(Self.names(.edited) == ["1 IMG_1234.jpg", "9 IMG_1234.mov"])
    }

    @Test func `a number tells equal names apart in all files of an asset`() {
        #expect(
            Self.names(.both, number: 2).prefix(3) == [
                "1 IMG_1234 (2).HEIC", "4 IMG_1234 (2).DNG", "5 IMG_E1234 (2).jpg",
            ]
        )
    }

    @Test func `two originals with one ending get two names`() {
        let parts = ExportParts.parts(
            of: [Self.resource(1, "a.heic"), Self.resource(4, "b.HEIC")],
            versions: .originals
        )
        let names = parts.map {
            $0.filename(stem: "a", number: 1, rules: TargetRules()).lowercased()
        }
        #expect(names == ["a.heic", "a-alternate.heic"])
    }

    @Test func `an original without an edit is its edited version`() {
        let resources = [Self.resource(1, "a.heic"), Self.resource(9, "a.mov")]
        #expect(
            ExportParts.parts(of: resources, versions: .edited).map(\.role) == [
                .photo, .pairedVideo,
            ]
        )
    }
}
