import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// The unit of systemd that keeps remotes up to date.
@Suite(.permit) struct RemoteServiceTests {
    let fixture: ProgramFixture
    let configuration: URL
    let programs: URL

    init() async throws {
        fixture = try await ProgramFixture()
        configuration = fixture.folder.appendingPathComponent("my config", isDirectory: true)
        programs = fixture.folder.appendingPathComponent("programs", isDirectory: true)
        let place = fixture.folder.appendingPathComponent("place", isDirectory: true)
        for folder in [programs, place] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try await fixture.run("remote", "add", place.path)
    }

    @discardableResult
    private func service(
        _ words: [String],
        library: String? = nil
    ) async throws -> ProgramOutcome {
        try await fixture.run(
            [
                "PATH=\(programs.path):/usr/bin:/bin", "XDG_CONFIG_HOME=\(configuration.path)",
                "PHOTOKIT_LIBRARY=\(library ?? fixture.library.path)",
                ProgramFixture.program.path, "remote", "service",
            ] + words,
            program: URL(fileURLWithPath: "/usr/bin/env")
        )
    }

    /// Makes a stand-in for `systemctl` that notes what it was asked.
    private func systemctl(_ script: String) throws {
        let url = programs.appendingPathComponent("systemctl")
        try Data("#!/bin/sh\necho \"$*\" >> '\(programs.path)/asked'\n\(script)\n".utf8)
            .write(to: url)
        #expect(chmod(url.path, 0o755) == 0)
    }

    private var asked: [String] {
        let url = programs.appendingPathComponent("asked")
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    private func units() throws -> [URL] {
        let folder = configuration.appendingPathComponent("systemd/user")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .map { folder.appendingPathComponent($0) }
    }

    @Test func `where systemd does not run, the commands are printed`() async throws {
        try systemctl("exit 1")
        let outcome = try await service(["install", "--not-on-metered"])
        #expect(outcome.code == 0, "\(outcome)")
        let unit = try #require(try units().first)
        #expect(outcome.output.contains("systemctl --user enable --now \(unit.lastPathComponent)"))
        #expect(outcome.output.contains("photokit remote sync --follow --library"))
        let text = try String(contentsOf: unit, encoding: .utf8)
        #expect(
            text.contains(
                "ExecStart=\"\(ProgramFixture.program.path)\" \"remote\" \"sync\" \"--follow\" \"--not-on-metered\" \"--library\" \"\(fixture.library.resolvingSymlinksInPath().path)\"\n"
            ),
            "\(text)"
        )
        for line in ["Nice=10", "IOSchedulingClass=idle", "Restart=on-failure", "RestartSec=2min"] {
            #expect(text.contains(line + "\n"), "\(text)")
        }
        #expect(!text.contains("RestartSteps"))
        let status = try await service(["status"])
        #expect(status.code == 1)
        #expect(status.output.contains("is installed"), "\(status)")
        #expect(try await service(["remove"]).code == 0)
        #expect(try units().isEmpty)
        #expect(try await service(["remove"]).output.contains("No unit is installed"))
        #expect(try await service(["status"]).code == 1)
    }

    @Test func `where systemd runs, the unit is started, stopped and removed`() async throws {
        try systemctl(
            "case \"$2\" in --version) echo 'systemd 257 (257.1)';; is-active) echo active;; esac"
        )
        let outcome = try await service(["install"])
        #expect(outcome.code == 0, "\(outcome)")
        let unit = try #require(try units().first)
        let name = unit.lastPathComponent
        #expect(outcome.output.contains("journalctl --user -u \(name)"))
        #expect(
            asked.suffix(3) == [
                "--user daemon-reload", "--user enable \(name)", "--user restart \(name)",
            ]
        )
        let text = try String(contentsOf: unit, encoding: .utf8)
        #expect(text.contains("RestartMaxDelaySec=30min\n"))
        #expect(!text.contains("metered"))
        let status = try await service(["status"])
        #expect(status.code == 0)
        #expect(status.output == "\(name) is active.\n")
        // A second call replaces the unit.
        #expect(try await service(["install", "--not-on-metered"]).code == 0)
        #expect(try units().count == 1)
        #expect(try String(contentsOf: unit, encoding: .utf8).contains("--not-on-metered"))
        #expect(try await service(["remove"]).code == 0)
        #expect(asked.contains("--user disable --now \(name)"))
        #expect(try units().isEmpty)
    }

    @Test func `a failure of systemd is told`() async throws {
        try systemctl("[ \"$2\" = enable ] && { echo 'no such thing'; exit 1; }; exit 0")
        let outcome = try await service(["install"])
        #expect(outcome.code == 1)
        #expect(outcome.complaints.contains("no such thing"), "\(outcome)")
    }

    @Test func `systemd understands the unit of a library with a strange name`() async throws {
        try systemctl("exit 1")
        let library = fixture.folder.appendingPathComponent(
            "50% of \"my\" $HOME \\ Photos.photolib"
        )
        let place = fixture.folder.appendingPathComponent("other", isDirectory: true)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try await fixture.run("--library", library.path, "init")
        try await fixture.run("--library", library.path, "remote", "add", place.path)
        let outcome = try await service(["install"], library: library.path)
        #expect(outcome.code == 0, "\(outcome)")
        let unit = try #require(try units().first)
        let text = try String(contentsOf: unit, encoding: .utf8)
        #expect(text.contains("50%% of \\\"my\\\" $$HOME \\\\ Photos.photolib\""), "\(text)")
        let analyzer = URL(fileURLWithPath: "/usr/bin/systemd-analyze")
        guard FileManager.default.isExecutableFile(atPath: analyzer.path) else { return }
        let verified = try await fixture.run(
            [
                "XDG_RUNTIME_DIR=\(programs.path)", analyzer.path, "--user",
                "--recursive-errors=no", "verify", unit.path,
            ],
            program: URL(fileURLWithPath: "/usr/bin/env")
        )
        #expect(verified.code == 0, "\(verified)")
        #expect(!verified.complaints.contains(unit.lastPathComponent), "\(verified)")
    }

    @Test func `a unit of somebody else is left alone`() async throws {
        try systemctl("exit 1")
        try await service(["install"])
        let unit = try #require(try units().first)
        try Data("[Unit]\n".utf8).write(to: unit)
        #expect(try await service(["install"]).code == 1)
        #expect(try await service(["remove"]).code == 1)
        #expect(try String(contentsOf: unit, encoding: .utf8) == "[Unit]\n")
    }

    @Test func `a library without remotes gets no unit`() async throws {
        try await fixture.run("remote", "forget", "place")
        let outcome = try await service(["install"])
        #expect(outcome.code == 2)
        #expect(outcome.complaints.contains("photokit remote add"))
    }
}
