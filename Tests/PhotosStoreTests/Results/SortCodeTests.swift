import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct SortCodeTests {
    private let reals: [FieldValue] = [
        .null, .real(-.infinity), .real(-1e300), .real(-2), .real(-1.5), .real(-1e-300), .real(0),
        .real(-0.0), .real(1e-300), .real(0.1), .real(0.1.nextUp), .real(1), .integer(2),
        .real(7.5e8), .real(7.5e8.nextUp), .real(1e300), .real(.infinity),
    ]
    private let integers: [FieldValue] = [
        .null, .integer(.min), .integer(.min + 1), .integer(.min + 3), .integer(-40_000),
        .integer(-1),
        .integer(0), .integer(1), .integer(2), .integer(5), .integer(6), .integer(7), .integer(200),
        .integer(1 << 31), .integer(.max - 2), .integer(.max - 1), .integer(.max),
    ]
    private let texts: [FieldValue] = [
        .null, .text(""), .text("\0"), .text("A"), .text("IMG_0001.JPG"), .text("IMG_0002.JPG"),
        .text("IMG_0001"), .text("Ä"), .text("zzzzzzzzzz"), .text("zzzzzzzzz"), .text("\u{10FFFF}"),
    ]

    private var positions: [FieldValue] {
        let low = Position.after(nil)
        let high = Position.after(low)
        var positions = [low, high, Position.before(low)]
        var (left, right) = (low, high)
        for step in 0..<80 {
            let middle = Position.positions(1, after: left, before: right)[0]
            positions.append(middle)
            if step % 3 == 0 { left = middle } else { right = middle }
        }
        let middle = UInt64(1) << 63
        let step = UInt64(1) << 31
        let wholes: [UInt64] = [0, 1, .max, .max - 1, step, middle + step, middle - step]
        for whole in wholes {
            var bytes: [UInt8] = []
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: whole >> shift))
            }
            positions.append(Position(bytes: bytes))
        }
        return positions.map { .blob($0.bytes) }
    }

    @Test func `Codes rise with keys, and exact ones tell all keys apart`() {
        let fields: [(Field, [FieldValue])] = [
            (.asset(.creationDate), reals), (.asset(.latitude), reals),
            (.asset(.isFavorite), integers),
            (.asset(.mediaType), integers), (.asset(.pixelWidth), integers), (.rowID, integers),
            (.asset(.filename), texts), (.memberPosition, positions), (.collection(.title), texts),
            (.collection(.position), positions),
        ]
        for (first, firstValues) in fields {
            check([FetchPlan.SortTerm(first)], firstValues.map { [$0] })
            check([FetchPlan.SortTerm(first, ascending: false)], firstValues.map { [$0] })
            for (second, secondValues) in fields {
                let few = secondValues.prefix(11)
                let keys = firstValues.flatMap { first in few.map { [first, $0] } }
                check(
                    [FetchPlan.SortTerm(first, ascending: false), FetchPlan.SortTerm(second)],
                    keys
                )
            }
        }
    }

    /// Compares the codes of all keys, in the order of the keys.
    ///
    /// Keys of equal codes are neighbours then, so a check of neighbours and of the first key of each code compares all.
    private func check(_ order: [FetchPlan.SortTerm], _ keys: [[FieldValue]]) {
        let codes = SortCode(order)
        let sorted = keys.map { values in
            (key: SortKey(values: values, rowID: 1), coded: codes.value { values[$0] })
        }
        .sorted { SortKey.precedes($0.key, $1.key, by: order) }
        var first = sorted[0]
        var hasExact = first.coded.isExact
        for (left, right) in zip(sorted, sorted.dropFirst()) {
            let what = "\(left.key) \(right.key) \(order)"
            if SortKey.precedes(left.key, right.key, by: order) {
                if left.coded.code > right.coded.code { Issue.record("\(what)") }
            } else if left.coded.code != right.coded.code {
                Issue.record("Equal keys have different codes: \(what)")
            }
            if first.coded.code != right.coded.code { (first, hasExact) = (right, false) }
            hasExact = hasExact || right.coded.isExact
            if hasExact, SortKey.precedes(first.key, right.key, by: order) {
                Issue.record("An exact code stands for two keys: \(what)")
            }
        }
    }
}
