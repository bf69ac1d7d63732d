import Foundation
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What an export removes of photos and versions that the library has no more.
@Suite(.permit) struct ExportRemovalTests {
    private let fixture: ExportFixture

    init() throws { fixture = try ExportFixture() }

    @Test func `what was deleted is named, and removed when asked`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1)
        try fixture.add("b.jpg", seed: 2)
        fixture.options.metadata = .sidecars
        try fixture.export()
        try fixture.library.commit(.deleteAssets([uuid]))
        for _ in 0..<2 {
            let outcome = try fixture.export().summary
            #expect(outcome.deletedCount == 1 && outcome.removedCount == 0)
        }
        #expect(try fixture.names() == ["a.jpg", "b.jpg", "photokit-export.jsonl"])
        let manifest = try String(contentsOf: fixture.url("photokit-export.jsonl"), encoding: .utf8)
        #expect(manifest.contains("{\"deleted\":\"a.jpg\",\"sha256\":\""))
        fixture.options.removesDeleted = true
        #expect(try fixture.export().summary.removedCount == 1)
        #expect(try fixture.names() == ["b.jpg", "photokit-export.jsonl"])
        #expect(try fixture.export().summary.deletedCount == 0)
    }

    @Test func `what a person removed is not named any more`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1, [.caption: .text("At the lake")])
        let edited = try fixture.add("b.jpg", seed: 2)
        try fixture.library.commit(.edit(edited, seed: 3))
        fixture.options.metadata = .sidecars
        fixture.options.versions = .both
        try fixture.export()
        try fixture.library.commit(.deleteAssets([uuid]))
        try fixture.library.commit(.revert(edited))
        // The photo with its sidecar, and the version with its recipe.
        #expect(try fixture.export().summary.deletedCount == 4)
        for name in ["a.jpg", "b-edited.JPG"] {
            try FileManager.default.removeItem(at: fixture.url(name))
        }
        #expect(try fixture.export().summary.deletedCount == 2)
        for name in ["a.jpg.xmp", "b.AAE"] {
            try FileManager.default.removeItem(at: fixture.url(name))
        }
        for _ in 0..<2 {
            let summary = try fixture.export().summary
            #expect(summary.deletedCount == 0 && summary.removedCount == 0)
        }
        let manifest = try String(contentsOf: fixture.url("photokit-export.jsonl"), encoding: .utf8)
        #expect(!manifest.contains("{\"deleted\"") && manifest.contains("b.jpg"), "\(manifest)")
        #expect(try fixture.names() == ["b.jpg", "photokit-export.jsonl"])
    }

    @Test func `a library that was set back removes nothing of a newer export`() throws {
        let newer = try Library.temporary(in: fixture.folder, name: "Newer.photolib", seed: 6)
        defer { newer.close() }
        let picture = try newer.addPicture(seed: 1)
        let copy = fixture.folder.url.appendingPathComponent("Earlier.photolib", isDirectory: true)
        _ = try LibraryBackup(newer).run(to: copy)
        try newer.addPicture(seed: 2)
        try newer.commit(.edit(picture, seed: 3), .set(picture, [.caption: .text("new")]))
        fixture.options.metadata = .sidecars
        fixture.options.versions = .both
        try fixture.export(of: newer)
        let older = try Library.open(copy, environment: .test(seed: 7))
        defer { older.close() }
        fixture.options.removesDeleted = true
        let before = try fixture.names()
        var contents: [String: Data] = [:]
        for name in before { contents[name] = try Data(contentsOf: fixture.url(name)) }
        #expect {
            try fixture.export(of: older)
        } throws: { error in
            (error as? StoreError)?.message.contains("--older") == true
        }
        fixture.options.overNewer = true
        // A run that ends early, or exports a part, does not make the export that of the older state.
        try fixture.export(of: older, isCancelled: true)
        fixture.options.isWhole = false
        try fixture.export(of: older)
        fixture.options.isWhole = true
        fixture.options.overNewer = false
        #expect(throws: StoreError.self) { try fixture.export(of: older) }
        fixture.options.overNewer = true
        try fixture.export(of: older)
        fixture.options.overNewer = false
        let summary = try fixture.export(of: older).summary
        #expect(summary.deletedCount == 0 && summary.removedCount == 0 && summary.keptCount == 0)
        let after = try fixture.names()
        let aside = "newer-\(older.environment.now().formatted(.iso8601.year().month().day()))/"
        let moved = after.filter { $0.hasPrefix(aside) }.map { String($0.dropFirst(aside.count)) }
        // The second photo, and the edit of the first.
        #expect(!moved.isEmpty)
        #expect((after.filter { !$0.hasPrefix("newer-") } + moved).sorted() == before)
        for name in moved {
            #expect(try Data(contentsOf: fixture.url(aside + name)) == contents[name])
        }
        // An import of the folder must not pass over the photo.
        let manifest = try String(contentsOf: fixture.url("photokit-export.jsonl"), encoding: .utf8)
        #expect(!manifest.contains("deleted"))
    }

    @Test func `an edit that was reverted is named, and removed when asked`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1)
        try fixture.library.commit(.edit(uuid, seed: 3))
        fixture.options.versions = .both
        try fixture.export()
        #expect(try fixture.names() == ["a-edited.JPG", "a.AAE", "a.jpg"])
        try fixture.library.commit(.revert(uuid))
        #expect(try fixture.export().summary.deletedCount == 2)
        #expect(try fixture.export().summary.deletedCount == 2)
        #expect(try fixture.names().count == 3)
        fixture.options.removesDeleted = true
        #expect(try fixture.export().summary.removedCount == 2)
        #expect(try fixture.names() == ["a.jpg"])
    }

    @Test
    func `a version that was reverted and that somebody changed stays, and is named each time`()
        throws
    {
        let uuid = try fixture.add("a.jpg", seed: 1)
        try fixture.library.commit(.edit(uuid, seed: 3))
        fixture.options.versions = .both
        try fixture.export()
        try fixture.library.commit(.revert(uuid))
        try Data("somebody's work".utf8).write(to: fixture.url("a-edited.JPG"))
        fixture.options.removesDeleted = true
        let first = try fixture.export().summary
        #expect(first.removedCount == 1 && first.deletedCount == 1 && first.keptCount == 1)
        for _ in 0..<2 {
            let again = try fixture.export().summary
            #expect(again.removedCount == 0 && again.deletedCount == 0 && again.keptCount == 1)
        }
        #expect(try fixture.names() == ["a-edited.JPG", "a.jpg"])
        try FileManager.default.removeItem(at: fixture.url("a-edited.JPG"))
        try fixture.export()
        let last = try fixture.export().summary
        #expect(last.removedCount == 0 && last.keptCount == 0 && last.unchangedAssetCount == 1)
    }

    @Test func `the sidecar of a file that stays stays with it, until the file goes`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1, [.caption: .text("At the lake")])
        try fixture.add("b.jpg", seed: 2, [.caption: .text("On the lake")])
        fixture.options.metadata = .sidecars
        fixture.options.removesDeleted = true
        try fixture.export()
        try Data("somebody's work".utf8).write(to: fixture.url("a.jpg"))
        try fixture.library.commit(.deleteAssets([uuid]))
        for _ in 0..<2 {
            let (summary, events) = try fixture.export()
            #expect(summary.removedCount == 0 && summary.keptCount == 2, "\(events)")
            #expect(
                try fixture.names()
                    == ["a.jpg", "a.jpg.xmp", "b.jpg", "b.jpg.xmp", "photokit-export.jsonl"]
            )
        }
        try FileManager.default.removeItem(at: fixture.url("a.jpg"))
        #expect(try fixture.export().summary.keptCount == 0)
        #expect(try fixture.names() == ["b.jpg", "b.jpg.xmp", "photokit-export.jsonl"])
    }

    @Test func `the sidecar of a reverted version that stays stays with it`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1, [.caption: .text("At the lake")])
        try fixture.library.commit(.edit(uuid, seed: 3))
        fixture.options.versions = .both
        fixture.options.metadata = .sidecars
        try fixture.export()
        try #require(try fixture.names().contains("a-edited.JPG.xmp"))
        try fixture.library.commit(.revert(uuid))
        try Data("somebody's work".utf8).write(to: fixture.url("a-edited.JPG"))
        fixture.options.removesDeleted = true
        for _ in 0..<2 {
            #expect(try fixture.export().summary.keptCount == 2)
            #expect(try fixture.names().contains("a-edited.JPG.xmp"))
        }
        try FileManager.default.removeItem(at: fixture.url("a-edited.JPG"))
        try fixture.export()
        #expect(try fixture.names() == ["a.jpg", "a.jpg.xmp", "photokit-export.jsonl"])
    }

    @Test func `files of a copied export are removed, whatever their times say`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1)
        let edited = try fixture.add("b.jpg", seed: 2)
        try fixture.library.commit(.edit(edited, seed: 3))
        fixture.options.versions = .both
        try fixture.export()
        for name in try fixture.names() {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
                ofItemAtPath: fixture.url(name).path
            )
        }
        try fixture.library.commit(.deleteAssets([uuid]))
        try fixture.library.commit(.revert(edited))
        fixture.options.removesDeleted = true
        let summary = try fixture.export().summary
        #expect(summary.removedCount == 3 && summary.keptCount == 0)
        #expect(try fixture.names() == ["b.jpg"])
    }

    @Test(arguments: ["a.xmp", "a.jpg.xmp", "A.XMP", "a.jpg.pp3", "a.AAE"])
    func
        `what another program put beside a deleted photo is named, and does not get the next photo`(
            _ name: String
        ) throws
    {
        let uuid = try fixture.add("a.jpg", seed: 1)
        try fixture.export()
        try Data("somebody's work".utf8).write(to: fixture.url(name))
        try fixture.library.commit(.deleteAssets([uuid]))
        #expect(try fixture.export().summary.keptCount == 0)
        fixture.options.removesDeleted = true
        let (summary, events) = try fixture.export()
        let kept = events.compactMap { event -> String? in
            guard case .kept(let url, _, _) = event else { return nil }
            return url.lastPathComponent
        }
        #expect(kept == [name] && summary.keptCount == 1 && summary.removedCount == 1)
        #expect(try fixture.export().summary.keptCount == 0)
        try fixture.add("a.jpg", seed: 2)
        try fixture.export()
        #expect(try fixture.names() == [name, "a (2).jpg"].sorted())
        #expect(try fixture.export().summary.unchangedAssetCount == 1)
    }

    @Test func `a sidecar beside an original is not named when the edited version goes`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1)
        try fixture.library.commit(.edit(uuid, seed: 3))
        fixture.options.versions = .both
        fixture.options.removesDeleted = true
        try fixture.export()
        for name in ["a.xmp", "a-edited.xmp"] {
            try Data("somebody's work".utf8).write(to: fixture.url(name))
        }
        try fixture.library.commit(.revert(uuid))
        let events = try fixture.export().events
        let kept = events.compactMap { event -> String? in
            guard case .kept(let url, _, _) = event else { return nil }
            return url.lastPathComponent
        }
        #expect(kept == ["a-edited.xmp"], "\(events)")
    }
}
