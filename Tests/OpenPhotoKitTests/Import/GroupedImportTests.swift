import Foundation
import OpenPhotoKit
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Files of one shot that a test writes, as cameras do.
private struct Shot: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var files: [(name: String, bytes: [UInt8])]
    /// What the asset is in the end: names with types of resources.
    var asset: String

    init(_ title: String, _ asset: String, _ files: [String: [UInt8]]) {
        testDescription = title
        self.asset = asset
        self.files = files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    static func picture(
        _ seed: UInt8,
        id: String? = nil,
        burst: String? = nil,
        second: Int = 0
    ) -> [UInt8] {
        var exif = ExifFields(
            dateTimeOriginal: String(format: "2024:05:01 12:00:%02d", second),
            offset: "+02:00"
        )
        exif.make = "Apple"
        exif.model = "iPhone 15"
        exif.contentIdentifier = id
        exif.burstIdentifier = burst
        return TestJPEG(exif: exif, seed: seed).data()
    }

    static func movie(_ seed: UInt8, id: String? = nil, date: String? = nil) -> [UInt8] {
        var metadata: [String: String] = [:]
        metadata["com.apple.quicktime.content.identifier"] = id
        metadata["com.apple.quicktime.creationdate"] = date
        return TestMovie(.quickTime, metadata: metadata, seed: seed).data()
    }

    static let all: [Shot] = [
        Shot(
            "a Live Photo",
            "IMG_1.JPG=1 IMG_1.MOV=9",
            ["IMG_1.JPG": picture(1, id: "LIVE"), "IMG_1.MOV": movie(1, id: "LIVE")]
        ),
        Shot(
            "a Live Photo under two names",
            "a.jpg=1 b.mov=9",
            ["a.jpg": picture(1, id: "LIVE"), "b.mov": movie(1, id: "LIVE")]
        ),
        Shot(
            "a Live Photo of which half lost its identifier",
            "IMG_1.JPG=1 IMG_1.MOV=9",
            [
                "IMG_1.JPG": picture(1),
                "IMG_1.MOV": movie(1, id: "LIVE", date: "2024-05-01T12:00:01+0200"),
            ]
        ),
        Shot(
            "RAW and JPEG",
            "D_1.JPG=1 D_1.DNG=4",
            ["D_1.JPG": picture(2), "D_1.DNG": TestDNG(seed: 2).data()]
        ),
        Shot(
            "a Pixel's motion photo with its movie beside it",
            "PXL_1.MP.jpg=1 PXL_1.MP=9",
            ["PXL_1.MP.jpg": picture(3), "PXL_1.MP": TestMovie(.mpeg4, seed: 3).data()]
        ),
        Shot(
            "Google's edited copy",
            "a.jpg=1 a-edited.jpg=5",
            ["a.jpg": picture(4), "a-edited.jpg": picture(5)]
        ),
        Shot(
            "an iPhone's edited RAW and JPEG",
            "IMG_1.JPG=1 IMG_1.DNG=4 IMG_E1.JPG=5",
            [
                "IMG_1.JPG": picture(6), "IMG_E1.JPG": picture(7),
                "IMG_1.DNG": TestDNG(seed: 6).data(),
            ]
        ),
        Shot(
            "an iPhone's edited Live Photo",
            "IMG_1.JPG=1 IMG_E1.JPG=5 IMG_1.MOV=9 IMG_E1.MOV=10",
            [
                "IMG_1.JPG": picture(8, id: "LIVE"), "IMG_1.MOV": movie(8, id: "LIVE"),
                "IMG_E1.JPG": picture(9, id: "LIVE"), "IMG_E1.MOV": movie(9, id: "LIVE"),
            ]
        ),
    ]
}

@Suite(.permit) struct GroupedImportTests {
    private func write(_ name: String, _ bytes: [UInt8], _ fixture: LibraryFixture) throws {
        try Data(bytes).write(to: fixture.folder.appendingPathComponent(name))
    }

    /// With all pictures of bursts.
    private func allAssets(_ fixture: LibraryFixture) -> [PHAsset] {
        fixture.library.withCurrent {
            let options = PHFetchOptions()
            options.includeAllBurstAssets = true
            let result = PHAsset.fetchAssets(with: options)
            return (0..<result.count).map { result.object(at: $0) }
        }
    }

    private func assets(_ fixture: LibraryFixture) -> [String] {
        let assets = allAssets(fixture)
        return fixture.library.withCurrent {
            assets.map { asset in
                PHAssetResource.assetResources(for: asset)
                    .sorted { $0.type.rawValue < $1.type.rawValue }
                    .map { "\($0.originalFilename)=\($0.type.rawValue)" }.joined(separator: " ")
            }.sorted()
        }
    }

    /// Two photos of which a part has equal bytes.
    fileprivate static let sharing: [Shot] = [
        Shot(
            "a Live Photo and its copy with a changed still",
            "IMG_1.JPG=1 IMG_1.MOV=9|IMG_2.JPG=1 IMG_2.MOV=9",
            [
                "IMG_1.JPG": Shot.picture(1, id: "LIVE"), "IMG_1.MOV": Shot.movie(1, id: "LIVE"),
                "IMG_2.JPG": Shot.picture(2, id: "LIVE"), "IMG_2.MOV": Shot.movie(1, id: "LIVE"),
            ]
        ),
        Shot(
            "two developed pictures of one RAW file",
            "D_1.JPG=1 D_1.DNG=4|D_2.JPG=1 D_2.DNG=4",
            [
                "D_1.JPG": Shot.picture(3), "D_1.DNG": TestDNG(seed: 3).data(),
                "D_2.JPG": Shot.picture(4), "D_2.DNG": TestDNG(seed: 3).data(),
            ]
        ),
        Shot(
            "edited Live Photos with equal movies",
            "IMG_1.JPG=1 IMG_E1.JPG=5 IMG_1.MOV=9 IMG_E1.MOV=10"
                + "|IMG_2.JPG=1 IMG_E2.JPG=5 IMG_2.MOV=9 IMG_E2.MOV=10",
            [
                "IMG_1.JPG": Shot.picture(5, id: "LIVE"), "IMG_1.MOV": Shot.movie(5, id: "LIVE"),
                "IMG_E1.JPG": Shot.picture(6, id: "LIVE"),
                "IMG_E1.MOV": Shot.movie(6, id: "LIVE"),
                "IMG_2.JPG": Shot.picture(7, id: "LIVE"), "IMG_2.MOV": Shot.movie(5, id: "LIVE"),
                "IMG_E2.JPG": Shot.picture(8, id: "LIVE"),
                "IMG_E2.MOV": Shot.movie(6, id: "LIVE"),
            ]
        ),
    ]

    @Test(arguments: sharing)
    fileprivate func `equal bytes of two photos are files of both`(shot: Shot) async throws {
        let expected = shot.asset.split(separator: "|").map(String.init)
        for transfer in [LibraryImport.Transfer.copy, .move] {
            let fixture = try LibraryFixture()
            for (name, bytes) in shot.files { try write(name, bytes, fixture) }
            let report = try await fixture.library.importFiles(
                [fixture.folder],
                options: .init(transfer: transfer)
            )
            #expect(assets(fixture) == expected)
            #expect(report.duplicateCount == 0)
            #expect(try await fixture.library.check(readingBytes: true).findings.isEmpty)
        }
    }

    @Test(arguments: sharing)
    fileprivate func `equal bytes may come later, alone, or first`(shot: Shot) async throws {
        let expected = shot.asset.split(separator: "|").map(String.init)
        let fixture = try LibraryFixture()
        // The second photo's pictures come without what the photo shares with the first one.
        let late = shot.files.filter { $0.name.contains("2") && !$0.name.hasSuffix("JPG") }
        for (name, bytes) in shot.files where !late.contains(where: { $0.name == name }) {
            try write(name, bytes, fixture)
        }
        _ = try await fixture.library.importFiles([fixture.folder])
        for (name, bytes) in late {
            try write(name, bytes, fixture)
            _ = try await fixture.library.importFiles([fixture.folder])
        }
        #expect(assets(fixture) == expected)
        let again = try await fixture.library.importFiles([fixture.folder])
        #expect(again.importedCount + again.joinedCount == 0)
        #expect(again.unchangedCount + again.duplicateCount == shot.files.count)
    }

    @Test func `a movie that states another identifier joins no still, though its bytes are known`()
        async throws
    {
        let fixture = try LibraryFixture()
        try write("IMG_1.JPG", Shot.picture(1, id: "LIVE"), fixture)
        try write("IMG_1.MOV", Shot.movie(1, id: "LIVE"), fixture)
        try write("IMG_2.JPG", Shot.picture(2, id: "OTHER"), fixture)
        try write("IMG_2.MOV", Shot.movie(1, id: "LIVE"), fixture)
        let report = try await fixture.library.importFiles([fixture.folder])
        #expect(assets(fixture) == ["IMG_1.JPG=1 IMG_1.MOV=9", "IMG_2.JPG=1"])
        #expect(report.duplicateCount == 1)
    }

    @Test func `a picture joins its earlier movie, which is not taken twice`() async throws {
        let fixture = try LibraryFixture()
        for folder in ["one", "two"] {
            try FileManager.default.createDirectory(
                at: fixture.folder.appendingPathComponent(folder),
                withIntermediateDirectories: false
            )
        }
        try write("one/x.mov", Shot.movie(1, id: "LIVE"), fixture)
        _ = try await fixture.library.importFiles([fixture.folder])
        try write("two/IMG_1.JPG", Shot.picture(1, id: "LIVE"), fixture)
        try write("two/IMG_1.MOV", Shot.movie(1, id: "LIVE"), fixture)
        let report = try await fixture.library.importFiles([fixture.folder])
        #expect(assets(fixture) == ["IMG_1.JPG=1 x.mov=9"])
        #expect(report.duplicateCount == 1)
    }

    @Test(arguments: Shot.all)
    fileprivate func `files that come in one import are one asset`(shot: Shot) async throws {
        let fixture = try LibraryFixture()
        for (name, bytes) in shot.files { try write(name, bytes, fixture) }
        _ = try await fixture.library.importFiles([fixture.folder])
        #expect(assets(fixture) == [shot.asset])
        #expect(try await fixture.library.check(readingBytes: true).findings.isEmpty)
    }

    @Test(arguments: Shot.all)
    fileprivate func `files that come one by one are that asset in every order`(
        shot: Shot
    ) async throws {
        for order in permutations(of: Array(shot.files.indices)) {
            let fixture = try LibraryFixture()
            for index in order {
                try write(shot.files[index].name, shot.files[index].bytes, fixture)
                _ = try await fixture.library.importFiles([fixture.folder])
            }
            let names = order.map { shot.files[$0].name }
            #expect(assets(fixture) == [shot.asset], "\(names)")
            #expect(try await fixture.library.check().findings.isEmpty, "\(names)")
        }
    }

    @Test func `a recipe joins when what it tells of is there`() async throws {
        let fixture = try LibraryFixture()
        let recipe = try PropertyListSerialization.data(
            fromPropertyList: [
                "adjustmentData": Data([1]), "adjustmentFormatIdentifier": "com.apple.photo",
                "adjustmentFormatVersion": "1.6",
            ] as [String: Any],
            format: .binary,
            options: 0
        )
        try write("IMG_1.AAE", Array(recipe), fixture)
        let first = try await fixture.library.importFiles([fixture.folder])
        #expect(first.importedCount == 0 && assets(fixture).isEmpty)
        try write("IMG_1.JPG", Shot.picture(1), fixture)
        try write("IMG_E1.JPG", Shot.picture(2), fixture)
        _ = try await fixture.library.importFiles([fixture.folder])
        #expect(assets(fixture) == ["IMG_1.JPG=1 IMG_E1.JPG=5 IMG_1.AAE=7"])
        let last = try await fixture.library.importFiles([fixture.folder])
        #expect(last.importedCount == 0 && last.refusedCount == 0)
    }

    @Test func `one picture stands for a burst, in whatever order its pictures come`()
        async throws
    {
        for order in permutations(of: [0, 1, 2]) {
            let fixture = try LibraryFixture()
            for index in order {
                let name = "IMG_\(9 - index).JPG"
                let bytes = Shot.picture(UInt8(index), burst: "BURST", second: index)
                try write(name, bytes, fixture)
                _ = try await fixture.library.importFiles([fixture.folder])
            }
            #expect(allAssets(fixture).count == 3)
            let standing = allAssets(fixture).filter(\.representsBurst)
                .compactMap { $0.value(forKey: "filename") as? String }
            #expect(standing == ["IMG_9.JPG"], "\(order)")
        }
    }
}

private func permutations(of indexes: [Int]) -> [[Int]] {
    guard !indexes.isEmpty else { return [[]] }
    return indexes.flatMap { first in
        permutations(of: indexes.filter { $0 != first }).map { [first] + $0 }
    }
}
