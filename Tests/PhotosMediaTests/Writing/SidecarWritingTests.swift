import Foundation
import PhotosMedia
import TestPermits
import Testing

@Suite(.permit) struct SidecarWritingTests {
    private func facts(_ bytes: [UInt8]) throws -> SidecarFacts {
        try SidecarFacts(from: bytes, zone: .gmt)
    }

    private func written(
        _ metadata: WrittenMetadata,
        in existing: String? = nil
    ) throws -> String {
        let bytes = try SidecarWriting.bytes(
            stating: metadata,
            in: existing.map { Array($0.utf8) }
        )
        // The bytes are the same each time, and a second writing changes nothing.
        #expect(
            try SidecarWriting.bytes(stating: metadata, in: existing.map { Array($0.utf8) })
                == bytes
        )
        #expect(try SidecarWriting.bytes(stating: metadata, in: bytes) == bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private var everything: WrittenMetadata {
        var metadata = WrittenMetadata()
        metadata.title = .value("A title")
        metadata.caption = .value("Top & <view>\nof \"the\" \u{1F3D4}\r")
        metadata.keywords = .value(["snow", " summit ", "snow", ""])
        metadata.hierarchicalKeywords = .value([["Places", "Italy", "Rome"]])
        metadata.rating = .value(4)
        // 1 May 2024, 12:30.
        let noon = CaptureTime(localSeconds: 1_714_566_600.25, zoneOffset: 19_800)
        metadata.captureDate = .value(noon)
        metadata.place = .value(
            .init(
                latitude: -48.2081743,
                longitude: 16.3738189,
                altitude: -12.5,
                horizontalAccuracy: 4.7,
                direction: 271.25,
                speed: 10
            )
        )
        metadata.persons = .value([
            .init(
                name: "Ada",
                region: .init(
                    left: 0.25,
                    top: 0.5,
                    width: 0.125,
                    height: 0.25,
                    pictureWidth: 4000,
                    pictureHeight: 3000
                )
            ), .init(name: "Bob"),
        ])
        metadata.isFavorite = true
        metadata.isHidden = true
        metadata.albums = .value([["Trips", "Italy|2024", "C:\\"], ["Best"]])
        return metadata
    }

    @Test func `a new sidecar reads back as what it was written from`() throws {
        let facts = try facts(Array(try written(everything).utf8))
        #expect(facts.caption == "Top & <view>\nof \"the\" \u{1F3D4}")
        // The names of regions are keywords, too: that is how they are read from any file.
        #expect(facts.keywords == ["snow", "summit", "Rome", "Ada"])
        #expect(facts.rating == 4)
        #expect(facts.date?.date == Date(timeIntervalSince1970: 1_714_546_800.25))
        #expect(facts.date?.zoneOffset == 19_800)
        #expect(facts.location == everything.place?.value)
        #expect(facts.persons == ["Ada", "Bob"])
        #expect(facts.isFavorite == true)
        #expect(facts.isHidden == true)
        #expect(facts.albums == [["Trips", "Italy|2024", "C:\\"], ["Best"]])
    }

    @Test func `nothing to write leaves a sidecar as it is`() throws {
        for sidecar in ForeignSidecars.all {
            #expect(try written(WrittenMetadata(), in: sidecar) == sidecar)
        }
    }

    @Test func `all other bytes of a sidecar stay`() throws {
        for sidecar in [
            ForeignSidecars.attributes, ForeignSidecars.described, ForeignSidecars.elements,
        ] {
            var metadata = WrittenMetadata()
            metadata.isHidden = true
            let text = try written(metadata, in: sidecar)
            let block = try #require(
                text.firstRange(of: /\n  <r(df)?:Description[^>]*opk[^$]*?Description>/)
            )
            #expect(text.replacingCharacters(in: block, with: "") == sidecar)
        }
    }

    @Test func `only the named properties of a sidecar change`() throws {
        var metadata = WrittenMetadata()
        metadata.rating = .value(5)
        metadata.place = .removed
        metadata.caption = .value("new")
        let text = try written(metadata, in: ForeignSidecars.attributes)
        for kept in [
            "xmp:Label=\"Rot &amp; grün\"", "crs:Exposure2012=\"+0.35\"   crs:Version=\"11.0\"",
            "<!-- a note of a person -->", "<crs:ToneCurve><rdf:Seq><rdf:li>0, 0</rdf:li>",
            "exif:GPSTimeStamp=\"2020-01-31T10:00:00Z\"", "<rdf:li>Places|Italy</rdf:li>",
            // Other languages stay; the language that repeated the old text repeats the new one.
            "<rdf:li xml:lang=\"x-default\">new</rdf:li><rdf:li xml:lang=\"en-US\">new</rdf:li>",
            "<rdf:li xml:lang=\"de\">alt</rdf:li>", "<xmp:Rating>5</xmp:Rating>",
        ] {
            #expect(text.contains(kept), "\(kept)")
        }
        for gone in ["Rating='3'", "GPSLatitude", "GPSLongitude", ">old<"] {
            #expect(!text.contains(gone), "\(gone)")
        }
    }

    @Test func `paths of removed keywords are removed`() throws {
        var metadata = WrittenMetadata()
        metadata.keywords = .value(["Rome", "snow"])
        let bytes = Array(try written(metadata, in: ForeignSidecars.attributes).utf8)
        #expect(try facts(bytes).keywords == ["Rome", "snow"])
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("<rdf:li>Places|Rome</rdf:li>"))
        // digiKam reads this list alone.
        #expect(text.contains("<rdf:li>Places/Rome</rdf:li>\n     <rdf:li>snow</rdf:li>"))
        // So does darktable with this one.
        #expect(text.contains("<rdf:li>Places|Rome</rdf:li>\n     <rdf:li>snow</rdf:li>"))
        #expect(!text.contains("Italy"))
        metadata.keywords = .removed
        #expect(
            try facts(Array(try written(metadata, in: ForeignSidecars.attributes).utf8)).keywords
                == []
        )
    }

    @Test func `a word with a mark is left out of the paths that the mark would part`() throws {
        var metadata = WrittenMetadata()
        metadata.keywords = .value(["a/b", "c|d"])
        #expect(try facts(Array(try written(metadata).utf8)).keywords == ["a/b", "c|d"])
        metadata.hierarchicalKeywords = .value([["x/y", "z"], ["p|q", "r"]])
        #expect(metadata.unwritable == [])
        #expect(try facts(Array(try written(metadata).utf8)).keywords == ["a/b", "c|d", "z", "r"])
        metadata.hierarchicalKeywords = .value([["x/y|z"]])
        #expect(metadata.unwritable == [.hierarchicalKeywords])
    }

    @Test func `regions of other persons, animals and focus stay`() throws {
        var metadata = WrittenMetadata()
        metadata.persons = .value([.init(name: "Ada")])
        let text = try written(metadata, in: ForeignSidecars.elements)
        #expect(try facts(Array(text.utf8)).persons == ["Ada"])
        #expect(text.contains("<mwg-rs:Area stArea:x=\"0.5\"/></rdf:li>"))
        #expect(text.contains("MPReg:PersonDisplayName=\"Ada\" MPReg:Rectangle=\"0, 0, 1, 1\""))
        #expect(!text.contains("Bob"))
    }

    @Test func `no face is left without persons`() throws {
        var metadata = WrittenMetadata()
        metadata.persons = .removed
        let text = try written(metadata, in: ForeignSidecars.elements)
        #expect(!text.contains("Ada") && !text.contains("Bob") && !text.contains("MP:RegionInfo>"))
        #expect(text.contains("<rdf:li mwg-rs:Name=\"Rex\" mwg-rs:Type=\"Pet\"/>"))
        #expect(text.contains("<rdf:li mwg-rs:Type=\"Focus\"/>"))
    }

    @Test func `a new region replaces the one of the same name`() throws {
        var metadata = WrittenMetadata()
        metadata.persons = everything.persons
        let text = try written(metadata, in: ForeignSidecars.elements)
        #expect(!text.contains("stArea:x=\"0.5\""))
        #expect(
            text.contains(
                "stArea:x=\"0.3125\" stArea:y=\"0.625\" stArea:w=\"0.125\" stArea:h=\"0.25\""
            )
        )
        #expect(try facts(Array(text.utf8)).persons == ["Bob", "Ada"])
    }

    @Test func `a favorite is a picked photo, and a rejected one is none`() throws {
        var metadata = WrittenMetadata()
        metadata.isFavorite = false
        // The mark of another meaning stays.
        #expect(try written(metadata, in: ForeignSidecars.elements) == ForeignSidecars.elements)
        metadata.isFavorite = true
        let text = try written(metadata, in: ForeignSidecars.elements)
        #expect(text.contains("<digiKam:PickLabel>3</digiKam:PickLabel>"))
        #expect(!text.contains("<digiKam:PickLabel>1</digiKam:PickLabel>"))
        metadata.isFavorite = false
        #expect(!(try written(metadata, in: text).contains("PickLabel")))
    }

    @Test func `characters that XML forbids are left out`() throws {
        var metadata = WrittenMetadata()
        metadata.caption = .value("a\u{0}b\u{1B}c\u{FFFE}d\u{FFFF}e\u{7F}\u{85}f")
        metadata.keywords = .value(["\u{1}", "x\u{8}y"])
        let facts = try facts(Array(try written(metadata).utf8))
        #expect(facts.caption == "abcde\u{7F}\u{85}f")
        #expect(facts.keywords == ["xy"])
    }

    @Test func `values that no file can state are named, and not written`() throws {
        var metadata = WrittenMetadata()
        metadata.rating = .value(6)
        metadata.captureDate = .value(CaptureTime(localSeconds: 1e12, zoneOffset: nil))
        metadata.place = .value(.init(latitude: 91, longitude: 0))
        #expect(metadata.unwritable == [.rating, .captureDate, .place])
        #expect(try written(metadata, in: ForeignSidecars.attributes) == ForeignSidecars.attributes)
    }

    @Test func `a day without a time stays one`() throws {
        var metadata = WrittenMetadata()
        metadata.captureDate = .value(try #require(CaptureTime.dayAlone("1985-07-04")))
        let text = try written(metadata)
        #expect(text.contains("<exif:DateTimeOriginal>1985-07-04</exif:DateTimeOriginal>"))
        #expect(try facts(Array(text.utf8)).date?.date == Date(timeIntervalSince1970: 489_326_400))
    }

    @Test func `UTF-16 becomes UTF-8`() throws {
        let text = "<?xml version='1.0' encoding='UTF-16'?>\n" + ForeignSidecars.described
        for (mark, isBig) in [([0xFF, 0xFE] as [UInt8], false), ([0xFE, 0xFF], true)] {
            let units = text.utf16.flatMap { unit -> [UInt8] in
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                return isBig ? [high, low] : [low, high]
            }
            var metadata = WrittenMetadata()
            metadata.rating = .value(2)
            let bytes = try SidecarWriting.bytes(stating: metadata, in: mark + units)
            let result = String(decoding: bytes, as: UTF8.self)
            #expect(result.hasPrefix("<?xml version='1.0' encoding='UTF-8'?>"))
            #expect(result.contains("<xmp:Rating>2</xmp:Rating>"))
        }
    }

    @Test(arguments: [
        "", "no markup", "<html><body/></html>", "<rdf:RDF/>",
        "<!DOCTYPE x [<!ENTITY a \"b\">]>" + ForeignSidecars.empty,
        ForeignSidecars.empty.replacing("</x:xmpmeta>", with: ""),
        ForeignSidecars.empty + ForeignSidecars.empty,
        ForeignSidecars.attributes.replacing("&amp;", with: "&unknown;"),
        ForeignSidecars.attributes.replacing("xmlns:crs", with: "xmlns:other"),
        ForeignSidecars.attributes.replacing("old", with: "\u{1}"),
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + ForeignSidecars.empty,
    ])
    func `what is no valid XMP is refused`(text: String) throws {
        let error = #expect(throws: XMPWritingError.self) {
            try SidecarWriting.bytes(stating: everything, in: Array(text.utf8))
        }
        #expect(error?.code == .notXMP)
    }

    @Test func `too long a sidecar is refused`() throws {
        var metadata = WrittenMetadata()
        metadata.caption = .value(String(repeating: "<", count: 300_000))
        let error = #expect(throws: XMPWritingError.self) {
            try SidecarWriting.bytes(stating: metadata)
        }
        #expect(error?.code == .tooLarge)
    }
}
