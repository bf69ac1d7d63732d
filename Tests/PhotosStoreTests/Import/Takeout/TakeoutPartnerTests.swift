import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct TakeoutPartnerTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func document(_ json: String) -> TakeoutDocument? {
        TakeoutDocument(Data(json.utf8))
    }

    private func partner(_ fields: String) throws -> TakeoutPartner {
        let start = #"{"title":"a.jpg","photoTakenTime":{"timestamp":"1577836800"}"#
        guard case .photo(let partner) = try #require(document("\(start),\(fields)}")) else {
            throw CocoaError(.coderInvalidValue)
        }
        return partner
    }

    @Test func `a partner as Google writes it`() throws {
        let document = document(
            """
            {
              "title": "IMG_1.jpg",
              "description": "On the “summit”\\n",
              "imageViews": "9",
              "creationTime": {"timestamp": "1577900000", "formatted": "Jan 1, 2020, 5:33:20 PM UTC"},
              "photoTakenTime": {"timestamp": "1577836800", "formatted": "Jan 1, 2020, 12:00:00 AM UTC"},
              "geoData": {"latitude": 1.0, "longitude": 2.0, "altitude": 3.0, "latitudeSpan": 0.0},
              "geoDataExif": {"latitude": 48.2, "longitude": -16.4, "altitude": 170.5},
              "people": [{"name": "Anna"}, {"name": ""}, {"name": "Дочь"}],
              "url": "https://photos.google.com/photo/A",
              "googlePhotosOrigin": {"mobileUpload": {"deviceType": "ANDROID_PHONE"}},
              "favorited": true,
              "archived": true
            }
            """
        )
        guard case .photo(let partner) = try #require(document) else {
            Issue.record("It is a photo's partner.")
            return
        }
        let supplement = partner.supplement(now: now)
        #expect(partner.title == "IMG_1.jpg")
        #expect(supplement.date?.date == Date(timeIntervalSince1970: 1_577_836_800))
        #expect(supplement.date?.source == "takeout")
        #expect(supplement.date?.zoneOffset == nil)
        #expect(supplement.location?.latitude == 48.2)
        #expect(supplement.location?.longitude == -16.4)
        #expect(supplement.location?.altitude == 170.5)
        #expect(supplement.caption == "On the “summit”")
        #expect(supplement.keywords == ["Anna", "Дочь"])
        #expect(supplement.isFavorite == true)
        #expect(supplement.isHidden == true)
        #expect(supplement.trashedDate == nil)
    }

    @Test func `what is not there says nothing`() throws {
        let supplement = try partner(#""x":1"#).supplement(now: now)
        var expected = ImportSupplement()
        expected.date = .init(
            date: Date(timeIntervalSince1970: 1_577_836_800),
            source: "takeout",

        )
        #expect(supplement == expected)
    }

    @Test func `a place of zeros is none, and an altitude of zero is unknown`() throws {
        let none = #"{"latitude":0.0,"longitude":0.0,"altitude":0.0}"#
        #expect(try partner("\"geoData\":\(none),\"geoDataExif\":\(none)").location == nil)
        let place = #"{"latitude":0.0,"longitude":7.5,"altitude":0.0}"#
        let location = try partner("\"geoData\":\(place),\"geoDataExif\":\(none)").location
        #expect(location?.longitude == 7.5)
        #expect(location?.altitude == nil)
        let impossible = #"{"latitude":91,"longitude":7.5}"#
        #expect(try partner("\"geoData\":\(impossible)").location == nil)
    }

    @Test func `numbers may be texts and texts numbers`() throws {
        let place = #"{"latitude":"48.5","longitude":"7"}"#
        let partner = try partner("\"geoData\":\(place),\"favorited\":\"true\",\"description\":5")
        #expect(partner.location?.latitude == 48.5)
        #expect(partner.isFavorite)
        #expect(partner.caption == nil)
        let number = document(#"{"photoTakenTime":{"timestamp":-86400}}"#)
        var expected = TakeoutPartner()
        expected.taken = Date(timeIntervalSince1970: -86_400)
        #expect(number == .photo(expected))
    }

    @Test(arguments: ["0", "", "never", "99999999999999", "nan"])
    func `a time that cannot be is none`(time: String) {
        let document = document(
            #"{"creationTime":{"timestamp":"1"},"photoTakenTime":{"timestamp":"\#(time)"}}"#
        )
        guard case .photo(let partner) = document else {
            Issue.record("It is a photo's partner.")
            return
        }
        #expect(partner.taken == nil)
        #expect(partner.created == Date(timeIntervalSince1970: 1))
    }

    @Test func `what was in the trash goes there now, and a locked photo is hidden`() throws {
        #expect(try partner(#""trashed":true"#).supplement(now: now).trashedDate == now)
        #expect(try partner(#""inLockedFolder":true"#).supplement(now: now).isHidden == true)
    }

    @Test func `albums are told from photos by what they say`() {
        #expect(
            document(
                #"{"title":"Hike","description":"","access":"protected","date":{"timestamp":"1"}}"#
            )
                == .album(title: "Hike", description: "")
        )
        #expect(
            document(#"{"albumData":{"title":"Hike","description":"Far"}}"#)
                == .album(title: "Hike", description: "Far")
        )
        #expect(document("{}") == .album(title: "", description: nil))
        #expect(document(#"{"title":""}"#) == .album(title: "", description: nil))
        #expect(document(#"{"externalOrders":[]}"#) == .other)
    }

    @Test(arguments: ["", "{", "[]", "null", "5", "\"text\""])
    func `what is no object is damaged`(text: String) {
        #expect(document(text) == nil)
    }

    @Test func `a file beyond all measure is not read`() {
        let space = String(repeating: " ", count: Int(TakeoutDocument.maximumSize))
        #expect(document(#"{"title":"a"}\#(space)"#) == nil)
    }
}
