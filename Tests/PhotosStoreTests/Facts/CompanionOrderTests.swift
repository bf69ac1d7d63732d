import Foundation
import PhotosStore
import TestPermits
import Testing

/// Which files beside a photo count, and in which order.
@Suite(.permit) struct CompanionOrderTests {
    /// Returns the files that count, each as its folder and its name.
    ///
    /// Files of `source` stay there. The library keeps those of `card`, which is in the ledger, and those of `kept`, which came
    /// from elsewhere. Numbers say when files were changed.
    private func order(
        source: KeyValuePairs<String, Int64>,
        card: KeyValuePairs<String, Int64?> = [:],
        kept: [String] = []
    ) -> [String] {
        func file(_ folder: String, _ name: String) -> CompanionFile {
            CompanionFile(
                url: URL(fileURLWithPath: "/\(folder)/\(name)", isDirectory: false),
                name: name,
                isKept: folder == "kept",
                isInPlace: folder == "source"
            )
        }
        let inPlace = source.map {
            CompanionOrder.Recorded(file("source", $0.key), modification: $0.value)
        }
        let copied = card.map {
            CompanionOrder.Recorded(
                file("card", $0.key),
                modification: $0.value,
                checksum: Array($0.key.utf8)
            )
        }
        return CompanionOrder.files(
            recorded: inPlace + copied,
            kept: (card.map(\.key) + kept).map {
                CompanionOrder.Kept(file("kept", $0), checksum: Array($0.utf8))
            }
        ).map { String($0.url.path.dropFirst()) }
    }

    @Test func `of two sidecars with a name, the one that was changed last counts`() {
        #expect(order(source: ["a.xmp": 3], card: ["a.xmp": 2]) == ["source/a.xmp"])
        #expect(order(source: ["a.xmp": 1], card: ["a.xmp": 2]) == ["kept/a.xmp"])
        #expect(order(source: ["a.xmp": 2], card: ["a.xmp": 2]) == ["kept/a.xmp"])
        // Nobody knows how old it is.
        #expect(order(source: ["a.xmp": 3], kept: ["a.xmp"]) == ["kept/a.xmp"])
        // Another card was imported from the same path.
        #expect(
            order(source: ["a.xmp": 3], card: ["a.xmp": nil]) == ["kept/a.xmp"]
        )
    }

    @Test func `the sidecar that was changed last is the last one`() {
        #expect(
            order(source: ["a.jpg.xmp": 3, "a.xmp": 1], card: ["a.xmp": 2])
                == ["kept/a.xmp", "source/a.jpg.xmp"]
        )
        #expect(
            order(source: ["a.jpg.xmp": 3], card: ["a.xmp": 2]) == [
                "kept/a.xmp", "source/a.jpg.xmp",
            ]
        )
        #expect(
            order(source: ["a.jpg.xmp": 1], card: ["a.xmp": 2]) == [
                "source/a.jpg.xmp", "kept/a.xmp",
            ]
        )
    }

    @Test func `settings in a source count beside those that the library keeps`() {
        for date: Int64 in [1, 3] {
            #expect(
                order(source: ["a.pp3": date], card: ["a.pp3": 2]) == [
                    "source/a.pp3", "kept/a.pp3",
                ]
            )
        }
        #expect(order(source: [:], card: ["a.pp3": 2]) == ["kept/a.pp3"])
        #expect(order(source: ["a.pp3": 1]) == ["source/a.pp3"])
    }
}
