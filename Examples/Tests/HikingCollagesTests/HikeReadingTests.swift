import Foundation
import HikingCollagesKit
import TestPermits
import Testing

@Suite(.permit) struct HikeReadingTests {
    private func gpx(_ inside: String) -> Data {
        Data(#"<?xml version="1.0"?><gpx version="1.1">\#(inside)</gpx>"#.utf8)
    }

    @Test func `each track with times is a hike`() throws {
        let hikes = try GPXReader(timeZone: utc).hikes(
            in: gpx(
                """
                <metadata><name>not a hike</name></metadata>
                <trk><name>Lake &amp; ridge</name><trkseg>
                <trkpt lat="46.5" lon="8.25"><ele>1200.5</ele><time>2024-06-14T08:00:00Z</time></trkpt>
                <trkpt lat="46.6" lon="8.25"><time>2024-06-14T10:30:00.500Z</time></trkpt>
                </trkseg></trk>
                <trk><name>planned only</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk>
                """
            )
        )
        let hike = try #require(hikes.first)
        #expect(hikes.count == 1)
        #expect(hike.title == "Lake & ridge")
        #expect(hike.id == "2024-06-14-lake-ridge")
        #expect(hike.start == minute(8 * 60))
        #expect(hike.end == minute(10.5 * 60).addingTimeInterval(0.5))
        #expect(hike.track.map(\.elevation) == [1200.5, nil])
        #expect(hike.track.first?.place == Place(latitude: 46.5, longitude: 8.25))
    }

    @Test func `points outside the earth are left out`() throws {
        let hikes = try GPXReader(timeZone: utc).hikes(
            in: gpx(
                """
                <trk><trkpt lat="46" lon="8"><time>2024-06-14T08:00:00Z</time></trkpt>
                <trkpt lat="146" lon="8"/></trk>
                """
            )
        )
        #expect(hikes.first?.track.count == 1)
    }

    @Test(arguments: ["inf", "-inf", "nan", "1e300", "900000", "high"])
    func `heights that no place has are left out`(_ height: String) throws {
        let hikes = try GPXReader(timeZone: utc).hikes(
            in: gpx(
                """
                <trk><trkpt lat="46" lon="8"><ele>\(height)</ele><time>2024-06-14T08:00:00Z</time></trkpt>
                <trkpt lat="46.1" lon="8"><ele>700</ele></trkpt></trk>
                """
            )
        )
        let track = try #require(hikes.first?.track)
        #expect(track.map(\.elevation) == [nil, 700])
        #expect(track.climb() == nil)
    }

    @Test(arguments: ["<trk><name>open", "", "<trk><trkpt lat='1' lon='2'/></trk>"])
    func `a GPX file without a usable track is refused`(inside: String) {
        #expect(throws: HikeFileError.self) {
            try GPXReader(timeZone: utc).hikes(in: gpx(inside))
        }
    }

    @Test func `a list gives titles and times with their zones`() throws {
        let hikes = try HikeListReader(timeZone: utc).hikes(
            in: Data(
                """
                [{"title": "A", "start": "2024-06-14T10:00:00+02:00", "end": "2024-06-14T12:00:00Z"},
                 {"title": "A", "start": "2024-06-14T14:00:00Z", "end": "2024-06-14T15:00:00Z"}]
                """.utf8
            )
        )
        #expect(hikes.map(\.id) == ["2024-06-14-a", "2024-06-14-a-2"])
        #expect(hikes.first?.start == minute(8 * 60))
    }

    @Test(arguments: [
        "{}", #"[{"title": "A"}]"#,
        #"[{"title": "A", "start": "yesterday", "end": "2024-06-14T12:00:00Z"}]"#,
        #"[{"title": "A", "start": "2024-06-14T12:00:00Z", "end": "2024-06-14T11:00:00Z"}]"#,
    ])
    func `a list that cannot be meant is refused`(text: String) {
        #expect(throws: HikeFileError.self) {
            try HikeListReader(timeZone: utc).hikes(in: Data(text.utf8))
        }
    }
}
