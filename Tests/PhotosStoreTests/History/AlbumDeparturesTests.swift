import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What the history says of photos that are not in an album.
@Suite(.permit) struct AlbumDeparturesTests {
    private let album = UUID()

    private func body(_ kind: MemberChange.Kind, _ asset: Int64 = 1) -> ChangeBody {
        var body = ChangeBody()
        body.members = [MemberChange(albumID: 7, assetID: asset, kind: kind, before: nil)]
        return body
    }

    private var arrival: ChangeBody {
        var body = ChangeBody()
        body.objects = [
            ObjectChange(id: ObjectID(.collection, 7), kind: .inserted, mask: 0, before: [])
        ]
        return body
    }

    private func answer(
        _ changes: [(body: ChangeBody, isByPerson: Bool)?]
    ) -> AlbumDepartures.Answer {
        var departures = AlbumDepartures(albums: [7: album])
        for change in changes {
            if let (body, isByPerson) = change {
                departures.add(body, isByPerson: isByPerson)
            } else {
                departures.addUnreadable()
            }
        }
        return departures.answer(about: 1, in: album)
    }

    @Test func `the last departure counts, unless a person put the photo back`() {
        #expect(answer([]) == .unknown)
        #expect(answer([(arrival, false)]) == .notByPerson)
        #expect(answer([(arrival, false), (body(.entered), false)]) == .notByPerson)
        #expect(answer([(body(.left), true)]) == .byPerson)
        #expect(answer([(body(.left, 2), true)]) == .unknown)
        #expect(answer([(body(.left), false)]) == .notByPerson)
        #expect(answer([(body(.left), true), (body(.left), false)]) == .byPerson)
        let returned = [(body(.left), true), (body(.entered), true), (body(.left), false)]
        #expect(answer(returned.map { ($0.0, $0.1) }) == .notByPerson)
    }

    @Test func `the arrival of an album that was made again is not its first`() {
        var departures = AlbumDepartures(albums: [5: album, 7: album])
        departures.add(arrival, isByPerson: false)
        #expect(departures.answer(about: 1, in: album) == .unknown)
    }

    @Test func `a change that cannot be read may be any`() {
        #expect(answer([(arrival, false), nil]) == .unknown)
        #expect(answer([(body(.left), false), nil]) == .unknown)
        #expect(answer([(body(.left), true), nil]) == .byPerson)
    }

    @Test func `the history names the photos that a person took out`() throws {
        let library = try Library.temporary()
        let (one, two, album) = (UUID(), UUID(), UUID())
        try library.commit(
            .picture(one),
            .picture(two, seed: 2),
            .createCollection(album, .album, title: "Lake"),
            .members(album, .append([one, two]))
        )
        try library.commit(.members(album, .remove([one])))
        let rows = try library.records.rows(of: [one, two], in: .asset)
        let departures = try library.history.albumDepartures()
        #expect(departures.answer(about: try #require(rows[one]), in: album) == .byPerson)
        #expect(departures.answer(about: try #require(rows[two]), in: album) == .notByPerson)
    }
}
