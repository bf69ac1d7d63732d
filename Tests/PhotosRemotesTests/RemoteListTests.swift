import Foundation
import PhotosBase
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What a run concludes from lists of names.
@Suite(.permit) struct RemoteListTests {
    let fixture: RemoteFixture

    init() throws {
        fixture = try RemoteFixture()
        try fixture.library.addPictures(12)
    }

    @Test func `what was removed by hand is sent again by the next run`() throws {
        try fixture.sync()
        for name in fixture.originals.sorted().prefix(3) { fixture.place.objects[name] = nil }
        fixture.clock.advance(seconds: 3_600)
        let report = try fixture.sync()
        #expect(report.lost == 3)
        #expect(report.sent.count == 3)
        #expect(fixture.originals.count == 12)
    }

    @Test func `a place that lacks much changes nothing`() throws {
        try fixture.sync()
        let before = try fixture.totals()
        for name in fixture.originals.sorted().prefix(4) { fixture.place.objects[name] = nil }
        fixture.clock.advance(seconds: 3_600)
        let report = try fixture.sync()
        #expect(report.endedBy?.code == .missing)
        #expect(report.endedBy?.sentence.contains("lacks 4 of the 12 files") == true)
        #expect(try fixture.totals() == before)
        #expect(fixture.originals.count == 8)
        // Who knows that they are lost says so.
        #expect(try fixture.check(readingAll: false).lost == 4)
        #expect(try fixture.sync().sent.count == 4)
    }

    @Test func `a process that follows lists a folder once an hour`() throws {
        try fixture.sync()
        fixture.place.objects[try #require(fixture.originals.min())] = nil
        #expect(try fixture.sync().lost == 0)
        fixture.clock.advance(seconds: 3_599)
        #expect(try fixture.sync().lost == 0)
        fixture.clock.advance(seconds: 1)
        #expect(try fixture.sync().lost == 1)
    }

    @Test func `a name that a list lacks is lost only if the place says so`() throws {
        try fixture.sync()
        fixture.place.hideFromLists(fixture.originals)
        fixture.clock.advance(seconds: 3_600)
        let report = try fixture.sync()
        #expect(report.lost == 0)
        #expect(report.endedBy == nil)
        #expect(try fixture.check(readingAll: false).lost == 0)
    }
}
