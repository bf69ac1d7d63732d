import PhotosMedia
import TestPermits
import Testing

/// What Picasa noted of photos, as versions 2 and 3 wrote it.
@Suite(.permit) struct PicasaSettingsTests {
    private static let sample = """
        [encoding]
        utf8=1
        [Picasa]
        name=Trip to the sea
        [Contacts2]
        8e62398ebda8c1a5=Ann Example;;
        d10a8325c557b085=Bob O&#39;Neil;ann@example.org;
        [IMG_1.jpg]
        star=yes
        caption=The sea = blue
        keywords=beach, sand,keyword with spaces,
        rotate=rotate(3)
        albums=604c294a68b0de9c,unknown
        faces=rect64(3f845bcb59418507),8e62398ebda8c1a5;rect64(9eb15e89b6b584c1),ffffffffffffffff
        backuphash=36003
        [IMG[2].jpg]
        hidden=yes
        faces=rect64(3f845bcb59418507),0123456789abcdef;rect64(1),d10a8325c557b085
        filters=crop64=1,45930000ba03defe;
        [IMG_3.jpg]
        backuphash=1
        [.album:604c294a68b0de9c]
        name=Best Of
        token=604c294a68b0de9c
        date=2010-05-09T11:12:13+02:00
        """

    @Test(arguments: ["\n", "\r\n"])
    func `stars, words, persons and albums are read`(_ end: String) throws {
        let text = Self.sample.replacing("\n", with: end)
        let settings = try #require(PicasaSettings(Array(text.utf8)))
        try #require(settings.photos.map(\.name) == ["IMG_1.jpg", "IMG[2].jpg"])
        let (first, second) = (settings.photos[0], settings.photos[1])
        #expect(first.isStarred && !first.isHidden && first.caption == "The sea = blue")
        #expect(first.keywords == ["beach", "sand", "keyword with spaces"])
        #expect(first.quarterTurns == 3 && first.albums == ["604c294a68b0de9c", "unknown"])
        #expect(first.persons == ["Ann Example"] && !first.hasUnnamedFaces && !first.hasEdits)
        #expect(second.isHidden && !second.isStarred && second.caption == nil)
        #expect(second.persons == ["Bob O'Neil"] && second.hasUnnamedFaces && second.hasEdits)
        #expect(settings.albumTitles == ["604c294a68b0de9c": "Best Of"])
    }

    @Test func `the part of one photo says the same, and nothing of the others`() throws {
        let settings = try #require(PicasaSettings(Array(Self.sample.utf8)))
        let text = settings.text(of: settings.photos[0])
        #expect(!text.contains("IMG[2]") && !text.contains("O'Neil") && !text.contains("backup"))
        let part = try #require(PicasaSettings(Array(text.utf8)))
        #expect(part.photos == [settings.photos[0]])
        #expect(part.albumTitles == settings.albumTitles)
        #expect(part.text(of: part.photos[0]) == text)
    }

    @Test func `texts are UTF-8, or in the code page of Windows`() throws {
        func caption(_ bytes: [UInt8]) -> String? {
            PicasaSettings(Array("[a.jpg]\ncaption=".utf8) + bytes)?.photos.first?.caption
        }
        #expect(caption(Array("Grüße 日本".utf8)) == "Grüße 日本")
        #expect(caption([0x47, 0x72, 0xFC, 0xDF, 0x65, 0x20, 0x96, 0x20, 0x80]) == "Grüße – €")
        let marked = [0xEF, 0xBB, 0xBF] + Array("[ä.jpg]\nstar=yes".utf8)
        #expect(PicasaSettings(marked)?.photos.first?.name == "ä.jpg")
    }

    @Test func `damaged files are read as far as they can be, or not at all`() {
        #expect(PicasaSettings([0, 1, 2]) == nil)
        #expect(PicasaSettings(Array("no settings".utf8)) == nil)
        #expect(PicasaSettings([])?.photos.isEmpty == true)
        let cut =
            "star=yes\n[a.jpg\n[b.jpg]\nstar\nstar=yes\n=\n[c.jpg]\nrotate=rotate()\nfaces=;,;x\nsta"
        let settings = PicasaSettings(Array(cut.utf8))
        #expect(settings?.photos.map(\.name) == ["b.jpg", "c.jpg"])
        #expect(settings?.photos.map(\.isStarred) == [true, false])
        #expect(settings?.photos.last?.persons == [])
    }

    @Test func `a section that is there twice counts as it stands last`() {
        let twice = PicasaSettings(Array("[a.jpg]\nstar=yes\n[a.jpg]\ncaption=b\n".utf8))
        #expect(twice?.photos.map(\.caption) == ["b"] && twice?.photos.first?.isStarred == false)
    }
}
