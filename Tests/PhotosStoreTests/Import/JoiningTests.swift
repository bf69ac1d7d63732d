import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Files of one shot that arrive in any order, together or one by one, end as the same asset.
@Suite(.permit) struct JoiningTests {
    /// One shot: its files, and the roles that they end in.
    struct Shot: Sendable, CustomTestStringConvertible {
        var title: String
        var roles: [String: Int]
        var isLive = false
        var isEdited = false

        var testDescription: String { title }
    }

    static let shots = [
        Shot(title: "a Live Photo", roles: ["IMG_1.JPG": 1, "IMG_1.MOV": 9], isLive: true),
        Shot(title: "RAW and JPEG", roles: ["DSC_2.JPG": 1, "DSC_2.DNG": 4]),
        Shot(
            title: "an edited Live Photo",
            roles: [
                "IMG_3.JPG": 1, "IMG_3.MOV": 9, "IMG_E3.JPG": 5, "IMG_E3.MOV": 10, "IMG_3.AAE": 7,
            ],
            isLive: true,
            isEdited: true
        ),
    ]

    @Test(arguments: shots)
    func `all at once`(_ shot: Shot) throws {
        let fixture = try ImportFixture(environment: Self.environment())
        for name in shot.roles.keys { try Self.write(name, fixture) }
        let (summary, log) = try fixture.run()
        #expect(summary.importedCount == 1 && summary.joinedCount == shot.roles.count - 1)
        #expect(log.refused.isEmpty && log.complaints.isEmpty)
        try Self.check(shot, fixture)
        #expect(try fixture.run().summary.unchangedCount == shot.roles.count)
    }

    @Test(arguments: shots)
    func `one by one, in every order`(_ shot: Shot) throws {
        for order in Self.permutations(shot.roles.keys.sorted()) {
            let fixture = try ImportFixture(environment: Self.environment())
            for name in order {
                let url = try Self.write(name, fixture)
                // A sidecar alone has to wait for what it belongs to, and is tried again each time.
                _ = try fixture.run([url.deletingLastPathComponent()])
            }
            try Self.check(shot, fixture, "in the order \(order)")
        }
    }

    @Test(arguments: shots)
    func `every file of a shot brings back its own`(_ shot: Shot) throws {
        let fixture = try ImportFixture(environment: Self.environment())
        for name in shot.roles.keys { try Self.write(name, fixture) }
        _ = try fixture.run()
        let layout = fixture.library.layout
        for original in try fixture.library.originals() {
            try FileManager.default.removeItem(at: layout.original(original))
            #expect(try fixture.run().summary.healedCount == 1)
            try Self.check(shot, fixture)
        }
        for original in try fixture.library.originals() {
            try FileManager.default.removeItem(at: layout.original(original))
        }
        #expect(try fixture.run().summary.healedCount == shot.roles.count)
        try Self.check(shot, fixture)
        #expect(try fixture.run().summary.unchangedCount == shot.roles.count)
    }

    @Test func `the files of an edit that was reverted stay away, until a person names them`()
        throws
    {
        let fixture = try ImportFixture(environment: Self.environment())
        let shot = Self.shots[2]
        let files = try shot.roles.keys.sorted().map { try Self.write($0, fixture) }
        _ = try fixture.run()
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        let asset = try #require(try fixture.library.records.assets(rows).records[rows[0]])
        try fixture.library.commit(.revert(asset.uuid))
        for isDryRun in [true, false] {
            let summary = try fixture.run(options: { $0.isDryRun = isDryRun }).summary
            #expect(summary.joinedCount == 0 && summary.unchangedCount == 2, "\(summary)")
            #expect(summary.deletedCount == 3, "\(summary)")
        }
        #expect(try fixture.library.asset(asset.uuid)?.adjustmentsState == .unedited)
        for isDryRun in [true, false] {
            let summary = try fixture.run(files, options: { $0.isDryRun = isDryRun }).summary
            #expect(summary.joinedCount == 3 && summary.unchangedCount == 2, "\(summary)")
        }
        try Self.check(shot, fixture)
        #expect(try fixture.run().summary.unchangedCount == shot.roles.count)
    }

    @Test(arguments: ["IMG_3.AAE", "IMG_O3.AAE"])
    func `a recipe alone waits for its picture, and joins it in a later import`(
        name: String
    ) throws {
        let fixture = try ImportFixture(environment: Self.environment())
        try Self.write(name, fixture)
        let (first, log) = try fixture.run()
        #expect(first.otherCount == 1 && first.refusedCount == 0 && log.refused.isEmpty)
        let report = try String(contentsOf: #require(first.reportURL), encoding: .utf8)
        #expect(report.contains("It waits for its picture"))
        try Self.write("IMG_3.JPG", fixture)
        let second = try fixture.run().summary
        #expect(second.importedCount == 1 && second.joinedCount == 1 && second.otherCount == 0)
        #expect(try fixture.run().summary.unchangedCount == 2)
    }

    @Test func `a recipe beside a photo with another one is left out, and the report says why`()
        throws
    {
        let fixture = try ImportFixture(environment: Self.environment())
        for name in ["IMG_3.JPG", "IMG_3.AAE"] { try Self.write(name, fixture) }
        #expect(try fixture.run().summary.joinedCount == 1)
        try fixture.write("IMG_3.AAE", Self.adjustment([4, 5]))
        let summary = try fixture.run().summary
        #expect(summary.otherCount == 1 && summary.joinedCount == 0 && summary.refusedCount == 0)
        let report = try String(contentsOf: #require(summary.reportURL), encoding: .utf8)
        #expect(report.contains("has another recipe") && !report.contains("It waits"))
    }

    @Test func `a pair in two folders is joined by its identifier`() throws {
        let fixture = try ImportFixture(environment: Self.environment())
        try Self.write("a/IMG_1.JPG", fixture)
        try Self.write("b/IMG_1.MOV", fixture)
        let (summary, _) = try fixture.run()
        #expect(summary.importedCount == 1 && summary.joinedCount == 1)
        try Self.check(Self.shots[0], fixture)
    }

    @Test func `of a burst one picture stands for all, whoever comes first`() throws {
        for order in Self.permutations(["BURST_1.JPG", "BURST_2.JPG", "BURST_3_COVER.JPG"]) {
            let fixture = try ImportFixture(environment: Self.environment())
            for name in order {
                try Self.write(name, fixture)
                _ = try fixture.run()
            }
            let rows = try fixture.library.records.fetch(FetchPlan(.assets)).rows
            let assets = try fixture.library.records.assets(Array(rows)).records.values
            #expect(assets.count == 3)
            #expect(Set(assets.map(\.burstIdentifier)) == ["burst"])
            #expect(
                assets.filter(\.representsBurst).map(\.filename) == ["BURST_3_COVER.JPG"],
                "in the order \(order)"
            )
        }
    }

    // MARK: Support

    private static func check(
        _ shot: Shot,
        _ fixture: ImportFixture,
        _ comment: Comment? = nil
    ) throws {
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        try #require(rows.count == 1, comment)
        let asset = try #require(try fixture.library.records.assets(rows).records[rows[0]])
        let resources = try #require(try fixture.library.records.resources(ofAssets: rows)[rows[0]])
        let roles = Dictionary(
            uniqueKeysWithValues: resources.map { ($0.filename ?? "", $0.type.rawValue) }
        )
        #expect(roles == shot.roles, comment)
        #expect(asset.mediaType == .image, comment)
        #expect(asset.contentType == "public.jpeg", comment)
        #expect(asset.mediaSubtypes.contains(.live) == shot.isLive, comment)
        #expect(asset.playbackStyle == (shot.isLive ? .livePhoto : .image), comment)
        #expect((asset.adjustmentsState != .unedited) == shot.isEdited, comment)
        if shot.isEdited { #expect(asset.adjustmentFormat == "com.example.editor", comment) }
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty, comment)
    }

    @discardableResult
    private static func write(_ name: String, _ fixture: ImportFixture) throws -> URL {
        switch (name as NSString).pathExtension {
        case "MOV": try fixture.write(name, TestMovie(.quickTime).data() + Array(name.utf8))
        case "AAE": try fixture.write(name, adjustment())
        default: try fixture.write(name, TestJPEG().data() + Array(name.utf8))
        }
    }

    static func adjustment(_ data: [UInt8] = [1, 2, 3]) throws -> [UInt8] {
        let content: [String: Any] = [
            "adjustmentFormatIdentifier": "com.example.editor",
            "adjustmentFormatVersion": "1.0",
            "adjustmentBaseVersion": 0,
            "adjustmentData": Data(data),
        ]
        return [UInt8](
            try PropertyListSerialization.data(
                fromPropertyList: content,
                format: .xml,
                options: 0
            )
        )
    }

    /// Facts that the bytes do not tell: the identifiers of pairs and bursts, the camera, and that a file is RAW.
    private static func environment() -> EngineEnvironment {
        EngineEnvironment(examine: { descriptor, name in
            let name = name ?? ""
            var facts = MediaFacts(
                header: try MediaHeader.read(from: try DescriptorByteSource(descriptor: descriptor))
            )
            facts.creationDate = Date(timeIntervalSinceReferenceDate: 700_000_000)
            facts.dateSource = "Exif.Photo.DateTimeOriginal"
            facts.cameraMake = "Maker"
            facts.cameraModel = "Model"
            if facts.kind == .video { facts.duration = 2 }
            if name.hasSuffix("DNG") { facts.type = .dng }
            if name.contains("IMG_") {
                facts.contentIdentifier = "pair " + name.filter(\.isNumber)
            }
            if name.hasPrefix("BURST") {
                facts.burstIdentifier = "burst"
                facts.creationDate?.addTimeInterval(Double(name.filter(\.isNumber)) ?? 0)
            }
            return facts
        })
    }

    private static func permutations(_ names: [String]) -> [[String]] {
        guard names.count > 1 else { return [names] }
        return names.indices.flatMap { index -> [[String]] in
            var rest = names
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }
}
