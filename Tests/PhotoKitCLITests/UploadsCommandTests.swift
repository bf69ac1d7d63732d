import Foundation
import Glibc
import TestPermits
import Testing

/// `photokit uploads`: which programs upload, and how their jobs stand.
@Suite(.permit) struct UploadsCommandTests {
    private let fixture: ProgramFixture

    init() async throws { fixture = try await ProgramFixture() }

    /// Runs the command with a state folder of the test's own.
    private func uploads(_ arguments: String...) async throws -> ProgramOutcome {
        let process = fixture.process(["uploads"] + arguments)
        process.environment?["XDG_STATE_HOME"] = fixture.folder.path + "/state"
        return try await fixture.run(process)
    }

    private func program(_ name: String = "uploader") throws -> String {
        let url = fixture.folder.appendingPathComponent(name)
        let text = """
            #!/bin/sh
            read -r line <&3; echo "as $OPENPHOTOKIT_EXTENSION_CLIENT"; echo completed >&3
            read -r line <&3

            """
        try Data(text.utf8).write(to: url)
        chmod(url.path, 0o755)
        // Whatever the person's mask is who runs the tests.
        chmod(fixture.folder.path, 0o755)
        return url.resolvingSymlinksInPath().path
    }

    @Test func `a program is named, shown, run and forgotten`() async throws {
        let path = try program()
        let none = try await uploads("status")
        #expect(none.code == 0 && none.output.contains("No program may upload."), "\(none)")
        let enabled = try await uploads("enable", path)
        #expect(enabled.code == 0 && enabled.output.contains("may upload, as uploader."))
        let status = try await uploads("status", "--json")
        #expect(status.code == 0, "\(status)")
        let kinds = try status.objects().map { $0["kind"] as? String }
        #expect(kinds == ["program", "jobs"])
        #expect(try status.objects().first?["path"] as? String == path)
        #expect(try await uploads("status").output.contains("uploader"))
        let run = try await uploads("run", "--once")
        #expect(run.code == 0 && run.output.contains("uploader: as uploader"), "\(run)")
        let events = try await uploads("run", "--once", "--json").objects()
        #expect(
            events.compactMap { $0["event"] as? String } == ["started", "wrote", "answered"]
                || events.compactMap { $0["event"] as? String } == ["started", "answered", "wrote"]
        )
        #expect(try await uploads("disable", path).code == 0)
        #expect(try await uploads("disable", path).code == 2)
        #expect(try await uploads("run", "--once").complaints.contains("photokit uploads enable"))
    }

    @Test func `the name of the application is that of the file, or the stated one`() async throws {
        let path = try program()
        #expect(try await uploads("enable", path, "--name", "org.example.up").code == 0)
        let run = try await uploads("run", "--once")
        #expect(run.output.contains("uploader: as org.example.up"), "\(run)")
    }

    @Test func `a program that others could change is refused, and what to do is said`()
        async throws
    {
        let path = try program()
        chmod(path, 0o775)
        let refused = try await uploads("enable", path)
        #expect(refused.code == 1 && refused.complaints.contains("chmod go-w"), "\(refused)")
        chmod(path, 0o755)
        #expect(try await uploads("enable", path).code == 0)
        chmod(path, 0o777)
        let status = try await uploads("status")
        #expect(status.code == 1 && status.complaints.contains("chmod go-w"), "\(status)")
        #expect(try await uploads("enable", path + "-none").complaints.contains("no program"))
        #expect(try await uploads("enable", fixture.folder.path).code == 1)
    }
}
