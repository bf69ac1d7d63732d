import Foundation
import PhotosMedia
import TestPermits
import Testing

/// Captions, keywords, ratings and names that tags give.
@Suite(.permit) struct WordFactsTests: TagReadingTests {
    @Test func `words are taken from the best tag and cleaned`() {
        let (facts, sources) = MediaFacts.explained(
            header: MediaHeader(type: .jpeg, storedWidth: 4, storedHeight: 3),
            tags: MediaTags([
                "Exif.Image.Make": ["  Maker \0"],
                "Exif.Image.Model": ["Model 1"],
                "Exif.Photo.LensModel": ["iPhone front camera 2.7mm"],
                "Exif.Image.ImageDescription": ["   "],
                "Exif.Image.XPKeywords": ["ice;glacier"],
                "Iptc.Application2.Caption": ["On the summit"],
                "Xmp.dc.subject": ["snow", "summit"],
                "Iptc.Application2.Keywords": ["summit", " ice "],
                "Xmp.lr.hierarchicalSubject": ["Places|Alps|Summit"],
                "Xmp.digiKam.TagsList": ["People/Ada"],
                "Xmp.mwg-rs.Regions/mwg-rs:RegionList/mwg-rs:Name": ["Ada", "Bob"],
                "Xmp.MP.RegionInfo/MPRI:Regions/MPReg:PersonDisplayName": ["Eve"],
                "Xmp.xmp.Rating": ["4"],
                "Exif.Photo.ExposureTime": ["1/250"],
                "Exif.Photo.FNumber": ["18/10"],
                "Exif.Photo.ISOSpeedRatings": ["400 0"],
                "Exif.Photo.FocalLength": ["0/0"],
            ]),
            zone: .gmt
        )
        #expect(facts.cameraMake == "Maker")
        #expect(facts.cameraModel == "Model 1")
        #expect(facts.lensModel == "iPhone front camera 2.7mm")
        #expect(facts.isFrontCamera)
        #expect(facts.caption == "On the summit")
        #expect(
            facts.keywords == ["snow", "summit", "ice", "Summit", "Ada", "glacier", "Bob", "Eve"]
        )
        #expect(facts.rating == 4)
        #expect(facts.exposureTime == 0.004)
        #expect(facts.aperture == 1.8)
        #expect(facts.iso == 400)
        #expect(facts.focalLength == nil)
        #expect(sources[.caption] == "Iptc.Application2.Caption")
        #expect(sources[.keywords] == "Xmp.dc.subject")
        #expect(sources[.focalLength] == nil)
    }

    @Test(arguments: ["nan", "99", "-7", "inf", "three"])
    func `a rating outside its range is none`(text: String) {
        #expect(facts(["Xmp.xmp.Rating": text]).rating == nil)
    }

    @Test func `texts without end are cut at a character`() {
        let long = String(repeating: "é", count: 10_000)
        let facts = facts(["Xmp.dc.description": long, "Exif.Image.Make": long])
        #expect(facts.caption?.utf8.count == MediaFacts.maximumCaption)
        #expect(facts.cameraMake == String(repeating: "é", count: 128))
        #expect(facts.isPlausible)
    }
}
