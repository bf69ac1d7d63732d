import Foundation
import Glibc
import TestPermits
import Testing

/// The command `pick`, with a program of the test in place of `photokit-serve`.
@Suite(.permit) struct PickCommandTests {
    private func run(
        _ fixture: ProgramFixture,
        _ arguments: [String],
        server: String?
    ) async throws -> ProgramOutcome {
        let program = fixture.folder.appendingPathComponent("photokit-serve")
        if let server {
            try Data("#!/bin/sh\n\(server)\n".utf8).write(to: program)
            chmod(program.path, 0o755)
        }
        // The program inherits the variable from env, because other tests run beside this one.
        return try await fixture.run(
            [
                "PHOTOKIT_SERVE=\(program.path)", ProgramFixture.program.path, "pick",
                "--no-browser",
            ] + arguments,
            program: URL(fileURLWithPath: "/usr/bin/env")
        )
    }

    @Test func `the picks are printed in order, and the address on standard error`() async throws {
        let fixture = try await ProgramFixture()
        let outcome = try await run(
            fixture,
            [],
            server: """
                echo '{"event":"ready","address":"http://127.0.0.1:9/#code=x","code":"AB-C"}'
                echo '{"event":"picked","picks":[{"id":"B","files":[]},{"id":"A","files":[]}]}'
                """
        )
        #expect(outcome.code == 0 && outcome.lines == ["B", "A"], "\(outcome)")
        #expect(
            outcome.complaints == """
                photokit: Pick photos at http://127.0.0.1:9/#code=x
                photokit: If the page asks for a code: AB-C

                """
        )
    }

    @Test func `the options reach the server`() async throws {
        let fixture = try await ProgramFixture()
        let pictures = try await fixture.importPictures(2)
        let first = try #require(pictures["1.jpg"])
        let asked = fixture.folder.appendingPathComponent("asked")
        let copies = fixture.folder.appendingPathComponent("copies").path
        let outcome = try await run(
            fixture,
            [
                "--filter", "images+!screenshots,videos", "--limit", "0", "--ordered",
                "--preselect", String(first.prefix(8)), "--search", "lake", "--prompt", "Which?",
                "--copy-to", copies, "--wait", "20", "--as", "frame", "--json",
            ],
            server: """
                head -n 1 > '\(asked.path)'
                echo '{"event":"picked","picks":[{"files":["/x/1.jpg"]}]}'
                """
        )
        #expect(outcome.output == "{\"identifier\":null,\"copies\":[\"/x/1.jpg\"]}\n", "\(outcome)")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: asked))
        let request = try #require(object as? [String: Any])
        #expect(request["application"] as? String == "frame")
        #expect(request["limit"] as? Int == 0 && request["ordered"] as? Bool == true)
        #expect(request["preselected"] as? [String] == [first])
        #expect(request["search"] as? String == "lake" && request["prompt"] as? String == "Which?")
        #expect(request["copies"] as? String == copies && request["wait"] as? Double == 20)
        let any = try #require((request["filter"] as? [String: Any])?["any"] as? [[String: Any]])
        #expect(any.count == 2 && any[1]["kind"] as? String == "videos")
        let all = try #require(any[0]["all"] as? [[String: Any]])
        #expect(all[0]["kind"] as? String == "images")
        #expect((all[1]["not"] as? [String: String]) == ["kind": "screenshots"])
    }

    @Test(arguments: [
        ("person", "cancelled"), ("pageClosed", "closed"), ("nobodyCame", "300 seconds"),
    ])
    func `nothing picked has an exit code of its own`(_ reason: String, _ word: String) async throws
    {
        let fixture = try await ProgramFixture()
        let outcome = try await run(
            fixture,
            [],
            server: "echo '{\"event\":\"cancelled\",\"reason\":\"\(reason)\"}'"
        )
        #expect(outcome.code == 7 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.complaints.contains(word))
    }

    @Test func `a missing, a broken and a refusing server are told apart`() async throws {
        let fixture = try await ProgramFixture()
        let missing = try await run(fixture, [], server: nil)
        #expect(missing.code == 3 && missing.complaints.contains("was not found"), "\(missing)")
        let broken = try await run(fixture, [], server: "exit 1")
        #expect(broken.code == 3 && broken.complaints.contains("without an answer"), "\(broken)")
        let refusing = try await run(
            fixture,
            [],
            server: "echo '{\"event\":\"failed\",\"message\":\"No such library.\"}'; exit 3"
        )
        #expect(refusing.code == 1 && refusing.complaints == "photokit: No such library.\n")
    }

    @Test(arguments: [
        ["--filter", "cats"], ["--filter", ""], ["--filter", "images,"], ["--limit", "-1"],
        ["--wait", "0"], ["--search", String(repeating: "x", count: 501)],
        ["--preselect", "nothing"],
    ])
    func `wrong usage is refused before anybody is asked`(_ arguments: [String]) async throws {
        let fixture = try await ProgramFixture()
        let outcome = try await run(fixture, arguments, server: "exit 0")
        #expect(outcome.code == 2 && outcome.output.isEmpty, "\(arguments) \(outcome)")
    }

    @Test func `copies into a library are refused`() async throws {
        let fixture = try await ProgramFixture()
        let folder = fixture.library.appendingPathComponent("copies").path
        let outcome = try await run(fixture, ["--copy-to", folder], server: "exit 0")
        #expect(outcome.code == 2 && outcome.complaints.contains("photo library"), "\(outcome)")
    }
}
