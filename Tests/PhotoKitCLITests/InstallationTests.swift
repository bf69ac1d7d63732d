import Foundation
import PhotosTestSupport
import Testing

/// What `Scripts/install-photokit` leaves below a folder, with the programs that were built with the tests.
@Suite struct InstallationTests {
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
        return try await script("--prefix", prefix.path, "--built", built)
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: prefix.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func `an installed program runs from anywhere, with its worker`() async throws {
        let outcome = try await install()
        try #require(outcome.code == 0, "\(outcome)")
        #expect(outcome.output.contains("photokit import ~/Pictures"))
        #expect(outcome.output.contains("is not in your path"))
        let program = prefix.appendingPathComponent("bin/photokit")
        let library = try await fixture.run(["init"], program: program)
        #expect(library.code == 0, "\(library)")
        let picture = try fixture.write(picture: "1.jpg", seed: 1)
        let imported = try await fixture.run(["import", picture.path], program: program)
        #expect(imported.code == 0, "\(imported)")
        let sheet = fixture.folder.appendingPathComponent("sheet.jpg")
        let drawn = try await fixture.run(["contact-sheet", "--to", sheet.path], program: program)
        #expect(drawn.code == 0, "\(drawn)")
        #expect(FileManager.default.fileExists(atPath: sheet.path))
    }

    @Test func `completion and manual pages know all commands`() async throws {
        try #require(try await install().code == 0)
        for path in [
            "share/bash-completion/completions/photokit", "share/zsh/site-functions/_photokit",
            "share/fish/vendor_completions.d/photokit.fish",
        ] {
            #expect(try text(path).contains("contact-sheet"), "\(path)")
        }
        let page = try text("share/man/man1/photokit-import.1")
        #expect(page.hasPrefix(".TH PHOTOKIT-IMPORT 1 "))
        #expect(page.contains("photokit\\-import \\- Imports photos and videos"))
        #expect(page.contains("\\fB\\-\\-duplicates\\fR \\fIpolicy\\fR"))
        #expect(page.contains(".SH EXAMPLES\n.nf\n  photokit import ~/DCIM\n"))
        #expect(
            try text("share/man/man1/photokit.1").contains("\\fBphotokit\\-contact\\-sheet\\fR(1)")
        )
        #expect(
            try text("share/man/man1/photokit-album-create.1").contains("photokit\\-album\\fR(1)")
        )
        #expect(throws: (any Error).self) { try text("share/man/man1/photokit-manual.1") }
    }

    @Test func `pages are right for man`() async throws {
        try #require(try await install().code == 0)
        // Every machine with manual pages has groff, but some have none.
        let groff = URL(fileURLWithPath: "/usr/bin/groff")
        guard FileManager.default.isExecutableFile(atPath: groff.path) else { return }
        let pages = prefix.appendingPathComponent("share/man/man1")
        for name in try FileManager.default.contentsOfDirectory(atPath: pages.path) {
            let outcome = try await fixture.run(
                ["-man", "-Tutf8", "-ww", "-z", pages.appendingPathComponent(name).path],
                program: groff
            )
            #expect(
                outcome.code == 0 && outcome.complaints.isEmpty,
                "\(name): \(outcome.complaints)"
            )
        }
    }

    @Test func `a second installation replaces the first, and removal leaves nothing of it`()
        async throws
    {
        try #require(try await install().code == 0)
        let old = prefix.appendingPathComponent("share/man/man1/photokit-old.1")
        try Data().write(to: old)
        try #require(try await install().code == 0)
        #expect(!FileManager.default.fileExists(atPath: old.path))
        let outcome = try await script("--prefix", prefix.path, "--remove")
        #expect(outcome.code == 0, "\(outcome)")
        let rest = FileManager.default.enumerator(at: prefix, includingPropertiesForKeys: nil)
        let files = (rest?.allObjects ?? []).compactMap { ($0 as? URL)?.lastPathComponent }
        #expect(!files.contains { $0.contains("photokit") }, "\(files)")
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
