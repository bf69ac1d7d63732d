import PhotosMedia
import TestPermits
import Testing

@Suite(.permit) struct ArchivePathTests {
    @Test(arguments: [
        ("a.jpg", ["a.jpg"]), ("Takeout/a.jpg", ["Takeout", "a.jpg"]),
        ("./Takeout//Fotos von 2020/é.jpg", ["Takeout", "Fotos von 2020", "é.jpg"]),
        ("folder/", ["folder"]), ("..a/b..", ["..a", "b.."]),
    ])
    func `names lead down`(name: String, components: [String]) throws {
        #expect(try ArchivePath(name).components == components)
    }

    @Test(arguments: [
        "/etc/passwd", "../a", "a/../b", "a/..", "..", "", ".", "/", "../\u{301}b", "/\u{301}b",
        "a/../\u{301}b", "a/\u{1}", "a\nb", "a\u{7F}",
        String(repeating: "x", count: 256), String(repeating: "a/", count: 33),
    ])
    func `names that lead elsewhere are refused`(name: String) {
        #expect(throws: ArchivePath.Refusal.self) { try ArchivePath(name) }
    }
}
