import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What an import leaves out: by rule, by a person's patterns, and because it is no picture.
@Suite(.permit) struct LeftOutTests {
    let fixture: ImportFixture

    init() throws { fixture = try ImportFixture() }

    @Test func `what other programs keep beside photos is passed over and counted`() throws {
        try fixture.write(picture: "a.jpg", seed: 1)
        let names = [
            "@eaDir/a.jpg/SYNOPHOTO_THUMB_XL.jpg", ".thumbnails/a.jpg", ".AppleDouble/a.jpg",
            "thumbs.DB", "Thumbs.db", ".DS_Store", "._a.jpg", "sub/desktop.ini",
            "sub/@__thumb/x.jpg",
            "Catalog Previews.lrdata/1.jpg", "$RECYCLE.BIN/b.jpg", "__MACOSX/c.jpg",
        ]
        for (index, name) in names.enumerated() {
            try fixture.write(picture: name, seed: UInt8(index + 10))
        }
        let (summary, log) = try fixture.run()
        #expect(Array(log.imported.keys) == ["a.jpg"])
        #expect(summary.passedOverCount == names.count && log.passedOver == names.count)
        #expect(summary.refusedCount == 0 && summary.otherCount == 0)
    }

    @Test(arguments: [
        (["*.png"], ["a.jpg", "b.jpg", "c.jpg"]), (["sub"], ["a.jpg", "d.png"]),
        (["sub/"], ["a.jpg", "d.png"]), (["/sub"], ["a.jpg", "d.png"]),
        (["sub/*.jpg"], ["a.jpg", "c.jpg", "d.png"]),
        (["/deep"], ["a.jpg", "b.jpg", "c.jpg", "d.png"]),
        (["sub/deep"], ["a.jpg", "b.jpg", "d.png"]), (["[ab].*", "*.png"], ["c.jpg"]),
        (["*.PNG"], ["a.jpg", "b.jpg", "c.jpg", "d.png"]),
        ([""], ["a.jpg", "b.jpg", "c.jpg", "d.png"]),
    ])
    func `patterns leave out names, and paths below the folder`(
        patterns: [String],
        expected: [String]
    ) throws {
        for (index, name) in ["a.jpg", "sub/b.jpg", "sub/deep/c.jpg", "d.png"].enumerated() {
            try fixture.write(picture: name, seed: UInt8(index + 1))
        }
        let log = try fixture.run(options: { $0.rules = PassedOver(patterns) }).events
        #expect(log.imported.keys.sorted() == expected)
        #expect(log.found == expected.count)
    }

    @Test func `an archive beside its unpacked export is named, and does not fail the import`()
        throws
    {
        let path = "Takeout/Google Photos/Photos from 2023/a.jpg"
        let partner = #"{"title": "a.jpg", "photoTakenTime": {"timestamp": "1700000000"}}"#
        try fixture.write(picture: path, seed: 1)
        try fixture.write(path + ".json", Array(partner.utf8))
        let zip = ZipArchive([.init(path, TestJPEG(seed: 1).data())]).data()
        try fixture.write("takeout-20260101T000000Z-001.zip", Array(zip))
        let (summary, log) = try fixture.run()
        #expect(summary.importedCount == 1 && summary.refusedCount == 0 && summary.lossCount == 1)
        let reason = try #require(log.losses.first { $0.key.hasSuffix("-001.zip") }?.value)
        #expect(reason.contains("was not opened, because an unpacked export beside it"))
        #expect(reason.contains("name the archive and the folder together"))
    }

    @Test func `a file whose name promises a picture is named where it holds none`() throws {
        try fixture.write("a.jpg", Array("no picture".utf8))
        try fixture.write("b.MPG", Array("no movie".utf8))
        let notes = try fixture.write("notes.txt", Array("no picture".utf8))
        let (summary, log) = try fixture.run()
        #expect(log.refused["a.jpg"]?.contains("ends in .jpg") == true)
        #expect(log.refused["b.MPG"]?.contains("ends in .MPG") == true)
        #expect(log.others == ["notes.txt"])
        #expect(summary.refusedCount == 2 && summary.otherCount == 1)
        // Who names a file wants to know what became of it.
        let named = try ImportFixture().run([notes])
        #expect(named.events.refused["notes.txt"]?.contains("neither a picture") == true)
        let zip = try fixture.write("photos.zip", ZipArchive([.init("a.jpg", [1])]).data())
        let archive = try ImportFixture().run([zip])
        #expect(archive.events.refused["photos.zip"]?.contains("Unpack it") == true)
    }

    @Test func `a library and what lies in the own one are refused`() throws {
        try fixture.write(picture: "a.jpg", seed: 1)
        _ = try fixture.run()
        let layout = fixture.library.layout
        let other = try ImportFixture()
        let (summary, log) = try other.run([layout.root])
        #expect(summary.refusedCount == 1 && summary.importedCount == 0 && log.refused.count == 1)
        let own = try fixture.run([layout.originals])
        #expect(own.events.refused["originals"]?.contains("lies in the photo library") == true)
        // A backup, or a library that does not open any more, is a way back to its photos.
        #expect(try other.run([layout.originals]).summary.importedCount == 1)
    }

    @Test func `what is no photo is no photo of the library at the next import either`() throws {
        try fixture.write(picture: "1.jpg", seed: 1)
        let notes = try fixture.write("notes.txt", Array("notes".utf8))
        for isFirst in [true, false] {
            let (summary, log) = try fixture.run()
            #expect(summary.otherCount == 1 && log.others == ["notes.txt"])
            #expect(summary.importedCount == (isFirst ? 1 : 0))
            #expect(summary.unchangedCount == (isFirst ? 0 : 1) && summary.refusedCount == 0)
        }
        // Who names it hears why it is not imported, however often.
        for _ in 0..<2 {
            let summary = try fixture.run([notes]).summary
            #expect(summary.refusedCount == 1 && summary.unchangedCount == 0)
        }
    }
}
