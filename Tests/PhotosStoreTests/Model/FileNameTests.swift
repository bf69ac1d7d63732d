import Foundation
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct FileNameTests {
    @Test(arguments: [
        "IMG_0001.JPG", "Été à Rome.heic", "写真 1.jpg", "a\\b.jpg", ".hidden", "no extension", " ",
        "...",
        "👩‍👩‍👧‍👦.png", "e\u{301}.jpg",
    ])
    func `a name that a file can have is kept as it is`(_ name: String) {
        #expect(FileName.kept(name).map { Array($0.utf8) } == Array(name.utf8))
    }

    @Test(arguments: [
        ("/../../etc/passwd", "passwd"), ("../IMG.jpg", "IMG.jpg"), ("a/b/", "b"),
        ("a//b.jpg", "b.jpg"),
        ("IMG\u{0}.jpg", "IMG.jpg"), ("a\nb\r\nc\t.jpg", "abc.jpg"), ("\u{7F}\u{85}x", "x"),
        ("a/\u{301}b.jpg", "\u{301}b.jpg"), ("../\u{301}", "\u{301}"),
        ("a\u{2028}b\u{2029}.mov", "ab.mov"), ("\u{1B}[31mred.jpg", "[31mred.jpg"),
    ])
    func `separators and control characters go`(_ name: String, _ kept: String) {
        #expect(FileName.kept(name) == kept)
    }

    @Test(arguments: [
        "", ".", "..", "/", "//", "a/..", "./.", "\u{0}", "\n", "\u{0}.\u{0}.", ".\n",
    ])
    func `what leaves no name is none`(_ name: String) {
        #expect(FileName.kept(name) == nil)
    }

    @Test(arguments: ["a", "é", "写", "👩‍👩‍👧‍👦", "e\u{301}"])
    func `a long name is cut at a character's end and keeps its extension`(
        _ character: String
    ) throws {
        for count in [1, 60, 250, 251, 252, 255, 256, 10_000] {
            let name = String(repeating: character, count: count) + ".jpeg"
            let kept = try #require(FileName.kept(name))
            #expect(kept.utf8.count <= 255 && kept.hasSuffix(".jpeg"))
            let stem = kept.dropLast(5)
            #expect(stem.allSatisfy { String($0) == character } && !stem.isEmpty)
            #expect(255 - kept.utf8.count < character.utf8.count || kept == name)
        }
    }

    @Test func `what is too long for an extension is cut with the name`() {
        #expect(
            FileName.kept("a." + String(repeating: "b", count: 300)) == "a."
                + String(repeating: "b", count: 253)
        )
        #expect(FileName.kept("." + String(repeating: "b", count: 300))?.utf8.count == 255)
    }

    @Test func `a single character that is too long is cut between its scalars`() throws {
        let character = "a" + String(repeating: "\u{301}", count: 400)
        let kept = try #require(FileName.kept(character + ".jpg"))
        #expect(
            (250...255).contains(kept.utf8.count) && kept.utf8.starts(with: "a\u{301}\u{301}".utf8)
        )
        #expect(kept.hasSuffix(".jpg"))
    }

    @Test func `whatever is kept is kept again as it is`() {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("a./é写\u{0}\n\u{301}👩‍👧\u{2028}".unicodeScalars)
        for _ in 0..<500 {
            var text = ""
            for _ in 0..<Int.random(in: 0...300, using: &random) {
                text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "a")
            }
            guard let kept = FileName.kept(text) else { continue }
            #expect(FileName.kept(kept) == kept, "of \(text.unicodeScalars.map(\.value))")
            #expect(
                kept.utf8.count <= 255 && !kept.utf8.contains(UInt8(ascii: "/")) && kept != "."
                    && kept != ".."
            )
        }
    }

    @Test func `a suffix goes before the extension and is never cut`() {
        #expect(FileName.fitting("a.jpg", suffix: " (2)") == "a (2).jpg")
        let long = String(repeating: "x", count: 251) + ".jpg"
        #expect(
            FileName.fitting(long, suffix: " (2)") == String(repeating: "x", count: 247)
                + " (2).jpg"
        )
    }

    @Test func `the name of an earlier sidecar leads back to the one in its source`() {
        #expect(FileName.earlier("a.jpg.xmp") == "a.jpg.xmp.earlier")
        #expect(FileName.withoutEarlier("a.jpg.xmp.earlier") == "a.jpg.xmp")
        #expect(FileName.withoutEarlier("a.jpg.xmp") == "a.jpg.xmp")
        #expect(!CompanionFile.isRead("a.jpg.xmp.earlier"))
        // A name that is cut would lead nowhere.
        #expect(FileName.earlier(String(repeating: "x", count: 250) + ".xmp") == nil)
    }
}
