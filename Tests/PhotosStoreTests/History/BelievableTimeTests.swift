import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What a clock says is believed as far as it can be true.
@Suite(.permit) struct BelievableTimeTests {
    private static let day = 86_400.0

    private func days(_ changes: [Double], now: Double, since: Double? = nil) -> Double {
        let time = BelievableTime(changes: changes.map { $0 * Self.day }, now: now * Self.day)
        return time.elapsed(since: (since ?? changes[0]) * Self.day) / Self.day
    }

    @Test func `time passes between changes`() {
        #expect(days([100], now: 131) == 31)
        #expect(days([100, 110, 110.5], now: 131) == 31)
        #expect(days([100, 110], now: 131, since: 110) == 21)
    }

    @Test func `a jump of years did not happen, either way`() {
        #expect(days([100], now: 3_752) == 0)
        #expect(days([100, 101, 3_753], now: 3_754) == 2)
        #expect(days([100, 3_752, 3_753, 102], now: 103) == 2)
        #expect(days([100, -3_500, -3_499], now: 102) == 1)
    }

    @Test func `a clock that is put back a little is put back`() {
        #expect(days([100, 110, 109], now: 120) == 20)
        #expect(days([100, 99, 98], now: 97) == -3)
    }

    @Test func `a date that no change has goes by the clock as far as it is believed`() {
        #expect(days([100], now: 131, since: 90) == 41)
        #expect(days([100], now: 3_752, since: 90) == 10)
        #expect(days([100, 101, 3_753], now: 3_754, since: 90) == 12)
        #expect(BelievableTime(changes: [], now: 40).elapsed(since: 9) == 31)
    }

    @Test
    func `a clock ten years ahead empties nothing, and what is due goes when it is right again`()
        throws
    {
        let clock = TestClock()
        let folder = try TemporaryFolder()
        var library = try Library.temporary(in: folder, clock: clock)
        let uuid = try library.addPicture()
        try library.commit(.deleteAssets([uuid]))
        var openings: UInt64 = 1
        func reopen() throws {
            library.close()
            openings += 1
            library = try Library.temporary(in: folder, seed: openings, clock: clock)
        }
        clock.advance(days: 3_652)
        try reopen()
        #expect(try library.asset(uuid) != nil)
        try library.addPicture(seed: 2)
        try reopen()
        #expect(try library.asset(uuid) != nil)
        clock.advance(days: -3_652)
        try library.addPicture(seed: 3)
        clock.advance(days: 29)
        try reopen()
        #expect(try library.asset(uuid) != nil)
        clock.advance(days: 2)
        try reopen()
        #expect(try library.asset(uuid) == nil)
    }
}
