import Foundation
import OpenPhotoKit
import PhotosTestSupport
import TestPermits
import Testing

/// What `Scripts/install-photokit` leaves below a folder, with the programs that were built with the tests.
@Suite(.permit) struct InstallationTests {
    private let fixture: ProgramFixture
    private let prefix: URL

    init() async throws {
        fixture = try await ProgramFixture(makingLibrary: false)
        prefix = fixture.folder.appendingPathComponent("a prefix", isDirectory: true)
    }

    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Scripts/install-photokit")

    private func script(_ arguments: String...) async throws -> ProgramOutcome {
        try await fixture.run(arguments, program: Self.script)
    }

    private func install() async throws -> ProgramOutcome {
        let built = ProgramFixture.program.deletingLastPathComponent().path
        // The server is built with a package of its own, whose tests install it.
        return try await script(
            "--prefix",
            prefix.path,
            "--built",
            built,
            "--without-page",
            "--without-transfer"
        )
    }

    /// An installation that several tests judge, after it was used and removed.
    private struct Installation: Sendable {
        var outcome: ProgramOutcome
        /// The outcomes of the installed program: a new library, an import, a contact sheet and the version.
        var uses: [ProgramOutcome] = []
        var hasSheet = false
        /// The installed texts by their paths below the prefix.
        var texts: [String: String] = [:]
        /// The verdict of groff on all pages; nil on machines without it.
        var groff: ProgramOutcome?
    }

    private static let installed = Task {
        let tests = try await InstallationTests()
        return try await tests.useInstallation()
    }

    private func useInstallation() async throws -> Installation {
        var installation = Installation(outcome: try await install())
        let program = prefix.appendingPathComponent("bin/photokit")
        let picture = try fixture.write(picture: "1.jpg", seed: 1)
        let sheet = fixture.folder.appendingPathComponent("sheet.jpg")
        for arguments in [
            ["init"], ["import", picture.path], ["contact-sheet", "--to", sheet.path],
            ["--version"],
        ] {
            installation.uses.append(try await fixture.run(arguments, program: program))
        }
        installation.hasSheet = FileManager.default.fileExists(atPath: sheet.path)
        let share = prefix.appendingPathComponent("share")
        for path in try FileManager.default.subpathsOfDirectory(atPath: share.path) {
            let file = share.appendingPathComponent(path)
            let text = try? String(contentsOf: file, encoding: .utf8)
            installation.texts["share/\(path)"] = text
        }
        // Every machine with manual pages has groff, but some have none.
        let groff = URL(fileURLWithPath: "/usr/bin/groff")
        guard FileManager.default.isExecutableFile(atPath: groff.path) else { return installation }
        let pages = installation.texts.keys.filter { $0.hasPrefix("share/man/man1/") }.sorted()
        let paths = pages.map { prefix.appendingPathComponent($0).path }
        installation.groff = try await fixture.run(
            ["-man", "-Tutf8", "-ww", "-z"] + paths,
            program: groff
        )
        return installation
    }

    @Test func `an installed program runs from anywhere, with its worker`() async throws {
        let installation = try await Self.installed.value
        let outcome = installation.outcome
        try #require(outcome.code == 0, "\(outcome)")
        #expect(outcome.output.contains("photokit import ~/Pictures"))
        #expect(outcome.output.contains("is not in your path"))
        #expect(installation.uses.map(\.code) == [0, 0, 0, 0], "\(installation.uses)")
        #expect(installation.hasSheet)
    }

    @Test func `an installed program states the revision that was installed`() async throws {
        let installation = try await Self.installed.value
        let facts = BuildFacts(text: try #require(installation.texts["share/openphotokit/build"]))
        #expect(facts.version == openPhotoKitVersion)
        let revision = try #require(facts.revision)
        let version = try #require(installation.uses.last)
        #expect(version.lines.first == "photokit \(openPhotoKitVersion)")
        #expect(version.lines.contains("Revision: \(revision)"), "\(version)")
        #expect(version.lines.contains { $0.hasPrefix("Swift:    6.") }, "\(version)")
        #expect(
            installation.outcome.output.contains("photokit \(openPhotoKitVersion) is installed:")
        )
    }

    @Test func `completion and manual pages know all commands`() async throws {
        let texts = try await Self.installed.value.texts
        for path in [
            "share/bash-completion/completions/photokit", "share/zsh/site-functions/_photokit",
            "share/fish/vendor_completions.d/photokit.fish",
        ] {
            #expect(texts[path]?.contains("contact-sheet") == true, "\(path)")
        }
        let page = try #require(texts["share/man/man1/photokit-import.1"])
        #expect(page.hasPrefix(".TH PHOTOKIT-IMPORT 1 "))
        #expect(page.contains("photokit\\-import \\- Imports photos and videos"))
        #expect(page.contains("\\fB\\-\\-duplicates\\fR \\fIpolicy\\fR"))
        #expect(page.contains(".SH EXAMPLES\n.nf\n  photokit import ~/DCIM\n"))
        let top = try #require(texts["share/man/man1/photokit.1"])
        #expect(top.contains("\\fBphotokit\\-contact\\-sheet\\fR(1)"))
        let album = try #require(texts["share/man/man1/photokit-album-create.1"])
        #expect(album.contains("photokit\\-album\\fR(1)"))
        #expect(texts["share/man/man1/photokit-manual.1"] == nil)
    }

    @Test func `pages are right for man`() async throws {
        let installation = try await Self.installed.value
        #expect(installation.texts.keys.count { $0.hasSuffix(".1") } > 40)
        guard let outcome = installation.groff else { return }
        // A complaint names the page.
        #expect(outcome.code == 0 && outcome.complaints.isEmpty, "\(outcome.complaints)")
    }

    @Test func `a second installation replaces the first, and removal leaves nothing of it`()
        async throws
    {
        try #require(try await install().code == 0)
        let old = prefix.appendingPathComponent("share/man/man1/photokit-old.1")
        try Data().write(to: old)
        let oldPage = prefix.appendingPathComponent("share/openphotokit/page")
        try FileManager.default.createDirectory(at: oldPage, withIntermediateDirectories: true)
        try #require(try await install().code == 0)
        #expect(!FileManager.default.fileExists(atPath: old.path))
        #expect(!FileManager.default.fileExists(atPath: oldPage.path))
        let outcome = try await script("--prefix", prefix.path, "--remove")
        #expect(outcome.code == 0, "\(outcome)")
        let rest = FileManager.default.enumerator(at: prefix, includingPropertiesForKeys: nil)
        let files = (rest?.allObjects ?? []).compactMap { ($0 as? URL)?.lastPathComponent }
        #expect(!files.contains { $0.contains("photokit") || $0 == "build" }, "\(files)")
    }

    @Test func `what is wrong is said before anything is built`() async throws {
        let noFolder = try await script("--prefix")
        #expect(noFolder.code == 64 && noFolder.complaints.contains("--prefix needs a folder."))
        let unknown = try await script("--prefx", "x")
        #expect(unknown.code == 64 && unknown.complaints.contains("usage:"))
        let empty = try await script("--prefix", prefix.path, "--built", fixture.source.path)
        #expect(
            empty.code == 1 && empty.complaints.contains("photokit is not there. Build it first")
        )
        try Data().write(to: prefix.appendingPathComponent("file"))
        let blocked = prefix.appendingPathComponent("file/below").path
        let refused = try await script("--prefix", blocked)
        #expect(refused.code == 1 && refused.complaints.contains("cannot be written. Name another"))
    }
}
