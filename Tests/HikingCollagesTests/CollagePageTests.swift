import Foundation
import HikingCollagesKit
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct CollagePageTests {
    private func page(title: String = "Ridge", _ photos: [PagePhoto]) -> String {
        var hike = hike(title, from: 480, to: 600)
        hike.track = [
            TrackPoint(place: Place(latitude: 46, longitude: 8), elevation: 1000),
            TrackPoint(place: Place(latitude: 46.01, longitude: 8.01), elevation: 1200),
            TrackPoint(place: Place(latitude: 46.02, longitude: 8), elevation: 1100),
        ]
        let collage = Collage(hike: hike, photos: photos.map(\.facts))
        return CollagePage(collage: collage, photos: photos, timeZone: utc).svg()
    }

    private let shown = PagePhoto(
        facts: photo("a", at: 481, favorite: true),
        name: "A.jpg",
        path: "photos/a.jpg",
        isShowable: true
    )

    @Test func `a page is sound XML whatever the names are`() {
        let other = PagePhoto(
            facts: photo("b", at: 490),
            name: "<B> & \"C\"\u{1}.heic",
            path: "photos/b.heic",
            isShowable: false
        )
        let text = page(title: "Up & <down> ]]> \u{0}", [shown, other])
        #expect(XMLParser(data: Data(text.utf8)).parse())
    }

    @Test func `a page shows title, times, photos, stars and the way`() {
        let text = page([shown])
        #expect(text.contains("Friday 14 June 2024, 08:00 – 10:00"))
        #expect(text.contains(#"<image class="photo" href="photos/a.jpg""#))
        #expect(text.contains(#"class="star""#))
        #expect(text.contains(#"<polyline class="way""#))
        #expect(text.contains("200 m uphill"))
        #expect(!text.contains("Not shown"))
    }

    @Test func `what browsers cannot show is named and linked`() {
        let heic = PagePhoto(
            facts: photo("b", at: 490),
            name: "B.HEIC",
            path: "photos/b.heic",
            isShowable: false
        )
        let lost = PagePhoto(
            facts: photo("c", at: 491),
            name: "C.JPG",
            path: nil,
            isShowable: true
        )
        let text = page([shown, heic, lost])
        #expect(text.contains("Not shown here"))
        #expect(text.contains(#"<a href="photos/b.heic">"#))
        #expect(text.contains("B.HEIC (browsers show no pictures of this type)"))
        #expect(text.contains("C.JPG (the library has no file of it)"))
        #expect(text.components(separatedBy: "<image ").count == 2)
    }

    @Test func `without places there is no map`() {
        let collage = Collage(
            hike: hike("Ridge", from: 480, to: 600),
            photos: [photo("a", at: 481, located: false)]
        )
        let text = CollagePage(collage: collage, photos: [], timeZone: utc).svg()
        #expect(!text.contains(#"class="map""#))
    }
}
