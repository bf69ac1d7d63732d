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
    ])
    func `a mistyped command is answered with the nearest one`(
        arguments: [String],
        sentence: String
    ) async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let outcome = try await fixture.run(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.complaints.contains(sentence), "\(outcome)")
    }
}
