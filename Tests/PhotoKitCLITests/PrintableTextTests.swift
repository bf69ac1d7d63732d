import Foundation
import TestPermits
import Testing

@testable import PhotoKitCLI

/// Untrusted text on a terminal.
@Suite(.permit) struct PrintableTextTests {
    @Test(arguments: [
        ("At the lake\nwith Ann", "At the lake\u{23CE}with Ann", "At the lake\nwith Ann"),
        ("a\r\nb\rc", "a\u{23CE}b\u{23CE}c", "a\nb\nc"),
        (
            "a\u{2028}b\u{2029}c\u{85}d\u{B}e\u{C}f",
            "a\u{23CE}b\u{23CE}c\u{23CE}d\u{23CE}e\u{23CE}f",
            "a\nb\nc\nd\ne\nf"
        ),
        ("a\tb", "a b", "a b"), ("a\u{1B}[2Jb", "a?[2Jb", "a?[2Jb"),
        ("\u{7}\u{8}\u{0}\u{7F}\u{9B}2J", "?????2J", "?????2J"),
        (
            "ä\u{301}\u{1F468}\u{200D}\u{1F469}", "ä\u{301}\u{1F468}\u{200D}\u{1F469}",
            "ä\u{301}\u{1F468}\u{200D}\u{1F469}"
        ),
    ])
    func `line breaks are readable, and other control characters are replaced`(
        text: String,
        line: String,
        lines: String
    ) {
        #expect(PrintableText.oneLine(text).unicodeScalars.elementsEqual(line.unicodeScalars))
        #expect(PrintableText.severalLines(text).unicodeScalars.elementsEqual(lines.unicodeScalars))
        #expect(Table.printableText(text) == PrintableText.oneLine(text))
    }

    @Test func `an empty line of a value has no blanks at its end`() {
        let fields = FieldList(labelWidth: 9, fields: [("Caption", "one\n\nRating: 5")])
        #expect(fields.lines(width: nil) == ["Caption: one", "", "         Rating: 5"])
        #expect(fields.lines(width: 40) == ["Caption: one", "", "         Rating: 5"])
    }

    @Test func `a long list of names has ten, and the number of the others`() {
        let names = (1...12).map { "\($0)" }
        let text = "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more"
        #expect(Wording.nameList(names) == text)
        #expect(Wording.nameList(Array(names.prefix(10)), of: 12) == text)
        #expect(Wording.nameList(["1", "2"]) == "1, 2")
    }

    @Test func `a caption has its lines in show, and one line in lists`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try await fixture.run("import", fixture.source.path)
        let caption = "At the lake\nRating: 5\u{1B}[2J"
        let dry = try await fixture.run("edit", "a.jpg", "--caption", caption, "--dry-run")
        #expect(dry.output.contains("\"At the lake\u{23CE}Rating: 5?[2J\""), "\(dry)")
        try await fixture.run("edit", "a.jpg", "--caption", caption)
        let shown = try await fixture.run("show", "a.jpg")
        #expect(shown.lines.contains { $0.hasPrefix("Caption:") && $0.hasSuffix("At the lake") })
        #expect(shown.lines.contains("              Rating: 5?[2J"), "\(shown)")
        #expect(!shown.output.contains("\u{1B}"))
    }
}
