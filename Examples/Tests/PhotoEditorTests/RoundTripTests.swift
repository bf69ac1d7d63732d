import ExamplePixels
import Foundation
import OpenPhotoKit
import TestPermits
import Testing

/// The program edits, goes on with its edit and reverts it, in processes of its own; this one looks on.
@Suite(.permit) struct RoundTripTests {
    let folder: EditorFolder

    init() throws { folder = try EditorFolder() }

    private var types: [PHAssetResourceType] {
        get throws { PHAssetResource.assetResources(for: try folder.asset()).map(\.type) }
    }

    @Test func `an edit, its resumption and its revert are told everywhere`() async throws {
        let token = folder.library.currentChangeToken
        let original = try folder.pixels()

        let changes = folder.observe()
        let applied = try folder.run("apply", "--filter", "mono", "--text", "Lake", folder.name)
        #expect(applied.lines == ["Applied filter mono, text \"Lake\"."])
        let details = try #require(await changes.next()?.changeDetails(for: folder.first))
        #expect(details.assetContentChanged)
        let edited = try folder.asset()
        #expect(edited.hasAdjustments)
        #expect(edited.adjustmentFormatIdentifier == "org.openphotokit.PhotoEditor")
        #expect(try types == [.photo, .fullSizePhoto, .adjustmentData])
        let first = try folder.pixels()
        #expect(Self.isGrey(first, at: 20) && !Self.isGrey(original, at: 20))

        // Another text is written on the picture that the first was written on.
        let resumed = try folder.run("resume", "--text", "Sea", folder.name)
        #expect(
            resumed.lines == [
                "Changed filter mono, text \"Lake\" to filter mono, text \"Sea\"."
            ]
        )
        #expect(try types == [.photo, .fullSizePhoto, .adjustmentData])
        let second = try folder.pixels()
        #expect(second != first && Self.isGrey(second, at: 20))
        let fresh = try EditorFolder()
        _ = try fresh.run("apply", "--filter", "mono", "--text", "Sea", fresh.name)
        #expect(try fresh.pixels() == second)
        #expect(
            try folder.run("show", folder.name).lines.last
                == "edited by org.openphotokit.PhotoEditor: filter mono, text \"Sea\""
        )

        // A second edit on top of the first makes that the base.
        _ = try folder.run("apply", "--filter", "contrast", folder.name)
        #expect(
            try types == [.photo, .fullSizePhoto, .adjustmentData, .adjustmentBasePhoto]
        )
        let lines = try folder.photokit("show", folder.name).lines
        #expect(lines.contains { $0.hasPrefix("Edited:") && $0.contains("PhotoEditor") })
        for name in ["photo", "fullSizePhoto", "adjustmentData", "adjustmentBasePhoto"] {
            #expect(lines.contains { $0.hasPrefix("File:") && $0.contains(" \(name),") }, "\(name)")
        }

        #expect(
            try folder.run("revert", folder.name).lines == ["Reverted to the original."]
        )
        let reverted = try folder.asset()
        #expect(!reverted.hasAdjustments && reverted.adjustmentTimestamp != nil)
        #expect(try types == [.photo])
        #expect(try folder.pixels() == original)
        #expect(try folder.run("revert", folder.name).lines == ["There is no edit to revert."])

        let history = try folder.library.fetchPersistentChanges(since: token).map {
            try $0.changeDetails(for: .asset).updatedLocalIdentifiers
        }
        #expect(history == Array(repeating: [folder.first.localIdentifier], count: 4))
        #expect(
            try folder.photokit("changes").lines.filter { $0.contains("edit (before: ") }.count
                == 2
        )
    }

    @Test func `what cannot be done is said`() throws {
        let resumed = try folder.run("resume", "--text", "Sea", folder.name)
        #expect(resumed.status == 1)
        #expect(resumed.lines[0].contains("has not been edited"))
        #expect(try folder.run("apply", folder.name).status == 64)
        #expect(try folder.run("apply", "--filter", "odd", folder.name).status == 64)
        #expect(try folder.run("show", "FFFFFFFF").lines[0].contains("No photo has the identifier"))
    }

    private static func isGrey(_ picture: Bitmap, at row: Int) -> Bool {
        (0..<picture.width).allSatisfy {
            let color = picture[$0, row]
            let parts = [color.red, color.green, color.blue].map(Int.init)
            return (parts.max() ?? 0) - (parts.min() ?? 0) < 12
        }
    }
}
