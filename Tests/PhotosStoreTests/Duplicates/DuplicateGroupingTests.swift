import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Which assets become a group, and which of them comes first.
@Suite(.permit) struct DuplicateGroupingTests {
    private static func candidate(
        _ row: Int64,
        _ change: (inout DuplicateCandidate) -> Void = { _ in }
    ) -> DuplicateCandidate {
        var record = AssetRecord(rowID: row, uuid: UUID())
        record.mediaType = .image
        (record.pixelWidth, record.pixelHeight) = (400, 300)
        let resource = ResourceRecord(
            rowID: row,
            assetID: row,
            type: ResourceRole.photo,
            file: "\(row)",
            filename: nil,
            contentType: "public.jpeg",
            byteCount: 10_000,
            checksum: [UInt8(row)],
            pixelWidth: 400,
            pixelHeight: 300
        )
        var candidate = DuplicateCandidate(record, [resource], resource)
        change(&candidate)
        return candidate
    }

    private static func groups(_ count: Int, _ pairs: [(Int, Int)]) -> [[Int]] {
        DuplicateGrouping.groups(of: count) { index, isFree in
            pairs.flatMap { [$0, ($0.1, $0.0)] }.filter { $0.0 == index && isFree($0.1) }
                .map { DuplicateGrouping.Relation(index: $0.1, kind: .alike) }
        }.map { [$0.first] + $0.others.map(\.index) }
    }

    @Test func `Groups do not chain`() {
        #expect(Self.groups(3, [(0, 1), (1, 2)]) == [[0, 1]])
        #expect(Self.groups(3, [(1, 0), (0, 2)]) == [[0, 1, 2]])
        #expect(Self.groups(5, [(0, 4), (1, 2), (4, 3)]) == [[0, 4], [1, 2]])
        #expect(Self.groups(4, []) == [])
        #expect(Self.groups(0, []) == [])
    }

    @Test func `Random relations make groups around their first members`() {
        var random = SeededNumbers(seed: 4)
        for _ in 0..<200 {
            let count = 2 + random.number(below: 20)
            let pairs = (0..<random.number(below: 30)).map { _ in
                (random.number(below: count), random.number(below: count))
            }.filter { $0.0 != $0.1 }
            let related = Set(pairs.flatMap { [[$0.0, $0.1], [$0.1, $0.0]] })
            let groups = Self.groups(count, pairs)
            let members = groups.flatMap { $0 }
            #expect(Set(members).count == members.count)
            for group in groups {
                #expect(group.count > 1 && group == group.sorted())
                for other in group.dropFirst() { #expect(related.contains([group[0], other])) }
            }
            // Whoever is in no group is related to no other that is in none.
            let alone = Set(0..<count).subtracting(members)
            for pair in pairs { #expect(!alone.contains(pair.0) || !alone.contains(pair.1)) }
        }
    }

    @Test func `The stated reasons decide which one comes first, in their order`() {
        let better: [(DuplicateReason, (inout DuplicateCandidate) -> Void)] = [
            (.raw, { $0.hasRaw = true }), (.movie, { $0.hasMovie = true }),
            (.pixels, { $0.width = 401 }), (.facts, { $0.factCount = 3 }),
            (.bytes, { $0.shown.byteCount = 10_001 }), (.favorite, { $0.isFavorite = true }),
            (.earlier, { $0.added = Date(timeIntervalSinceReferenceDate: 5) }),
        ]
        let plain = Self.candidate(1)
        for (index, (reason, change)) in better.enumerated() {
            let best = Self.candidate(2, change)
            #expect(best.reason(against: plain) == reason)
            #expect(best.precedes(plain) && !plain.precedes(best))
            // An edit outweighs everything, and each reason the later ones.
            var edited = best
            edited.isEdited = true
            #expect(plain.reason(against: edited) == .original && plain.precedes(edited))
            for (_, later) in better.dropFirst(index + 1) where reason != .pixels {
                var other = Self.candidate(3)
                later(&other)
                #expect(best.precedes(other))
            }
        }
        #expect(plain.reason(against: Self.candidate(2)) == nil)
        #expect(plain.precedes(Self.candidate(2)))
    }

    @Test func `A PNG made of a JPEG is not before it, and a coarser JPEG is after it`() {
        let original = Self.candidate(1) { $0.shown.byteCount = 40_000 }
        let png = Self.candidate(2) {
            $0.shown.byteCount = 200_000
            $0.shown.contentType = "public.png"
        }
        let coarse = Self.candidate(3) { $0.shown.byteCount = 9_000 }
        let heic = Self.candidate(4) {
            $0.shown.byteCount = 18_000
            $0.shown.contentType = "public.heic"
        }
        #expect(original.reason(against: png) == nil)
        #expect(original.reason(against: coarse) == .bytes && original.precedes(coarse))
        #expect(heic.precedes(Self.candidate(5) { $0.shown.byteCount = 20_000 }))
    }

    @Test func `Hidden ones, bursts and other moments keep pictures apart`() {
        let one = Self.candidate(1) { $0.capture = Date(timeIntervalSinceReferenceDate: 1_000) }
        func other(_ change: (inout DuplicateCandidate) -> Void) -> DuplicateCandidate {
            Self.candidate(2) {
                $0.capture = one.capture
                change(&$0)
            }
        }
        #expect(one.mayEqual(other { _ in }, as: .alike))
        let hidden = other { $0.isHidden = true }
        for kind in DuplicateKind.allCases { #expect(!one.mayEqual(hidden, as: kind)) }
        func after(_ seconds: Double) -> Bool {
            let date = Date(timeIntervalSinceReferenceDate: 1_000 + seconds)
            return one.mayEqual(other { $0.capture = date }, as: .alike)
        }
        #expect(after(0.4) && !after(1) && !after(7) && !after(-30))
        // The clock of another time zone.
        #expect(after(3_600) && after(-7_200) && after(900.3) && !after(3_601))
        #expect(!after(86_400 * 365))
        #expect(one.mayEqual(other { $0.capture = nil }, as: .alike))
        var burst = one
        burst.burst = "B"
        let next = other { $0.burst = "B" }
        #expect(!burst.mayEqual(next, as: .alike) && burst.mayEqual(next, as: .pixels))
        #expect(burst.mayEqual(next, as: .bytes))
        #expect(!one.mayEqual(other { $0.width = 399 }, as: .pixels))
        #expect(!one.mayEqual(other { $0.mediaType = .video }, as: .bytes))
    }

    @Test func `Only the file that is shown may be lost`() {
        let first = Self.candidate(1)
        #expect(Self.candidate(2).canMakeWay(for: first))
        let pair = Self.candidate(3) { $0.checksums = [[3], [30]] }
        #expect(!pair.canMakeWay(for: first))
        #expect(pair.canMakeWay(for: Self.candidate(4) { $0.checksums = [[4], [30]] }))
        let edited = Self.candidate(5) { $0.isEdited = true }
        #expect(!edited.canMakeWay(for: first))
        #expect(edited.canMakeWay(for: Self.candidate(6) { $0.checksums = [[5], [6]] }))
    }
}
