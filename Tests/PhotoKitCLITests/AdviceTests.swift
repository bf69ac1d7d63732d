import Foundation
import TestPermits
import Testing

@testable import PhotoKitCLI

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
        // apt
        "--reinstall", "--fix-broken",
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
            ["duplicates", "--kind", "foo"],
            "The value 'foo' is invalid for '--kind <bytes|pixels|alike>'."
        ),
        (["duplicates", "--knid", "bytes"], "Unknown option '--knid'. Did you mean '--kind'?"),
        (
            ["edit", "X", "--caption", "-two words"],
            "The value -two words of --caption begins with a minus sign. Write --caption='-two words' if it is meant so."
        ),
        (
            ["edit", "X", "--keyword", "W"],
            "Unknown option '--keyword'. Did you mean '--add-keyword'?"
        ),
        (
            ["edit", "X", "--location", "47.8,13.04"],
            "Unknown option '--location'. Did you mean '--place'?"
        ),
        (
            ["edit", "X", "--revert-fields"],
            "Unknown option '--revert-fields'. Did you mean '--revert-field'?"
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

    @Test func `an advised command acts on the library that was named`() async throws {
        let fixture = try await ProgramFixture()
        let other = fixture.folder.appendingPathComponent("My photos.photolib").path
        let remote = fixture.folder.appendingPathComponent("remote").path
        try FileManager.default.createDirectory(
            atPath: remote,
            withIntermediateDirectories: true
        )
        try await fixture.run("--library", other, "init")
        let commands: [[String]] = [
            ["show", "nobody"], ["remote", "sync"], ["remote", "add", remote, "--name", "My disk"],
            ["remote", "status"], ["source", "sweep", "/nowhere"], ["changes", "--since", "x"],
            ["remote", "restore", remote, other + ".copy"], ["remote", "forget", "nobody"],
        ]
        var count = 0
        for command in commands {
            for arguments in [
                ["--library", other] + command, ["--library=" + other] + command,
            ] + (command.contains("restore") ? [] : [command + ["--library", other]]) {
                let outcome = try await fixture.run(arguments)
                let text = outcome.output + outcome.complaints
                for match in text.matches(of: /"photokit ([^"]*)/) {
                    count += 1
                    #expect(
                        match.output.1.hasPrefix("--library '\(other)' ")
                            || match.output.1.hasPrefix("remote restore"),
                        "\(arguments): \(match.output.0)"
                    )
                }
            }
            let plain = try await fixture.run(command)
            #expect(!(plain.output + plain.complaints).contains("photokit --library"))
        }
        #expect(count > 15)
    }

    @Test(arguments: [
        ("Run `photokit check`.", "Run \"photokit --library 'My L' check\"."),
        ("\"photokit help edit\" lists them.", "\"photokit help edit\" lists them."),
        ("`photokit remote restore A B`", "\"photokit remote restore A B\""),
        ("\"photokit --library L export --all\"", "\"photokit --library L export --all\""),
        ("\"photokit ls --library L\"", "\"photokit ls --library L\""),
    ])
    func `commands in a message get the option once`(message: String, result: String) {
        let option = CommandQuotes.libraryOption(in: ["ls", "--library", "My L"])
        #expect(option == "--library 'My L'")
        #expect(CommandQuotes.uniform(message, libraryOption: option) == result)
        #expect(CommandQuotes.libraryOption(in: ["search", "--", "--library", "x"]) == nil)
    }

    /// What stands in no message: commands that take no library, which ``CommandQuotes`` leaves as they are.
    @Test func `only commands without a library get no option`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let help = try await fixture.run("--experimental-dump-help").output
        let root = try #require(
            JSONSerialization.jsonObject(with: Data(help.utf8)) as? [String: Any]
        )
        var without: [String] = []
        func visit(_ command: [String: Any], _ path: [String]) {
            let parts = command["subcommands"] as? [[String: Any]] ?? []
            for part in parts { visit(part, path + [part["commandName"] as? String ?? ""]) }
            let arguments = command["arguments"] as? [[String: Any]] ?? []
            let names = arguments.flatMap { $0["names"] as? [[String: Any]] ?? [] }
            guard parts.isEmpty, !names.contains(where: { $0["name"] as? String == "library" })
            else { return }
            without.append(path.joined(separator: " "))
        }
        visit(try #require(root["command"] as? [String: Any]), [])
        #expect(Set(without) == ["help", "manual", "remote restore"])
    }
}
