import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Folders that moved, in whatever order the library hears of it.
@Suite(.permit) struct SourceMoveTests {
    let fixture: SourceFixture
    let before: [String: UUID]
    var library: Library { fixture.library }
    var new: URL { fixture.folder.url.appendingPathComponent("moved", isDirectory: true) }
    private static let names = ["a.jpg", "b.jpg", "inner/c.jpg", "inner/deep/d.jpg"]

    init() throws {
        fixture = try SourceFixture(
            Dictionary(uniqueKeysWithValues: zip(Self.names, 1...))
        )
        try fixture.sweep()
        before = try fixture.uuids()
    }

    private func moveFolder(copying: Bool = false) throws {
        if copying {
            try FileManager.default.copyItem(at: fixture.top, to: new)
        } else {
            try FileManager.default.moveItem(at: fixture.top, to: new)
        }
    }

    @discardableResult
    private func sweep(_ source: SourceRow) throws -> LibrarySource.Report {
        try SourceSweep(library, source: source.id).run()
    }

    /// All four photos are the assets that they were, online, with their files in the new folder.
    private func isWhole(_ comment: Comment? = nil) throws {
        let rows = try library.records.fetch(FetchPlan(.assets)).rows
        let records = try library.records.assets(rows).records
        #expect(Set(records.values.map(\.uuid)) == Set(before.values), comment)
        #expect(records.values.allSatisfy { !$0.traits.contains(.offline) }, comment)
        for resource in try library.records.resources(ofAssets: rows).values.joined() {
            let path = try library.originals.url(of: resource).path
            #expect(path.hasPrefix(new.path + "/"), comment)
            #expect(FileManager.default.fileExists(atPath: path), comment)
            #expect(try !library.sources.isSourceOffline(ofAsset: resource.assetID), comment)
        }
        #expect(try fixture.deletions() == 0, comment)
        #expect(try LibraryCheck(library).run().findings.isEmpty, comment)
    }

    private func sentence(_ body: () throws -> Void) -> String {
        do {
            try body()
            return ""
        } catch {
            return (error as? StoreError)?.message ?? "\(error)"
        }
    }

    @Test func `A source that is told where its folder is now finds all as it was`() throws {
        try moveFolder()
        let changes = try fixture.changeCount()
        let moved = try library.sources.moveSource(fixture.source.id, to: new)
        #expect(moved.id == fixture.source.id)
        #expect(moved.path == new.path)
        let report = try sweep(moved)
        #expect(report.sameCount == 4)
        #expect(report.createdCount + report.duplicateCount + report.vanishedCount == 0)
        #expect(try fixture.changeCount() == changes)
        try isWhole()
    }

    @Test func `It may have been offline before, and the folder a copy with other inodes`() throws {
        try moveFolder(copying: true)
        try FileManager.default.moveItem(
            at: fixture.top,
            to: fixture.folder.url.appendingPathComponent("away")
        )
        #expect(try fixture.sweep().offlineReason != nil)
        let moved = try library.sources.moveSource(fixture.source.id, to: new)
        #expect(!moved.isOffline)
        #expect(try sweep(moved).vanishedCount == 0)
        try isWhole()
    }

    @Test func `A folder with none of its files is refused, and nothing is changed`() throws {
        try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
        try Data(TestJPEG(seed: 50).data()).write(to: new.appendingPathComponent("x.jpg"))
        #expect(
            sentence { _ = try library.sources.moveSource(fixture.source.id, to: new) }.contains(
                "--force"
            )
        )
        let nowhere = fixture.folder.url.appendingPathComponent("nowhere")
        #expect(
            !sentence { _ = try library.sources.moveSource(fixture.source.id, to: nowhere) }.isEmpty
        )
        let inside = library.layout.originals
        #expect(
            sentence { _ = try library.sources.moveSource(fixture.source.id, to: inside) }
                .contains("lies in the photo library")
        )
        #expect(try library.sources.all(.inPlace).map(\.path) == [fixture.top.path])
        // Renamed on their way: by force, and by their bytes.
        for (index, name) in Self.names.enumerated() {
            try FileManager.default.moveItem(
                at: fixture.url(name),
                to: new.appendingPathComponent("r\(index).jpg")
            )
        }
        try sweep(try library.sources.moveSource(fixture.source.id, to: new, force: true))
        #expect(try fixture.offline().isEmpty)
        #expect(Set(before.values).isSubset(of: Set(try fixture.uuids().values)))
    }

    @Test func `A folder inside another source is refused`() throws {
        let outer = fixture.folder.url.appendingPathComponent("outer", isDirectory: true)
        let inner = outer.appendingPathComponent("inner", isDirectory: true)
        try FileManager.default.createDirectory(at: outer, withIntermediateDirectories: true)
        _ = try library.sources.addSource(outer)
        try FileManager.default.moveItem(at: fixture.top, to: inner)
        #expect(
            sentence { _ = try library.sources.moveSource(fixture.source.id, to: inner) }
                .contains(outer.path)
        )
    }

    @Test func `Added first, the new folder serves the photos of the one that is gone`() throws {
        try moveFolder()
        let report = try sweep(try library.sources.addSource(new))
        #expect(report.returnedCount == 4)
        #expect(report.createdCount == 0)
        try isWhole()
        // Nothing is left in the old one, so nobody has to be asked.
        #expect(try library.sources.assetCount(ofSource: fixture.source.id) == 0)
        let reason = try #require(try fixture.sweep().offlineReason)
        #expect(
            reason.contains("The source has no photos.") && !reason.contains("offline"),
            "\(reason)"
        )
        try library.sources.forgetSource(fixture.source.id, assets: nil)
        try isWhole()
    }

    @Test func `A copy that was a duplicate serves when the first folder is gone`() throws {
        try moveFolder(copying: true)
        let other = try library.sources.addSource(new)
        #expect(try sweep(other).duplicateCount == 4)
        #expect(try library.sources.assetCount(ofSource: other.id) == 0)
        let away = fixture.folder.url.appendingPathComponent("away")
        try FileManager.default.moveItem(at: fixture.top, to: away)
        #expect(try fixture.sweep().returnedCount == 4)
        try isWhole("the first source swept")
        // Back again, its files are duplicates.
        try FileManager.default.moveItem(at: away, to: fixture.top)
        #expect(try fixture.sweep().sameCount == 4)
        try isWhole("the first folder back")
    }

    @Test func `Forgetting the old source gives its photos the files of the new one`() throws {
        try moveFolder(copying: true)
        let other = try library.sources.addSource(new)
        try sweep(other)
        try FileManager.default.removeItem(at: fixture.top)
        try library.sources.forgetSource(fixture.source.id, assets: .keepOffline)
        try isWhole()
        #expect(try library.sources.assetCount(ofSource: other.id) == 4)
    }

    @Test func `Forgetting with deletion spares photos that another source has`() throws {
        try moveFolder(copying: true)
        try FileManager.default.removeItem(at: new.appendingPathComponent("a.jpg"))
        try sweep(try library.sources.addSource(new))
        #expect(
            sentence { try library.sources.forgetSource(fixture.source.id, assets: nil) }.hasPrefix(
                "1 "
            )
        )
        try library.sources.forgetSource(fixture.source.id, assets: .delete)
        let left = try library.records.assets(library.records.fetch(FetchPlan(.assets)).rows)
            .records.values
            .filter { $0.trashedDate == nil }
        #expect(Set(left.map(\.uuid)) == Set(before.values).subtracting([before["a.jpg"]!]))
        #expect(left.allSatisfy { !$0.traits.contains(.offline) })
    }

    @Test func `Forgotten before the new folder is swept, its photos come back, too`() throws {
        try moveFolder()
        let other = try library.sources.addSource(new)
        try library.sources.forgetSource(fixture.source.id, assets: .keepOffline)
        #expect(try fixture.library.records.fetch(FetchPlan(.assets)).rows.count == 4)
        #expect(try sweep(other).returnedCount == 4)
        try isWhole()
    }

    @Test func `A library that is stuck already is put right by the next sweep`() throws {
        // As libraries of earlier versions are: duplicates are known, and the assets wait.
        try moveFolder(copying: true)
        let other = try library.sources.addSource(new)
        try sweep(other)
        let assets = try library.records.fetch(FetchPlan(.assets)).rows
        try library.commits.commit(ChangeBlock([.detach(assets.map { $0 })]))
        try FileManager.default.removeItem(at: fixture.top)
        #expect(try sweep(other).returnedCount == 4)
        try isWhole()
    }

    @Test func `Moving to a folder that is a source already makes one of the two`() throws {
        try moveFolder()
        let other = try library.sources.addSource(new)
        try sweep(other)
        try fixture.library.sources.writeLedger { _ in }
        try FileManager.default.removeItem(at: new.appendingPathComponent("b.jpg"))
        let moved = try library.sources.moveSource(fixture.source.id, to: new)
        #expect(moved.uuid == fixture.source.uuid)
        #expect(try library.sources.all(.inPlace).map(\.path) == [new.path])
        let report = try sweep(moved)
        #expect(report.createdCount == 0)
        #expect(try fixture.offline() == [before["b.jpg"]!])
        try Data(TestJPEG(width: 32, seed: 2).data()).write(
            to: new.appendingPathComponent("b2.jpg")
        )
        #expect(try sweep(moved).returnedCount == 1)
        try isWhole()
    }

    @Test func `Moving to a source that was never swept keeps every photo`() throws {
        try moveFolder()
        _ = try library.sources.addSource(new)
        let moved = try library.sources.moveSource(fixture.source.id, to: new)
        #expect(try sweep(moved).createdCount == 0)
        try isWhole()
    }

    @Test(arguments: [true, false])
    func `A part that moved into another source keeps its photos, whichever is swept first`(
        _ oldFirst: Bool
    ) throws {
        let other = fixture.folder.url.appendingPathComponent("other", isDirectory: true)
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try Data(TestJPEG(seed: 60).data()).write(to: other.appendingPathComponent("x.jpg"))
        let source = try library.sources.addSource(other)
        try sweep(source)
        try FileManager.default.moveItem(
            at: fixture.url("inner"),
            to: other.appendingPathComponent("inner")
        )
        if oldFirst { try fixture.sweep() }
        try sweep(source)
        try fixture.sweep()
        #expect(try fixture.offline().isEmpty)
        #expect(Set(before.values).isSubset(of: Set(try fixture.uuids().values)))
        #expect(try fixture.uuids().count == 5)
        #expect(try library.sources.assetCount(ofSource: source.id) == 3)
        #expect(try LibraryCheck(library).run().findings.isEmpty)
    }
}
