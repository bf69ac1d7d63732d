import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// The first hour of somebody at the prompt, as a text of commands with what they print.
///
/// A change of any sentence changes `first-hour.txt`, where somebody reads it beside the others. With
/// `PHOTOKIT_WRITE_FIRST_HOUR=yes` the test writes the file again.
@Suite(.permit) struct FirstHourTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("first-hour.txt")

    @Test func `the commands of the first hour print what was read`() async throws {
        let expected = try String(contentsOf: Self.file, encoding: .utf8)
        let home = try await FirstHome()
        var printed = Transcript()
        for line in expected.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") {
                printed.add(comment: line)
            } else if line.hasPrefix("$ ") {
                let command = String(line.dropFirst(2))
                printed.add(command, try await home.run(command))
            }
        }
        if ProcessInfo.processInfo.environment["PHOTOKIT_WRITE_FIRST_HOUR"] != nil {
            try printed.text.write(to: Self.file, atomically: true, encoding: .utf8)
        }
        let commands = printed.text.split(separator: "\n").filter { $0.hasPrefix("$ ") }
        #expect(commands.count >= 40)
        for (line, other) in zip(
            printed.text.split(separator: "\n"),
            expected.split(separator: "\n")
        ) {
            try #require(line == other)
        }
        #expect(printed.text == expected)
    }
}

/// A home with the photos of a card, and the commands that are run there.
private struct FirstHome {
    private let fixture: ProgramFixture

    init() async throws {
        fixture = try await ProgramFixture(makingLibrary: false)
        let card = "../Card/DCIM/"
        for number in 1...4 {
            try fixture.write(picture: card + "IMG_000\(number).JPG", seed: UInt8(number))
        }
        try fixture.write(picture: card + "PXL_20240601_101112345.jpg", seed: 9)
        try fixture.write(card + "copy of IMG_0001.JPG", TestJPEG(seed: 1).data())
        try fixture.write(card + "IMG_0003.xmp", Array(Self.sidecar.utf8))
        try fixture.write(card + "notes.txt", Array("no photo".utf8))
        try fixture.write(card + "broken.jpg", Array(TestJPEG(seed: 8).data().prefix(60)))
        try fixture.write(picture: "../Scans/boat.jpg", seed: 21)
        try setDates(below: "Card")
        try setDates(below: "Scans")
        try FileManager.default.createDirectory(
            at: fixture.folder.appendingPathComponent("Disk"),
            withIntermediateDirectories: true
        )
    }

    /// Gives files dates, a day after each other, in the order of their names.
    private func setDates(below name: String) throws {
        let folder = fixture.folder.appendingPathComponent(name)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        for (day, path) in paths.enumerated() {
            try FileManager.default.setAttributes(
                [
                    .modificationDate: Date(
                        timeIntervalSince1970: 1_714_557_600 + 86_400 * Double(day)
                    )
                ],
                ofItemAtPath: folder.appendingPathComponent(path).path
            )
        }
    }

    private static let sidecar = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"
        xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt>
        <rdf:li xml:lang="x-default">At the lake</rdf:li></rdf:Alt></dc:description></rdf:Description>
        </rdf:RDF></x:xmpmeta>
        """

    /// Runs a command of a shell in the home, and returns what it prints and how it ends.
    func run(_ command: String) async throws -> String {
        let shell = URL(fileURLWithPath: "/bin/sh")
        let process = fixture.process(["-c", "exec 2>&1\n" + command], program: shell)
        process.currentDirectoryURL = fixture.folder
        var environment = process.environment ?? [:]
        environment["HOME"] = fixture.folder.path
        environment["XDG_PICTURES_DIR"] = nil
        environment["PHOTOKIT_LIBRARY"] = nil
        environment["LC_ALL"] = "C.UTF-8"
        let programs = ProgramFixture.program.deletingLastPathComponent().path
        environment["PATH"] = programs + ":/usr/bin:/bin"
        process.environment = environment
        let outcome = try await fixture.run(process)
        let end = outcome.code == 0 ? "" : "[exit code \(outcome.code)]\n"
        return outcome.output.replacingOccurrences(of: fixture.folder.path, with: "/home/ann") + end
    }
}

/// Commands with what they print, without what differs from run to run.
private struct Transcript {
    private(set) var text = ""
    /// The names that stand for identifiers, by what they stand for.
    private var names: [String: String] = [:]

    mutating func add(comment: Substring) { text += "\n" + comment + "\n\n" }

    mutating func add(_ command: String, _ output: String) {
        text += "$ " + command + "\n"
        var lines = output.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
        // Photos of one change come in the order of their identifiers.
        for (index, line) in lines.enumerated() where line.hasPrefix("  added ") {
            let end = lines[index...].firstIndex { !$0.hasPrefix("  added ") } ?? lines.count
            lines[index..<end].sort {
                $0.split(separator: " ").last ?? "" < $1.split(separator: " ").last ?? ""
            }
        }
        for line in lines { text += "  " + steady(line) + "\n" }
    }

    /// Replaces identifiers, tokens, the present time, and what depends on the place of the home.
    private mutating func steady(_ line: String) -> String {
        var line = line
        for (pattern, word) in [
            (#"\bpk1\.[A-Za-z0-9_.-]+"#, "TOKEN"),
            (#"\b[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}(/L0/[0-9]{3})?"#, "IDENTIFIER"),
            (#"\b[0-9A-F]{8}(-[0-9A-F]{4})?\b"#, "PHOTO"),
        ] {
            line = replace(pattern, word, in: line)
        }
        let now = #"\b20(2[5-9]|[3-9][0-9])-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}(:[0-9]{2})?"#
        for (pattern, replacement) in [
            (now, "NOW"), (#"import-[0-9TZ]+-[0-9a-f]+\.jsonl"#, "import-NOW.jsonl"),
            (#"[0-9.]+ kB of the database"#, "SOME kB of the database"),
            // The columns are as wide as what was replaced.
            (#"(?<=\S) {2,}"#, "  "), (#" +$"#, ""),
        ] {
            line = line.replacingOccurrences(
                of: pattern,
                with: replacement,
                options: .regularExpression
            )
        }
        return line
    }

    private mutating func replace(_ pattern: String, _ word: String, in line: String) -> String {
        var result = line
        var start = result.startIndex
        while let range = result.range(
            of: pattern,
            options: .regularExpression,
            range: start..<result.endIndex
        ) {
            let known = String(result[range])
            let count = names.values.filter { $0.hasPrefix(word + "-") }.count
            let name = names[known] ?? "\(word)-\(count + 1)"
            names[known] = name
            let offset = result.distance(from: result.startIndex, to: range.lowerBound) + name.count
            result.replaceSubrange(range, with: name)
            start = result.index(result.startIndex, offsetBy: offset)
        }
        return result
    }
}
