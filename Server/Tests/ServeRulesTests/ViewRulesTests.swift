import ServeRules
import TestPermits
import Testing

/// Keys, shapes, days, ranges and versions of views.
@Suite(.permit) struct ViewRulesTests {
    @Test func keysReadBack() {
        let id = "3F2A81C0-0000-4000-8000-00000000000A"
        let keys: [ViewKey] =
            [
                .all, .favorites, .hidden, .trash, .offline, .album(id), .search("a b:c"),
                .search(""),
            ]
            + ViewKey.Smart.allCases.map(ViewKey.smart)
        for key in keys { #expect(ViewKey(key.text) == key) }
        #expect(ViewKey("smart:videos") == .smart(.videos))
        #expect(ViewKey("album:" + id.lowercased()) == .album(id))
        for text in [
            "", "All", "album:", "album:x", "album:\(id)x", "smart:", "smart:nothing", "../all",
        ] {
            #expect(ViewKey(text) == nil, "\(text)")
        }
        let longest = "search:" + String(repeating: "a", count: ViewKey.longestSearch)
        #expect(ViewKey(longest)?.text == longest && !ViewKey.isLongSearch(longest))
        #expect(ViewKey(longest + "a") == nil && ViewKey.isLongSearch(longest + "a"))
        #expect(!ViewKey.isLongSearch("album:" + longest + "a"))
    }

    @Test func names() {
        let id = "3f2a81c0-0000-4000-8000-00000000000a"
        #expect(ObjectName(id)?.asset == id.uppercased() + "/L0/001")
        #expect(ObjectName(id + "/L0/001")?.uuid == id.uppercased())
        for text in ["", "x", id + "0", "../" + id, id.replacing("-", with: "+")] {
            #expect(ObjectName(text) == nil, "\(text)")
        }
    }

    @Test(arguments: [
        (1, 1, 128), (3, 2, 147), (2, 3, 109), (1, 16, 0), (16, 1, 255), (1, 10_000, 0),
        (10_000, 1, 255), (0, 5, 128), (5, 0, 128), (-1, 3, 128), (4, 3, 141),
    ])
    func shapes(_ width: Int, _ height: Int, _ byte: UInt8) {
        #expect(PhotoShape.ratioByte(width: width, height: height) == byte)
    }

    @Test func shapeFiles() {
        let bytes = ShapeFile.bytes(
            version: 7,
            days: [300, 300, -1],
            shapes: [1, 2, 3],
            hasSections: true
        )
        #expect(
            bytes == Array("OPKV".utf8) + [1, 0, 0, 0, 7, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0]
                + [44, 1, 0, 0, 2, 0, 0, 0] + [255, 255, 255, 255, 1, 0, 0, 0] + [1, 2, 3]
        )
        let manual = ShapeFile.bytes(version: 7, days: [5, 6], shapes: [1, 2], hasSections: false)
        #expect(manual[16] == 1 && manual[20...] == [255, 255, 255, 255, 2, 0, 0, 0, 1, 2])
        #expect(ShapeFile.bytes(version: 1, days: [], shapes: [], hasSections: true).count == 20)
    }

    @Test func findingDays() {
        let list: [Int32] = [50, 40, 40, 10, -1]
        #expect(DayFinder.nearestIndex(to: 40, in: list) == 1)
        #expect(DayFinder.nearestIndex(to: 12, in: list) == 3)
        #expect(DayFinder.nearestIndex(to: -1, in: list) == 3)
        #expect(DayFinder.nearestIndex(to: 1000, in: list) == 0)
        #expect(DayFinder.nearestIndex(to: 3, in: [-1, -1]) == nil)
    }

    @Test func ranges() {
        #expect(IndexRanges(ascending: [1, 2, 3, 7]).pairs == [[1, 3], [7, 1]])
        #expect(
            IndexRanges(pairs: [[5, 3], [0, 2], [1, 3], [9, 0]], count: 10)?.pairs == [
                [0, 4], [5, 3],
            ]
        )
        for pairs in [
            [[0, 11]], [[-1, 1]], [[10, 1]], [[1]], [[0, -1]], [[0, .max]], [[.max, .max]],
        ] {
            #expect(IndexRanges(pairs: pairs, count: 10) == nil, "\(pairs)")
        }
        #expect(
            IndexRanges(pairs: [[2, 3]], count: 10)?.complement(count: 10).pairs == [
                [0, 2], [5, 5],
            ]
        )
        #expect(IndexRanges().complement(count: 3).pairs == [[0, 3]])
        #expect(IndexRanges(pairs: [[0, 3]], count: 3)?.complement(count: 3).isEmpty == true)
    }

    @Test func versionsAreHeldForAWhile() {
        var held = HeldVersions<String>(seconds: 10, few: 2, limit: 4)
        for version in 1...3 { held.addVersion(UInt32(version), value: "v\(version)", at: 0) }
        #expect(held.values(after: 1) == ["v2", "v3"])
        #expect(held.values(after: 3) == [])
        #expect(held.values(after: 9) == nil)
        held.addVersion(4, value: "v4", at: 100)
        #expect(held.value(ofVersion: 1) == nil && held.value(ofVersion: 2) == nil)
        #expect(held.value(ofVersion: 3) == "v3" && held.value(ofVersion: 4) == "v4")
        for version in 5...20 { held.addVersion(UInt32(version), value: "", at: 100) }
        #expect(held.count == 4)
    }

    @Test func streamTokens() {
        #expect(StreamToken.text(of: [17, 3]) == "17,3")
        #expect(StreamToken.versions(in: "17,3", count: 2) == [17, 3])
        #expect(StreamToken.versions(in: "17,x,9", count: 2) == [17, nil])
        #expect(StreamToken.versions(in: nil, count: 1) == [nil])
        #expect(StreamToken.versions(in: "4", count: 3) == [4, nil, nil])
    }
}
