import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Titles, creators and names of places that people wrote, and texts that cameras wrote.
@Suite(.permit) struct StatedWordsTests: TagReadingTests {
    private func sidecar(_ properties: String) throws -> SidecarFacts {
        let text = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
            xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
            xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/">\(properties)</rdf:Description>
            </rdf:RDF></x:xmpmeta>
            """
        return try SidecarFacts(from: Array(text.utf8), zone: .gmt)
    }

    @Test func `a sidecar states titles, creators and the names of a place`() throws {
        let facts = try sidecar(
            """
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Wedding of Eve</rdf:li></rdf:Alt></dc:title>
            <dc:creator><rdf:Seq><rdf:li>Ada</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>
            <photoshop:Headline>The day</photoshop:Headline><photoshop:City>Vienna</photoshop:City>
            <photoshop:State>Wien</photoshop:State><photoshop:Country>Austria</photoshop:Country>
            <Iptc4xmpCore:Location>Prater</Iptc4xmpCore:Location><xmp:Rating>-1</xmp:Rating>
            """
        )
        #expect(facts.title == "Wedding of Eve")
        #expect(facts.headline == "The day")
        #expect(facts.creators == ["Ada", "Bob"])
        #expect(facts.placeNames.names == ["Prater", "Vienna", "Wien", "Austria"])
        #expect(facts.rating == -1)
    }

    @Test(arguments: [
        "Xmp.dc.title", "Iptc.Application2.ObjectName", "Exif.Image.XPTitle", "QuickTime.title",
    ])
    func `each tag of titles gives the title`(tag: String) {
        #expect(facts([tag: "Wedding of Eve"]).title == "Wedding of Eve")
    }

    @Test(arguments: [
        "OLYMPUS DIGITAL CAMERA", "OLYMPUS DIGITAL CAMERA         ", "SONY DSC", "Sony  DSC",
        "DCIM\\100MEDIA\\DJI_0042.JPG", "DCIM/100GOPRO/GOPR0001.JPG", "Default", "default",
        "Exif_JPEG_PICTURE", "KONICA MINOLTA DIGITAL CAMERA", "SAMSUNG CAMERA PICTURES",
        "<Digimax i5, Samsung #1>", "<KENOX S1050  / Samsung S1050>", "oznorWO", "Screenshot",
        "charset=Ascii Created by Imlib", "{\"hdr\":1}",
    ])
    func `a camera's own text is neither caption nor title`(text: String) {
        for tag in ["Exif.Image.ImageDescription", "Exif.Image.XPComment", "Xmp.dc.description"] {
            #expect(facts([tag: text]).caption == nil, "\(tag)")
        }
        #expect(facts(["Exif.Image.XPTitle": text]).title == nil)
    }

    @Test(arguments: [
        "My Olympus digital camera", "Sony", "Default settings of the house", "At the lake",
        "A screenshot of DCIM/100MEDIA", "{sic}", "Monday",
    ])
    func `what a person may have written stays`(text: String) {
        #expect(facts(["Exif.Image.ImageDescription": text]).caption == text)
    }

    @Test func `a camera's text leaves the place to a worse tag that a person wrote`() {
        let facts = facts([
            "Exif.Image.ImageDescription": "SONY DSC", "Exif.Image.XPComment": "At the lake",
        ])
        #expect(facts.caption == "At the lake")
    }

    @Test func `only the regions of faces name persons and keywords`() throws {
        let facts = try sidecar(
            """
            <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
            <rdf:li rdf:parseType="Resource"><mwg-rs:Name>Rex</mwg-rs:Name><mwg-rs:Type>Pet</mwg-rs:Type></rdf:li>
            <rdf:li rdf:parseType="Resource"><mwg-rs:Type>Face</mwg-rs:Type><mwg-rs:Name>Ann</mwg-rs:Name></rdf:li>
            <rdf:li mwg-rs:Type="BarCode" mwg-rs:Name="4006381333931"/>
            <rdf:li><rdf:Description mwg-rs:Name="Focus 1" mwg-rs:Type="Focus"/></rdf:li>
            <rdf:li><rdf:Description mwg-rs:Name="Bob"/></rdf:li>
            </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
            """
        )
        #expect(facts.persons == ["Ann", "Bob"])
        #expect(facts.keywords == ["Ann", "Bob"])
    }
}
