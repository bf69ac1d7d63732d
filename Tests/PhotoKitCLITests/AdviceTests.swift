import Foundation
import TestPermits
import Testing

/// What messages advise: options and commands that exist.
@Suite(.permit) struct AdviceTests {
    /// The sources whose messages reach a person at the prompt.
    private static let folders = [
        "PhotoKitCLI", "OpenPhotoKit", "Photos", "PhotosStore", "PhotosImport", "PhotosRemotes",
        "PhotosSearch", "PhotosMedia",
    ]

    private static var sources: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
    }

    /// Options of other programs that the software starts or names.
    private static let others: Set<String> = [
        // systemctl, busctl, gdbus and dbus-send
        "--user", "--property", "--system", "--json", "--dest", "--object-path", "--method",
        "--print-reply", "--print-reply=literal", "--timeout", "--version", "--help", "--session",
        "--auto-start", "--reply-timeout",
        // photokit-serve, photokit-media and swift build
        "--open", "--places", "--pick", "--of", "--walls", "--product",
    ]

    /// The literals of a source file, line by line, without comments.
    private static func literals(_ url: URL) throws -> [Substring] {
        try String(contentsOf: url, encoding: .utf8).split(separator: "\n").filter {
            let line = $0.drop { $0 == " " }
            return !line.hasPrefix("//") && line.contains("--")
        }
    }

    @Test func `each option that a message names is an option of a command`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let help = try await fixture.run("--experimental-dump-help").output
        let known = Set(
            help.matches(of: /"name"\s*:\s*"([^"]+)"/).map { "--" + $0.output.1 }
        )
        try #require(known.contains("--where"))
        var count = 0
        for folder in Self.folders {
            let files = try #require(
                FileManager.default.enumerator(
                    at: Self.sources.appendingPathComponent(folder),
                    includingPropertiesForKeys: nil
                )
            )
            for case let url as URL in files where url.pathExtension == "swift" {
                for line in try Self.literals(url) {
                    for match in line.matches(of: /(?:^|[\s"`'(])(--[a-z][a-z-]+)/) {
                        let option = String(match.output.1)
                        count += 1
                        #expect(
                            known.contains(option) || Self.others.contains(option),
                            "\(url.lastPathComponent): \(option)"
                        )
                    }
                }
            }
        }
        #expect(count > 100)
    }

    @Test(arguments: [
        (["improt", "x"], "Did you mean \"photokit import\"?"),
        (["remote", "snyc"], "Did you mean \"photokit remote sync\"?"),
        (["fav"], "Did you mean \"photokit favorite\"?"),
        (["albun", "create", "x"], "Did you mean \"photokit album\"?"),
        (["--library", "/x", "shwo"], "Did you mean \"photokit show\"?"),
        (["remote", "frobnicate"], "\"photokit remote --help\" lists the commands."),
        (["help", "improt"], "Did you mean \"photokit import\"?"),
        (["help", "album", "creat"], "Did you mean \"photokit album create\"?"),
        (["improt", "--help"], "Did you mean \"photokit import\"?"),
        (["info", "x"], "Did you mean \"photokit show\"?"),
        (["album", "list"], "Did you mean \"photokit albums\"?"),
        (["rm", "x"], "Did you mean \"photokit delete\"?"),
        (["revert"], "Did you mean \"photokit undo\"?"),
        (["log"], "Did you mean \"photokit changes\"?"),
    ])
    func `a mistyped command is answered with the nearest one`(
        arguments: [String],
        sentence: String
    ) async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let outcome = try await fixture.run(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.complaints.contains(sentence), "\(outcome)")
        #expect(outcome.output.isEmpty)
    }

    @Test(arguments: [
        (
            ["edit", "X", "--keyword", "W"],
            "Unknown option '--keyword'. Did you mean '--add-keyword'?"
        ),
        (
            ["edit", "X", "--location", "47.8,13.04"],
            "Unknown option '--location'. Did you mean '--place'?"
        ),
        (
            ["edit", "X", "--revert"],
            "Unknown option '--revert'. Did you mean '--revert-field'?"
        ),
        (["edit", "X", "--captoin=lake"], "Unknown option '--captoin'. Did you mean '--caption'?"),
        (["export", "--nonsense"], "Unknown option '--nonsense'.\n"),
        (["delete", "--all"], "Unknown option '--all'.\n"),
        (
            ["album", "create", "Kyoto", "--in", "Reisen"],
            "Unknown option '--in'. Did you mean '--folder'?"
        ),
        (["backup", "--to", "B"], "Unknown option '--to'.\n"),
        (
            ["search", "-dog"],
            "Unknown option '-dog'. Write -- before words that begin with a minus sign: photokit search -- '-dog'"
        ),
        (
            ["ls", "--limit", "-1"],
            "The value -1 of --limit begins with a minus sign. Write --limit=-1 if it is meant so."
        ),
        (
            ["ls", "--sort", "-creationDate"],
            "The value -creationDate of --sort begins with a minus sign. Write --sort creationDate:desc for the reverse order."
        ),
        (["edit", "x", "--date", "-1h", "--caption"], "Missing value for '--caption <caption>'"),
        (["ls", "--limit=-1"], "The limit must be 1 or more."),
        (["ls", "--limit"], "Missing value for '--limit <number>'"),
        (["edit", "X", "--date", "-1h", "--zone", "west"], "is not a time zone"),
    ])
    func `an option that does not exist is named before anything else`(
        arguments: [String],
        sentence: String
    ) async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let outcome = try await fixture.run(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.complaints.contains(sentence), "\(outcome)")
        #expect(outcome.output.isEmpty)
    }
}
