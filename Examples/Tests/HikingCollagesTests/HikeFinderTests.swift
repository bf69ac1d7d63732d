import Foundation
import HikingCollagesKit
import TestPermits
import Testing

@Suite(.permit) struct HikeFinderTests {
    private let finder = HikeFinder(timeZone: utc)
    private let morning = [photo("a", at: 480), photo("b", at: 500), photo("c", at: 520)]

    @Test func `photos near each other in time and space are one hike`() {
        let hikes = finder.hikes(in: morning)
        #expect(hikes.map(\.start) == [minute(480)])
        #expect(hikes.map(\.end) == [minute(520)])
        #expect(hikes.map(\.id) == ["2024-06-14-hike-on-friday-14-june-2024"])
    }

    @Test func `a long pause separates hikes`() {
        var finder = finder
        finder.longestPause = 60 * 60
        let later = [photo("d", at: 582), photo("e", at: 600), photo("f", at: 610)]
        #expect(finder.hikes(in: morning + later).count == 2)
    }

    @Test func `a long leap separates hikes`() {
        // At 111 m a minute, 90 minutes are ten kilometres.
        let later = [photo("d", at: 610), photo("e", at: 615), photo("f", at: 620)]
        #expect(finder.hikes(in: morning + later).count == 2)
    }

    @Test func `few photos, photos without places and photos of one place are no hike`() {
        #expect(finder.hikes(in: morning.dropLast()).isEmpty)
        #expect(
            finder.hikes(in: morning.dropLast() + [photo("c", at: 520, located: false)]).isEmpty
        )
        #expect(
            finder.hikes(in: [photo("a", at: 480), photo("b", at: 481), photo("c", at: 482)])
                .isEmpty
        )
    }

    @Test func `a hike that begins earlier than known keeps its identifier`() throws {
        let known = try #require(finder.hikes(in: morning).first)
        let earlier = [photo("z", at: 470)] + morning
        let renamed = Hike(
            id: "kept",
            title: known.title,
            start: known.start,
            end: known.end
        )
        let hikes = finder.hikes(in: earlier, known: [Collage(hike: renamed, photos: morning)])
        #expect(hikes.map(\.id) == ["kept"])
        #expect(hikes.map(\.start) == [minute(470)])
    }

    @Test func `when a hike falls apart, the larger part keeps the identifier`() {
        let all =
            [photo("a", at: 480), photo("b", at: 490), photo("c", at: 500)]
            + [photo("e", at: 580), photo("f", at: 590), photo("g", at: 600), photo("h", at: 605)]
        let known = Collage(
            hike: Hike(id: "kept", title: "", start: minute(480), end: minute(605)),
            photos: all
        )
        var finder = finder
        finder.longestPause = 60 * 60
        let hikes = finder.hikes(in: all, known: [known])
        #expect(hikes.count == 2)
        #expect(hikes.last?.id == "kept")
    }
}
