import Crypto
import Foundation
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Whatever a place says, only what was read back counts, and no other bytes are handed out.
@Suite(.permit) struct LyingPlaceTests {
    @Test(arguments: 1...12) func `lies are never believed`(_ seed: UInt64) throws {
        let place = LyingPlace(seed: seed)
        let liar = LyingPlace(seed: seed, lyingIn: 0.35)
        let fixture = try RemoteFixture(place: place, seed: seed)
        liar.objects = place.objects
        let library = fixture.library
        for round in 0..<6 {
            try library.addPictures(8)
            _ = try RemoteSync(library, remote: fixture.row, place: liar).run()
            // Another object may have gone after it was proved. Each that is noted and there is whole.
            for object in try library.remotes.storedObjects(fixture.row, after: [], atMost: 1_000) {
                guard let data = liar.objects[RemoteNames.original(object.checksum)] else {
                    continue
                }
                #expect(Array(SHA256.hash(data: data)) == object.checksum, "round \(round)")
            }
        }
        // An honest place at last has everything, and a library comes back from it.
        place.objects = liar.objects
        for _ in 0..<2 {
            _ = try fixture.check()
            fixture.clock.advance(seconds: 60)
            _ = try fixture.sync()
        }
        let totals = try fixture.totals()
        #expect(totals.proved == totals.wanted)
        #expect(try fixture.restore().findings.isEmpty)
        let back = try Library.open(
            fixture.url("Back.photolib"),
            environment: .test(seed: 77, clock: fixture.clock)
        )
        defer { back.close() }
        #expect(try LibraryCheck(back, readingBytes: true).run().findings.isEmpty)
        #expect(try RemoteFixture.digest(back) == RemoteFixture.digest(library))
    }
}
