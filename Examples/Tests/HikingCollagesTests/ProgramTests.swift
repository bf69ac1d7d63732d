import ExamplePixels
import ExampleTestSupport
import Foundation
import OpenPhotoKit
import TestPermits
import Testing

/// The program itself, in a process of its own.
@Suite(.permit) struct ProgramTests {
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

    @Test func `pages are JPEGs that show the photos`() throws {
        let folder = try drawn()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.pages.path).sorted() == [
                "2024-06-14-lake.jpg", "2024-06-14-ridge.jpg", "collages.json",
            ]
        )
        let page = try folder.page("ridge")
        #expect(page.width == 1600)
        // The test pictures are red on the right, and green below.
        let tile = page[200, 500]
        #expect(tile.red < 120 && page[400, 500].red > tile.red)
    }

    @Test func `a second start says and draws nothing`() throws {
        let folder = try drawn()
        try folder.makeOld("ridge")
        let again = try folder.run()
        #expect(again.status == 0)
        #expect(again.lines.isEmpty)
        #expect(try folder.isOld("ridge"))
    }

    @Test func `a photo that is added draws its page alone`() throws {
        let folder = try drawn()
        try folder.add(["e": 510])
        try folder.makeOld("ridge")
        try folder.makeOld("lake")
        #expect(try folder.run().lines == ["Ridge: 1 photo added"])
        #expect(try !folder.isOld("ridge"))
        #expect(try folder.isOld("lake"))
    }

    @Test func `another content of one photo draws its page alone, and a revert too`() async throws
    {
        let folder = try drawn()
        try folder.makeOld("lake")
        try await folder.edit("a", GradientPicture(width: 64, height: 48, blue: 255))
        #expect(try folder.run().lines == ["Ridge: 1 photo edited"])
        #expect(try folder.page("ridge")[200, 500].blue > 200)
        try folder.change(["a"]) {
            PHAssetChangeRequest(for: $0[0]).revertAssetContentToOriginal()
        }
        #expect(try folder.run().lines == ["Ridge: 1 photo edited"])
        #expect(try folder.page("ridge")[200, 500].blue < 60)
        #expect(try folder.isOld("lake"))
    }

    @Test func `what no page shows draws none`() throws {
        let folder = try drawn()
        try folder.change(["a"]) {
            PHAssetChangeRequest(for: $0[0]).addKeyword("summer")
        }
        try folder.change(["home"]) { PHAssetChangeRequest(for: $0[0]).isFavorite = true }
        try folder.change(["a", "b"]) {
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Best")
                .addAssets($0 as NSArray)
        }
        #expect(try folder.run().lines.isEmpty)
    }

    @Test(arguments: ["favorite", "caption", "rating"])
    func `what a tile shows of a photo draws its page alone`(_ what: String) throws {
        let folder = try drawn()
        try folder.makeOld("lake")
        let before = try folder.page("ridge")
        try folder.change(["a"]) {
            let request = PHAssetChangeRequest(for: $0[0])
            switch what {
            case "favorite": request.isFavorite = true
            case "caption": request.caption = "A rest"
            default: request.rating = .four
            }
        }
        #expect(try folder.run().lines == ["Ridge: 1 photo edited"])
        #expect(try folder.page("ridge") != before)
        #expect(try folder.isOld("lake"))
    }

    @Test func `hidden and deleted photos leave`() throws {
        let folder = try drawn()
        try folder.change(["a"]) { PHAssetChangeRequest(for: $0[0]).isHidden = true }
        try folder.change(["c", "d"]) { PHAssetChangeRequest.deleteAssets($0 as NSArray) }
        #expect(
            try folder.run().lines == [
                "Ridge: 1 photo removed", "Lake: no photos left, page removed",
            ]
        )
        let lake = folder.pages.appendingPathComponent("2024-06-14-lake.jpg")
        #expect(!FileManager.default.fileExists(atPath: lake.path))
    }

    @Test func `a photo that cannot be drawn leaves its tile empty, and is tried again`() throws {
        let folder = try drawn()
        let file = try folder.original(of: "b")
        let bytes = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        try folder.add(["e": 510])
        let lines = try folder.run().lines
        #expect(lines.count == 2 && lines.first == "Ridge: 1 photo added")
        #expect(lines.last?.hasPrefix("  not drawn: ") == true)
        try bytes.write(to: file)
        #expect(
            try folder.run().lines == ["Ridge: some photos could not be drawn before"]
        )
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
        let state = folder.pages.appendingPathComponent("collages.json")
        try Data("{".utf8).write(to: state)
        let damaged = try folder.run()
        #expect(damaged.status == 1)
        #expect(damaged.lines.first?.contains("is damaged; remove it") == true)
        try Data("{}".utf8).write(to: state)
        #expect(
            try folder.run("--hikes", folder.hikes.path).lines.first
                == "The pages were drawn by another version of the program: drawing all again."
        )
    }
}
