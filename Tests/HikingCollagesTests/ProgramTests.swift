import Foundation
import OpenPhotoKit
import Testing

/// The program itself, in a process of its own.
@Suite struct ProgramTests {
    private func drawn() throws -> HikingFolder {
        let folder = try HikingFolder()
        try folder.add(["a": 480, "b": 500, "c": 720, "d": 730, "home": 1200])
        #expect(
            try folder.run("--hikes", folder.hikes.path).lines == [
                "Ridge: new, with 2 photos", "Lake: new, with 2 photos",
            ]
        )
        return folder
    }

    @Test func `a second start says and draws nothing`() throws {
        let folder = try drawn()
        let page = folder.pages.appendingPathComponent("2024-06-14-ridge.svg")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)],
            ofItemAtPath: page.path
        )
        let again = try folder.run()
        #expect(again.status == 0)
        #expect(again.lines.isEmpty)
        let date = try FileManager.default.attributesOfItem(atPath: page.path)[.modificationDate]
        #expect(date as? Date == Date(timeIntervalSince1970: 0))
    }

    @Test func `exactly the pages concerned are drawn again`() throws {
        let folder = try drawn()
        try folder.add(["e": 510])
        try folder.change(["a"]) { PHAssetChangeRequest(for: $0[0]).isFavorite = true }
        try folder.change(["home"]) { PHAssetChangeRequest(for: $0[0]).isFavorite = true }
        #expect(try folder.run().lines == ["Ridge: 1 photo added, 1 made favourite"])
        #expect(try folder.files(of: "2024-06-14-ridge") == ["a", "b", "e"])
    }

    @Test func `hidden and deleted photos leave, with their files`() throws {
        let folder = try drawn()
        try folder.change(["a"]) { PHAssetChangeRequest(for: $0[0]).isHidden = true }
        try folder.change(["c", "d"]) { PHAssetChangeRequest.deleteAssets($0 as NSArray) }
        #expect(
            try folder.run().lines == [
                "Ridge: 1 photo removed", "Lake: no photos left, page removed",
            ]
        )
        #expect(try folder.files(of: "2024-06-14-ridge") == ["b"])
        let lake = folder.pages.appendingPathComponent("2024-06-14-lake.svg")
        #expect(!FileManager.default.fileExists(atPath: lake.path))
    }

    @Test func `an album changes no page`() throws {
        let folder = try drawn()
        try folder.change(["a", "b"]) {
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Best")
                .addAssets($0 as NSArray)
        }
        #expect(try folder.run().lines.isEmpty)
    }

    @Test func `an expired token leads to a full look, and says so`() throws {
        let folder = try drawn()
        try folder.add(["e": 510])
        try folder.library.pruneHistory(before: folder.library.currentChangeToken)
        #expect(
            try folder.run().lines == [
                "The library no longer remembers the last look: looking at everything.",
                "Ridge: 1 photo added",
            ]
        )
        #expect(try folder.run().lines.isEmpty)
    }

    @Test func `without a token kept, the same pages are drawn once more`() throws {
        let folder = try drawn()
        let state = folder.pages.appendingPathComponent("collages.json")
        let before = try Data(contentsOf: state)
        try folder.add(["e": 510])
        #expect(try folder.run().lines == ["Ridge: 1 photo added"])
        try before.write(to: state)
        #expect(try folder.run().lines == ["Ridge: 1 photo added"])
        #expect(try folder.run().lines.isEmpty)
    }

    @Test func `bad input is refused with a sentence`() throws {
        let folder = try drawn()
        #expect(try folder.run("--colour").status == 64)
        let missing = try folder.run("--gpx", "/nowhere.gpx")
        #expect(missing.status == 1)
        #expect(missing.lines.first?.contains("/nowhere.gpx cannot be read") == true)
        try Data("{".utf8).write(to: folder.pages.appendingPathComponent("collages.json"))
        let damaged = try folder.run()
        #expect(damaged.status == 1)
        #expect(damaged.lines.first?.contains("is damaged; remove it") == true)
    }
}
