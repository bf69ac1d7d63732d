import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// What `photokit open` and `photokit serve` do where there is no library yet.
@Suite(.permit) struct OpenCommandTests {
    private let fixture: ProgramFixture

    init() async throws { fixture = try await ProgramFixture(makingLibrary: false) }

    /// Runs the command with a program in place of the server that prints how it was started.
    private func run(
        _ arguments: [String],
        typing answer: String? = nil
    ) async throws -> ProgramOutcome {
        let server = fixture.folder.appendingPathComponent("photokit-serve").path
        try ProgramFile.write(script: "echo \"served $@\"", to: server)
        let process = fixture.process(arguments)
        process.environment?["PHOTOKIT_SERVE"] = server
        return try await fixture.run(process, typing: answer)
    }

    private var hasLibrary: Bool {
        FileManager.default.fileExists(
            atPath: fixture.library.appendingPathComponent("LIBRARY").path
        )
    }

    @Test(arguments: ["open", "serve"])
    func `without a library and a terminal the command says how to make one`(
        command: String
    ) async throws {
        let outcome = try await run([command])
        #expect(outcome.code == 3 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.complaints.contains("There is no library at \(fixture.library.path)"))
        #expect(outcome.complaints.contains("init"), "\(outcome)")
        #expect(!hasLibrary)
    }

    @Test func `a person who agrees gets a library, and its page`() async throws {
        let outcome = try await run(["open", "--port", "0"], typing: "y")
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.complaints.contains("Make one at \(fixture.library.path)? [y/N]"))
        #expect(
            outcome.lines == [
                "Made the library \(fixture.library.path)",
                "Drop photos or whole folders into its page.",
                "served --library \(fixture.library.path) --port 0 --open",
            ]
        )
        #expect(hasLibrary)
        // The next time there is nothing to ask.
        let again = try await run(["open"], typing: "n")
        #expect(again.code == 0 && again.complaints.isEmpty, "\(again)")
        #expect(again.lines == ["served --library \(fixture.library.path) --open"])
    }

    @Test func `a person who does not agree gets nothing`() async throws {
        let outcome = try await run(["open"], typing: "n")
        #expect(outcome.code == 7 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.complaints.contains("No library was made."))
        #expect(!hasLibrary)
    }

    @Test func `an agreement on the command line needs no terminal`() async throws {
        let outcome = try await run(["open", "--yes"])
        #expect(outcome.code == 0 && hasLibrary, "\(outcome)")
        #expect(outcome.lines.last == "served --library \(fixture.library.path) --open")
    }

    @Test func `a folder with other files is no place for a library`() async throws {
        try FileManager.default.createDirectory(
            at: fixture.library,
            withIntermediateDirectories: true
        )
        try Data([1]).write(to: fixture.library.appendingPathComponent("other"))
        let outcome = try await run(["open", "--yes"], typing: "y")
        #expect(outcome.code == 3 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.complaints.contains("is not a photo library"), "\(outcome)")
    }

    @Test func `no library is made for a page that is not installed`() async throws {
        let process = fixture.process(["open", "--yes"])
        process.environment?["PHOTOKIT_SERVE"] = "/nowhere/photokit-serve"
        let outcome = try await fixture.run(process)
        #expect(outcome.code == 3 && !hasLibrary, "\(outcome)")
        #expect(outcome.complaints.contains("openphotokit-server"), "\(outcome)")
    }
}
