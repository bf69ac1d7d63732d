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

    @Test func `the former bytes of a file in a source count before it, and not after it`() {
        func order(_ name: String, recorded: [String]) -> [String] {
            func file(_ folder: String, _ name: String) -> CompanionFile {
                CompanionFile(
                    url: URL(fileURLWithPath: "/\(folder)/\(name)", isDirectory: false),
                    name: name,
                    isKept: folder == "kept",
                    isInPlace: folder == "source"
                )
            }
            return CompanionOrder.files(
                recorded: recorded.map { .init(file("source", $0), modification: 3) },
                kept: [.init(file("kept", name), checksum: [1], isOfSource: true)]
            ).map { String($0.url.path.dropFirst()) }
        }
        #expect(order("a.xmp", recorded: ["a.xmp"]) == ["source/a.xmp"])
        #expect(order("a.xmp", recorded: []) == ["kept/a.xmp"])
        #expect(order("a.pp3", recorded: ["a.pp3"]) == ["source/a.pp3", "kept/a.pp3"])
    }

    @Test func `of copies of a photo, the sidecars of each count`() {
        func recorded(_ folder: String, _ date: Int64, _ checksum: UInt8) -> CompanionOrder.Recorded
        {
            let url = URL(fileURLWithPath: "/\(folder)/a.xmp", isDirectory: false)
            return .init(
                CompanionFile(url: url, name: "a.xmp", isInPlace: true),
                modification: date,
                checksum: [checksum]
            )
        }
        func kept(_ name: String, _ checksum: UInt8) -> CompanionOrder.Kept {
            let url = URL(fileURLWithPath: "/kept/\(name)", isDirectory: false)
            let file = CompanionFile(url: url, name: "a.xmp", isKept: true)
            return .init(file, checksum: [checksum], isOfSource: true)
        }
        func order(_ kept: [CompanionOrder.Kept]) -> [String] {
            CompanionOrder.files(recorded: [recorded("x", 1, 1), recorded("y", 2, 2)], kept: kept)
                .map { String($0.url.path.dropFirst()) }
        }
        #expect(order([kept("1", 1), kept("2", 2)]) == ["kept/1", "kept/2"])
        #expect(order([kept("1", 1)]) == ["kept/1", "y/a.xmp"])
        #expect(order([kept("2", 2)]) == ["x/a.xmp", "kept/2"])
    }

    @Test func `a sidecar of a source that was there when another was forgotten is its own`() {
        func recorded(
            _ folder: String,
            _ date: Int64,
            _ checksum: [UInt8]? = nil,
            source: CompanionOrder.FollowedSource
        ) -> CompanionOrder.Recorded {
            let url = URL(fileURLWithPath: "/\(folder)/a.xmp", isDirectory: false)
            return .init(
                CompanionFile(url: url, name: "a.xmp", isInPlace: !source.isForgotten),
                modification: date,
                checksum: checksum,
                source: source
            )
        }
        let forgotten = recorded(
            "x",
            5,
            [1],
            source: .init(row: 2, date: .now, isForgotten: true)
        )
        let url = URL(fileURLWithPath: "/kept/a.xmp", isDirectory: false)
        let kept = CompanionOrder.Kept(
            CompanionFile(url: url, name: "a.xmp", isKept: true),
            checksum: [1],
            isOfSource: true
        )
        func order(_ date: Int64, added: Date, checksum: [UInt8]? = nil) -> [String] {
            let source = CompanionOrder.FollowedSource(row: 3, date: added)
            return CompanionOrder.files(
                recorded: [recorded("y", date, checksum, source: source), forgotten],
                kept: [kept]
            ).map { String($0.url.path.dropFirst()) }
        }
        #expect(order(9, added: .distantPast) == ["kept/a.xmp", "y/a.xmp"])
        #expect(order(1, added: .distantPast) == ["y/a.xmp", "kept/a.xmp"])
        // The folder is a source again, under its path or another one.
        #expect(order(9, added: .distantFuture) == ["y/a.xmp"])
        #expect(order(1, added: .distantFuture) == ["kept/a.xmp"])
        for added in [Date.distantPast, .distantFuture] {
            #expect(order(9, added: added, checksum: [1]) == ["kept/a.xmp"])
        }
    }

    @Test func `the source whose sidecar was changed last is the last one`() {
        func recorded(_ name: String, _ date: Int64, _ source: Int64) -> CompanionOrder.Recorded {
            let url = URL(fileURLWithPath: "/\(source)/\(name)", isDirectory: false)
            return .init(
                CompanionFile(url: url, name: name, isInPlace: true),
                modification: date,
                source: .init(row: source)
            )
        }
        let files = CompanionOrder.files(
            recorded: [
                recorded("a.jpg.xmp", 9, 1), recorded("a.jpg.xmp", 5, 2), recorded("a.xmp", 1, 1),
            ],
            kept: []
        )
        #expect(files.map(\.url.path) == ["/2/a.jpg.xmp", "/1/a.jpg.xmp", "/1/a.xmp"])
    }

    @Test func `a kept file with the bytes of one in a source counts alone`() {
        for name in ["a.xmp", "a.pp3"] {
            let url = URL(fileURLWithPath: "/source/\(name)", isDirectory: false)
            let files = CompanionOrder.files(
                recorded: [
                    CompanionOrder.Recorded(
                        CompanionFile(url: url, name: name, isInPlace: true),
                        modification: 3,
                        checksum: [1]
                    )
                ],
                kept: [
                    CompanionOrder.Kept(
                        CompanionFile(
                            url: URL(fileURLWithPath: "/kept/\(name)", isDirectory: false),
                            name: name,
                            isKept: true
                        ),
                        checksum: [1]
                    )
                ]
            )
            #expect(files.map(\.isKept) == [true])
            #expect(files.map(\.copiedPath) == [url.path])
        }
    }
}
