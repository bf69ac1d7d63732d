import Foundation
import PhotosImport
import TestPermits
import Testing

@Suite(.permit) struct TargetRulesTests {
    @Test func `names compare as the file system compares them`() {
        var rules = TargetRules()
        #expect(rules.key("a/B.jpg") != rules.key("A/b.JPG"))
        rules.ignoresCase = true
        #expect(rules.key("a/B.jpg") == rules.key("A/b.JPG"))
        #expect(rules.key("ÄÖ") == rules.key("äö"))
        rules.ignoresCase = false
        rules.ignoresSpelling = true
        #expect(rules.key("e\u{301}").utf8.elementsEqual(rules.key("\u{E9}").utf8))
        #expect(rules.key("A") != rules.key("a"))
    }

    @Test(arguments: [
        (".", "_"), ("..", "_"), ("", "_"), (".hidden", "_hidden"), ("a\0b", "ab"),
        ("a/b/\u{301}c", "a_b_\u{301}c"), ("a:b", "a:b"),
        ("CON", "CON"), ("a ", "a "),
    ])
    func `a part of a path is a plain name`(_ text: String, _ part: String) {
        #expect(TargetRules().part(text) == part)
    }

    @Test(arguments: [
        ("a:b?", "a_b_"), ("CON", "_CON"), ("com1.x", "_com1.x"), ("a. ", "a"), ("...", "_"),
        ("x\\y|z", "x_y_z"), ("plain", "plain"),
    ])
    func `under the rules of Windows, a part avoids what they refuse`(
        _ text: String,
        _ part: String
    ) {
        var rules = TargetRules()
        rules.isStrict = true
        #expect(rules.part(text) == part)
    }

    @Test func `a long name keeps its number and its ending`() {
        let rules = TargetRules()
        let name = rules.name(
            String(repeating: "ä", count: 200),
            mark: "-edited (12)",
            ending: ".jpeg"
        )
        #expect(name.utf8.count <= 255 && name.utf8.count > 250)
        #expect(name.hasSuffix("ä-edited (12).jpeg"))
        let sidecar = rules.sidecarName(of: name)
        #expect(sidecar.utf8.count <= 255 && sidecar.hasSuffix(".xmp"))
        #expect(rules.sidecarName(of: "IMG_1.JPG") == "IMG_1.JPG.xmp")
        let raw = rules.name(String(repeating: "ä", count: 200), ending: ".DNG")
        #expect(rules.sidecarName(of: raw) != sidecar)
    }
}
