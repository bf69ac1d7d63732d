import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// `photokit remote sync --not-on-metered`, with stand-ins for the programs that ask NetworkManager.
@Suite(.permit) struct MeteredNetworkTests {
    let fixture: ProgramFixture
    /// The folder of the stand-ins.
    let programs: URL

    init() async throws {
        fixture = try await ProgramFixture()
        programs = fixture.folder.appendingPathComponent("programs", isDirectory: true)
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    }

    private func standIn(_ name: String, _ script: String) throws {
        let url = programs.appendingPathComponent(name)
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: url)
        #expect(chmod(url.path, 0o755) == 0)
    }

    /// Adds a remote that nobody has asked yet.
    private func add(_ address: String) throws {
        let library = try Library.open(fixture.library)
        defer { library.close() }
        _ = try library.remotes.addRemote(
            RemoteRow(
                uuid: UUID(),
                name: "dav",
                address: address,
                incarnation: library.identity.incarnation,
                addedDate: Date()
            )
        )
    }

    private func sync(_ words: String...) async throws -> ProgramOutcome {
        try await fixture.run(
            ["PATH=\(programs.path)", ProgramFixture.program.path, "remote", "sync"] + words,
            program: URL(fileURLWithPath: "/usr/bin/env")
        )
    }

    @Test(arguments: ["1", "3"]) func `nothing is sent over a metered network`(
        _ value: String
    ) async throws {
        try standIn("busctl", "echo 'u \(value)'")
        try add("https://dav.example.invalid/photos")
        let outcome = try await sync("--not-on-metered")
        #expect(outcome.code == 8)
        #expect(outcome.complaints.contains("The network is metered"), "\(outcome)")
    }

    @Test(arguments: [
        ("gdbus", "(<uint32 1>,)"), ("dbus-send", "   variant       uint32 3"),
    ])
    func `other programs are asked where one fails`(_ name: String, _ answer: String) async throws {
        try standIn("busctl", "exit 1")
        try standIn(name, "echo '\(answer)'")
        try add("https://dav.example.invalid/photos")
        #expect(try await sync("--not-on-metered").complaints.contains("The network is metered"))
    }

    @Test(arguments: ["0", "2", "4"]) func `a network that is not metered is used`(
        _ value: String
    ) async throws {
        try standIn("busctl", "echo 'u \(value)'")
        try add("https://dav.example.invalid/photos")
        let outcome = try await sync("--not-on-metered")
        #expect(outcome.code == 8)
        #expect(!outcome.complaints.contains("metered"), "\(outcome)")
        #expect(!outcome.complaints.contains("NetworkManager"), "\(outcome)")
    }

    @Test func `without NetworkManager sending goes on, and says so`() async throws {
        try add("https://dav.example.invalid/photos")
        let outcome = try await sync("--not-on-metered")
        #expect(outcome.complaints.contains("No NetworkManager answers"), "\(outcome)")
        #expect(!outcome.complaints.contains("The network is metered"))
    }

    @Test func `folders and services on this machine are never metered`() async throws {
        try standIn("busctl", "echo 'u 1'; : > '\(programs.path)/asked'")
        for address in ["http://127.0.0.1:1/photos", "http://localhost:1/a", "http://[::1]:1/b"] {
            try add(address)
            let outcome = try await sync("--not-on-metered")
            #expect(!outcome.complaints.contains("metered"), "\(outcome)")
            try await fixture.run("remote", "forget", "dav")
        }
        let folder = fixture.folder.appendingPathComponent("place")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", folder.path)
        #expect(try await sync("--not-on-metered").code == 0)
        let asked = programs.appendingPathComponent("asked").path
        #expect(!FileManager.default.fileExists(atPath: asked))
    }

    @Test func `a person who does not ask for it is not asked about networks`() async throws {
        try standIn("busctl", "echo 'u 1'")
        try add("https://dav.example.invalid/photos")
        #expect(try await !sync().complaints.contains("metered"))
    }
}
