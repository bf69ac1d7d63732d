import Foundation
import PhotosStore
import TestPermits
import Testing

@testable import PhotoKitCLI

/// Text in the columns of a terminal.
@Suite(.permit) struct LayoutTests {
    // MARK: Widths

    @Test(arguments: [
        ("", 0), ("abc", 3), ("Müller", 6), ("Mu\u{308}ller", 6), ("京都", 4), ("ｶﾀｶﾅ", 4),
        ("カタカナ", 8), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2),
        ("👨‍👩‍👧", 2), ("🇯🇵", 2), ("❤️", 2), ("…", 1), ("a\u{200B}b", 2), ("नमस्ते", 4), ("1️⃣", 1),
    ])
    func `wide characters take two columns, and marks none`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(
        arguments: [
            (false, "40", 200, nil), (true, nil, 80, 80), (true, "40", 200, 40),
            (true, "x", 132, 132),
            (true, "0", nil, 80), (true, nil, 0, 80), (true, nil, 5, 20),
        ] as [(Bool, String?, Int?, Int?)]
    )
    func `the width is that of the terminal, and none without one`(
        isTerminal: Bool,
        variable: String?,
        reported: Int?,
        expected: Int?
    ) {
        let width = TerminalWidth.columns(
            isTerminal: isTerminal,
            variable: variable,
            reported: reported
        )
        #expect(width == expected)
    }

    @Test(arguments: [
        ("IMG_20210612_120000.jpg", 30, "IMG_20210612_120000.jpg"),
        ("IMG_20210612_120000.jpg", 13, "IMG_20…00.jpg"), ("京都の写真.jpg", 9, "京都….jpg"),
        ("京都の写真.jpg", 8, "京都…jpg"), ("abc", 1, "…"),
    ])
    func `a name is shortened in the middle`(name: String, width: Int, expected: String) {
        let short = name.shortenedInMiddle(to: width)
        #expect(short == expected)
        #expect(short.columns <= width)
    }

    // MARK: Paragraphs

    @Test func `a value goes on below its beginning, at a word`() {
        let fields = FieldList(
            labelWidth: 10,
            fields: [("Taken", "2023 (zone unknown; Exif.Photo.DateTimeOriginal)"), ("Name", "a")]
        )
        #expect(
            fields.lines(width: 40) == [
                "Taken:    2023 (zone unknown;",
                "          Exif.Photo.DateTimeOriginal)", "Name:     a",
            ]
        )
        #expect(
            fields.lines(width: nil)
                == ["Taken:    2023 (zone unknown; Exif.Photo.DateTimeOriginal)", "Name:     a"]
        )
        let lines = FieldList(labelWidth: 4, fields: [("A", "one\ntwo three")]).lines(width: 20)
        #expect(lines == ["A:  one", "    two three"])
    }

    @Test func `a command and a long path stay whole`() {
        let text =
            "Run \"photokit remote check usb\" now, or look at /a/path/without/a/space/in/it."
        #expect(
            Paragraph(text, indent: 2).lines(width: 30) == [
                "Run", "  \"photokit remote check usb\"", "  now, or look at",
                "  /a/path/without/a/space/in/it.",
            ]
        )
        // A quotation mark that is never closed belongs to other text.
        #expect(TextWords.sentenceWords("say \"photokit ls now").count == 4)
    }

    @Test func `an example of the help goes on behind a backslash, and an option below its text`() {
        let help = """
            OVERVIEW: Lists.

            EXAMPLES:
              photokit ls --where 'a == 1 AND b == 2' --sort creationDate:desc

            OPTIONS:
              --limit <number>        The maximum number of photos and videos.
              --from-words <words...> The words of the key.

            """
        #expect(
            HelpText.wrappedHelp(help, width: 44) == """
                OVERVIEW: Lists.

                EXAMPLES:
                  photokit ls --where 'a == 1 AND b == 2' \\
                      --sort creationDate:desc

                OPTIONS:
                  --limit <number>        The maximum number
                                          of photos and
                                          videos.
                  --from-words <words...> The words of the
                                          key.

                """
        )
        #expect(HelpText.wrappedHelp(help, width: 200) == help)
        #expect(
            TextWords.exampleWords("photokit ls --ids --where 'a == 1' | photokit hide -")
                == ["photokit", "ls", "--ids", "--where 'a == 1'", "|", "photokit", "hide", "-"]
        )
        #expect(!HelpText.isHelp("{\n  \"command\" : {"))
    }

    // MARK: Tables

    /// A listing of one photo in Japan, seen from Salzburg in winter.
    private func listing(_ name: String, flags: String = "-", length: String = "-") -> Table {
        var table = AssetListing.emptyTable(isDeleted: false)
        let date = ShownDate(
            Date(timeIntervalSince1970: 1_700_000_000),
            zone: 32_400,
            isCamera: true,
            machine: TimeZone(secondsFromGMT: 3_600) ?? .gmt
        )
        table.addRow(cells: [
            "3F2A81C0-1234", date.cell, "image", "4032x3024", Table.Cell(length),
            Table.Cell(flags), Table.Cell(name),
        ])
        return table
    }

    @Test func `without a terminal a listing has all columns, whole`() {
        let name = String(repeating: "n", count: 200) + ".jpg"
        let lines = listing(name).lines(width: nil)
        #expect(
            lines[1]
                == "3F2A81C0-1234  2023-11-15 07:13:20 +09:00  image  4032x3024       -  -      \(name)"
        )
        #expect(
            lines[0]
                == "ID             TAKEN                       TYPE      PIXELS  LENGTH  FLAGS  NAME"
        )
    }

    @Test(arguments: [
        (
            200,
            "3F2A81C0-1234  2023-11-15 07:13:20 +09:00  image  4032x3024  IMG_20210612_120000.jpg"
        ),
        (80, "3F2A81C0-1234  2023-11-15 07:13 +09:00  image  4032x3024  IMG_2021061…120000.jpg"),
        (64, "3F2A81C0-1234  2023-11-15  image  4032x3024  IMG_20210…20000.jpg"),
        (40, "3F2A81C0-1234  2023-11-15  IMG_20…00.jpg"),
    ])
    func `a photo is one line of a terminal`(width: Int, expected: String) {
        let lines = listing("IMG_20210612_120000.jpg").lines(width: width)
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.columns <= width })
        #expect(lines[1] == expected)
    }

    @Test func `flags and lengths are shown where a photo has some`() {
        let lines = listing("a.mov", flags: "fr", length: "1:05").lines(width: 80)
        #expect(lines[0].hasSuffix("LENGTH  FLAGS  NAME"))
        #expect(lines[1].hasSuffix("  4032x3024    1:05  fr     a.mov"))
    }

    @Test func `wide names keep the columns in their places`() {
        var table = Table(columns: [
            .init(title: "NAME", fitting: .shortened), .init(title: "PHOTOS", alignment: .right),
        ])
        table.addRow("京都の写真とても長い名前.jpg", "7")
        table.addRow("a.jpg", "12")
        let lines = table.lines(width: 24)
        #expect(Set(lines.map(\.columns)) == [24])
    }

    @Test func `text in a column is wrapped there, and long words are divided`() {
        var table = Table(columns: [.init(title: "ID"), .init(title: "WHY", fitting: .wrapped)])
        table.addRow("1", "fewer facts in its file; stays")
        table.addRow("2", "/a/path/without/a/space")
        #expect(
            table.lines(width: 20) == [
                "ID  WHY", "1   fewer facts in", "    its file; stays", "2   /a/path/without/",
                "    a/space",
            ]
        )
        #expect(table.lines(width: nil).count == 3)
    }

    // MARK: Complaints and notices

    @Test func `of reasons that concern a whole remote, the first is named`() {
        let away =
            "The folder /media/usb cannot be opened (No such file or directory). Connect its disk, or check the path."
        #expect(RepeatedComplaints.sharedReason(in: away) == away)
        #expect(RepeatedComplaints.sharedReason(in: "The picture cannot be decoded.") == nil)
        #expect(
            RepeatedComplaints.sharedReason(
                in: "s3.example.org cannot be reached. Check the network."
            )
                != nil
        )
    }

    @Test func `a reason without the name of its file gets a subject`() {
        let reason = "a.jpg is offline: it stays in /photos and is not there at present."
        let place = RepeatedComplaints.sharedReason(in: reason) ?? ""
        #expect(
            RepeatedComplaints.summarySentence(of: 3, "were not exported", because: place)
                == "3 further photos and videos were not exported for the same reason: each file is offline: it stays in /photos and is not there at present."
        )
        #expect(
            RepeatedComplaints.summarySentence(of: 1, "were not exported", because: place)
                .hasPrefix(
                    "1 further photo or video was not exported for the same reason: its file is"
                )
        )
    }

    @Test func `an ellipsis is explained, and is not cut off`() {
        #expect(
            SearchNotices.understandingSentence("kyoto…")
                == "Searched for: kyoto… (… stands for any ending)"
        )
        #expect(SearchNotices.understandingSentence("photos") == "Searched for: photos.")
    }

    // MARK: Sizes

    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (9_949, "9.9 kB"), (9_951, "10 kB"),
            (999_499, "999 kB"), (999_500, "1.0 MB"), (2_500_000_000, "2.5 GB"),
            (7_000_000_000_000, "7.0 TB"),
        ] as [(Int64, String)]
    )
    func `a size is the same in a table and in a message of the engine`(count: Int64, text: String)
    {
        #expect(Wording.formattedBytes(count) == text)
        #expect(SizeText.text(count) == text)
    }
}
