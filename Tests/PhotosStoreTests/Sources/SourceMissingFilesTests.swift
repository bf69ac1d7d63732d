import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Photos of which files are missing from their source, come back, or are left out.
@Suite(.permit) struct SourceMissingFilesTests {
    @Test func `a Live Photo whose source was forgotten comes back with both files`() throws {
        let fixture = try SourceFixture(environment: SourceGroupingTests.environment())
        try fixture.write("IMG_1.JPG", TestJPEG().data())
        try fixture.write("IMG_1.MOV", TestMovie(.quickTime).data())
        _ = try SourceSweep(fixture.library, source: fixture.source.id).run()
        try fixture.library.sources.forgetSource(fixture.source.id, assets: .keepOffline)
        let movie = fixture.folder.url.appendingPathComponent("IMG_1.MOV")
        try FileManager.default.moveItem(at: fixture.url("IMG_1.MOV"), to: movie)
        let source = try fixture.library.sources.addSource(fixture.top)
        #expect(try SourceSweep(fixture.library, source: source.id).run().returnedCount == 1)
        #expect(try fixture.offline().count == 1)
        try FileManager.default.moveItem(at: movie, to: fixture.url("IMG_1.MOV"))
        let report = try SourceSweep(fixture.library, source: source.id).run()
        #expect(report.returnedCount == 1 && report.createdCount == 0 && report.duplicateCount == 0)
        #expect(try fixture.offline().isEmpty)
        #expect(try fixture.roles() == [["IMG_1.JPG": 1, "IMG_1.MOV": 9]])
    }

    @Test func `a pair whose movie goes is offline until it comes back`() throws {
        let fixture = try SourceFixture(environment: SourceGroupingTests.environment())
        try fixture.write("IMG_1.JPG", TestJPEG().data())
        try fixture.write("IMG_1.MOV", TestMovie(.quickTime).data())
        func sweep() throws -> Bool {
            _ = try SourceSweep(fixture.library, source: fixture.source.id).run()
            let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
            return try fixture.library.records.assets(rows).records[rows[0]]?.traits.contains(
                .offline
            )
                ?? false
        }
        #expect(try !sweep())
        try fixture.move("IMG_1.MOV", to: "../away.MOV")
        #expect(try sweep())
        try fixture.move("../away.MOV", to: "IMG_1.MOV")
        #expect(try !sweep())
        #expect(try fixture.roles().count == 1)
    }

    /// The file that stays, and the file that a person deletes.
    static let parts: [(kept: String, gone: String)] = [
        ("IMG_1.JPG", "IMG_1.MOV"), ("DSC_1.JPG", "DSC_1.DNG"), ("DSC_1.DNG", "DSC_1.JPG"),
        ("DSC_1.JPG", "DSC_1-edited.JPG"),
    ]

    @Test(arguments: parts, [false, true])
    func `a photo goes on without a missing file, which joins it again`(
        names: (kept: String, gone: String),
        isForgotten: Bool
    ) throws {
        let fixture = try SourceFixture(environment: SourceGroupingTests.environment())
        for name in [names.kept, names.gone] {
            let bytes =
                switch (name as NSString).pathExtension {
                case "MOV": TestMovie(.quickTime).data()
                case "DNG": TestDNG().data()
                default: TestJPEG(seed: UInt8(name.utf8.count)).data()
                }
            try fixture.write(name, bytes)
        }
        try fixture.sweep()
        let whole = try fixture.roles()
        try #require(whole.count == 1 && whole[0].count == 2)
        let before = try #require(try fixture.assets().values.first)
        var update = AssetUpdate()
        update.values[.isFavorite] = .flag(true)
        try fixture.library.commits.commit(ChangeBlock([.updateAsset(before.uuid, update)]))
        try fixture.move(names.gone, to: "../away")
        var source = fixture.source
        if isForgotten {
            try fixture.library.sources.forgetSource(source.id, assets: .keepOffline)
            source = try fixture.library.sources.addSource(fixture.top)
        }
        func sweep() throws -> LibrarySource.Report {
            try SourceSweep(fixture.library, source: source.id).run()
        }
        _ = try sweep()
        try #require(try fixture.offline() == [before.uuid])
        update = AssetUpdate()
        update.content = .leaveOutMissing(evenInRemotes: false)
        try fixture.library.commits.commit(ChangeBlock([.updateAsset(before.uuid, update)]))
        #expect(try fixture.roles() == [[names.kept: 1]])
        let after = try #require(try fixture.assets().values.first)
        #expect(after.uuid == before.uuid && after.isFavorite)
        #expect(!after.traits.contains(.offline) && !after.mediaSubtypes.contains(.live))
        #expect(after.adjustmentsState == .unedited && after.filename == names.kept)
        #expect(after.traits.contains(.raw) == names.kept.hasSuffix("DNG"))
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
        #expect(try sweep().sameCount == 1)
        try fixture.move("../away", to: names.gone)
        let report = try sweep()
        #expect(report.joinedCount == 1 && report.createdCount == 0)
        #expect(try fixture.roles() == whole && fixture.offline().isEmpty)
    }

    @Test func `a part that a person deleted in a source comes from a card only where it is named`()
        throws
    {
        let fixture = try SourceFixture(environment: SourceGroupingTests.environment())
        try fixture.write("DSC_1.JPG", TestJPEG().data())
        try fixture.write("DSC_1.DNG", TestDNG().data())
        try fixture.sweep()
        let whole = try fixture.roles()
        let uuid = try #require(try fixture.assets().values.first?.uuid)
        let card = fixture.folder.url.appendingPathComponent("card", isDirectory: true)
        try FileManager.default.createDirectory(at: card, withIntermediateDirectories: true)
        let files = ["DSC_1.JPG", "DSC_1.DNG"].map { card.appendingPathComponent($0) }
        for file in files {
            try FileManager.default.copyItem(at: fixture.url(file.lastPathComponent), to: file)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_500_000_000)],
                ofItemAtPath: file.path
            )
        }
        #expect(try Importer(fixture.library).run([card]).inSourceCount == 2)
        try fixture.remove("DSC_1.DNG")
        try fixture.sweep()
        var update = AssetUpdate()
        update.content = .leaveOutMissing(evenInRemotes: false)
        try fixture.library.commits.commit(ChangeBlock([.updateAsset(uuid, update)]))
        let report = try Importer(fixture.library).run([card])
        #expect(report.joinedCount == 0 && report.importedCount == 0, "\(report)")
        // Nobody may believe that the library has the file.
        #expect(report.inSourceCount == 1 && report.unchangedCount == 0, "\(report)")
        #expect(report.deletedCount == 1, "\(report)")
        let lines = try String(contentsOf: #require(report.reportURL), encoding: .utf8)
        #expect(lines.contains("DSC_1.DNG") && lines.contains("goes on without the file"))
        #expect(try fixture.roles() == [["DSC_1.JPG": 1]])
        let named = try Importer(fixture.library).run(files)
        #expect(named.joinedCount == 1 && named.importedCount == 0, "\(named)")
        #expect(try fixture.roles() == whole && fixture.offline().isEmpty)
    }

    @Test func `a photo all of whose files are missing cannot go on without them`() throws {
        let fixture = try SourceFixture(environment: SourceGroupingTests.environment())
        try fixture.write("IMG_1.JPG", TestJPEG().data())
        try fixture.write("IMG_1.MOV", TestMovie(.quickTime).data())
        try fixture.write("b.jpg", 2)
        try fixture.sweep()
        for name in ["IMG_1.JPG", "IMG_1.MOV"] { try fixture.remove(name) }
        try fixture.sweep()
        let uuid = try #require(try fixture.offline().first)
        var update = AssetUpdate()
        update.content = .leaveOutMissing(evenInRemotes: false)
        let block = ChangeBlock([.updateAsset(uuid, update)])
        let error = #expect(throws: StoreError.self) {
            try fixture.library.commits.commit(block)
        }
        #expect(error?.code == .changeNotSupported)
        #expect(try fixture.offline() == [uuid])
    }
}
