import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct XMPTagsTests {
    private func packet(_ content: String, declarations: String = "") -> [UInt8] {
        Array(
            """
            <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
              xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
              xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \(declarations)>
            \(content)
            </rdf:RDF></x:xmpmeta><?xpacket end="w"?>
            """.utf8
        )
    }

    private func tags(_ content: String, declarations: String = "") throws -> [String: [String]] {
        try #require(XMPTags.read(packet(content, declarations: declarations)[...])).values
    }

    @Test func `properties are attributes or elements`() throws {
        let attribute = try tags(#"<rdf:Description rdf:about="" xmp:Rating="4"/>"#)
        #expect(attribute == ["Xmp.xmp.Rating": ["4"]])
        let element = try tags(
            "<rdf:Description><xmp:Rating> 4 </xmp:Rating></rdf:Description>"
        )
        #expect(element == ["Xmp.xmp.Rating": [" 4 "]])
    }

    @Test func `the default language comes first, and texts are unescaped`() throws {
        let tags = try tags(
            """
            <rdf:Description><dc:description><rdf:Alt><rdf:li xml:lang="de">Gipfel</rdf:li>
            <rdf:li xml:lang="x-default">Top &amp; &lt;view&gt; &#x2014; &#65;&nope;<![CDATA[ <b>]]></rdf:li></rdf:Alt>
            </dc:description></rdf:Description>
            """
        )
        #expect(
            tags["Xmp.dc.description"] == ["Top & <view> \u{2014} A&nope; <b>", "Gipfel"]
        )
    }

    @Test func `lists keep their order, in any packing`() throws {
        let expected = ["Xmp.dc.subject": ["snow", "summit"]]
        for list in ["Bag", "Seq"] {
            let tags = try tags(
                "<rdf:Description><dc:subject><rdf:\(list)><rdf:li>snow</rdf:li><rdf:li>summit</rdf:li>"
                    + "</rdf:\(list)></dc:subject></rdf:Description>"
            )
            #expect(tags == expected)
        }
    }

    @Test func `the namespace counts and not what the packet calls it`() throws {
        let tags = try tags(
            #"<rdf:Description q:Rating="3" xmp:Label="x" other:Rating="5"/>"#,
            declarations:
                #"xmlns:q="http://ns.adobe.com/xap/1.0/" xmlns:other="http://example.com/""#
        )
        #expect(tags == ["Xmp.xmp.Rating": ["3"]])
    }

    @Test(arguments: [
        """
        <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
        <rdf:li rdf:parseType="Resource"><mwg-rs:Name>Ada</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type></rdf:li>
        <rdf:li><rdf:Description mwg-rs:Name="Bob"/></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
        """,
        """
        <mwg-rs:Regions><rdf:Description><mwg-rs:RegionList><rdf:Bag><rdf:li mwg-rs:Name="Ada"/>
        <rdf:li><rdf:Description><mwg-rs:Name>Bob</mwg-rs:Name></rdf:Description></rdf:li></rdf:Bag>
        </mwg-rs:RegionList></rdf:Description></mwg-rs:Regions>
        """,
    ])
    func `structures have paths, however they are packed`(content: String) throws {
        let tags = try tags(
            "<rdf:Description>\(content)</rdf:Description>",
            declarations: #"xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/""#
        )
        #expect(tags == ["Xmp.mwg-rs.Regions/mwg-rs:RegionList/mwg-rs:Name": ["Ada", "Bob"]])
    }

    @Test func `what stands within unknown properties is not taken for another`() throws {
        let tags = try tags(
            "<rdf:Description><o:History><rdf:Seq><rdf:li><rdf:Description xmp:Rating=\"1\">"
                + "<xmp:CreateDate>2020-01-01</xmp:CreateDate></rdf:Description></rdf:li></rdf:Seq></o:History>"
                + "</rdf:Description>",
            declarations: #"xmlns:o="http://example.com/""#
        )
        #expect(tags == [:])
    }

    @Test(arguments: ["", "no markup", "<html><body/></html>", "<", "<a b=>", "<?xml"])
    func `other documents are no XMP`(text: String) {
        #expect(XMPTags.read(Array(text.utf8)[...]) == nil)
    }

    @Test func `depth and damage end in an answer`() {
        let deep = [UInt8](String(repeating: "<a>", count: 300_000).utf8)
        #expect(XMPTags.read(deep[...]) == nil)
        let whole = packet(
            #"<rdf:Description xmp:Rating="4"><dc:subject><rdf:Bag><rdf:li>a&amp;b</rdf:li></rdf:Bag></dc:subject></rdf:Description>"#
        )
        for length in 0..<whole.count { _ = XMPTags.read(whole.prefix(length)) }
        var random = SeededNumbers(seed: 11)
        for _ in 0..<3000 {
            var damaged = whole
            for _ in 0..<4 {
                damaged[.random(in: 0..<damaged.count, using: &random)] = .random(
                    in: 0...255,
                    using: &random
                )
            }
            _ = XMPTags.read(damaged[...])
        }
    }

    @Test func `a sidecar gives what it says, in each of its encodings`() throws {
        let text = String(
            decoding: packet(
                """
                <rdf:Description xmp:Rating="5" xmp:CreateDate="2010-09-27T14:35:33+02:00"
                  exif:GPSLatitude="48,12N" exif:GPSLongitude="16,22.5E">
                <dc:description><rdf:Alt><rdf:li xml:lang="x-default">Über</rdf:li></rdf:Alt></dc:description>
                <dc:subject><rdf:Bag><rdf:li>snow</rdf:li></rdf:Bag></dc:subject></rdf:Description>
                """,
                declarations: #"xmlns:exif="http://ns.adobe.com/exif/1.0/""#
            ),
            as: UTF8.self
        )
        let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        for bytes in [
            Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + little,
            [0xFE, 0xFF] + big,
        ] {
            let facts = try SidecarFacts(from: bytes, zone: .gmt)
            #expect(facts.rating == 5)
            #expect(facts.caption == "Über")
            #expect(facts.keywords == ["snow"])
            #expect(facts.location == .init(latitude: 48.2, longitude: 16.375))
            #expect(facts.date?.source == "Xmp.xmp.CreateDate")
            #expect(facts.date?.zoneOffset == 7200)
            #expect(
                facts.date?.date == (try Date("2010-09-27T12:35:33Z", strategy: .iso8601))
            )
        }
    }

    @Test func `what is no sidecar is refused with a reason`() throws {
        let folder = try ScratchFolder()
        func facts(_ file: FileHandle) throws -> SidecarFacts {
            let source = try DescriptorByteSource(descriptor: file.fileDescriptor)
            return try SidecarFacts(from: source, zone: .gmt)
        }
        let file = try folder.open(Array("a letter".utf8))
        let error = #expect(throws: MediaFileError.self) {
            try facts(file)
        }
        #expect(error?.code == .notMedia)
        let large = #expect(throws: MediaFileError.self) {
            try SidecarFacts(
                from: [UInt8](repeating: 0x20, count: XMPTags.maximumPacket + 1),
                zone: .gmt
            )
        }
        #expect(large?.code == .tooLarge)
        let good = try folder.open(packet(#"<rdf:Description xmp:Rating="2"/>"#))
        #expect(try facts(good).rating == 2)
    }
}
