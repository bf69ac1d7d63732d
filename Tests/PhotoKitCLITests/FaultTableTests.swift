import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// The exit codes: one for each kind of fault, the same in the document, the manual page and the commands.
@Suite(.permit) struct FaultTableTests {
    /// The table of faults in the document, by the fault's words.
    private static func documented() throws -> [String: Int32] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appending(path: "Documentation/CommandLine.md"),
            encoding: .utf8
        )
        let table = try #require(
            text.components(separatedBy: "| fault | code | for example |").last
        )
        var codes: [String: Int32] = [:]
        for line in table.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2) {
            guard line.hasPrefix("|") else { break }
            let fields = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            codes[fields[0]] = Int32(fields[1])
        }
        return codes
    }

    @Test func `the document and the manual page have the codes of the program`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let folder = fixture.folder.appending(path: "man")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #expect(try await fixture.run("manual", folder.path).code == 0)
        let page = try String(
            contentsOf: folder.appending(path: "photokit.1"),
            encoding: .utf8
        )
        let section = try #require(page.components(separatedBy: ".SH EXIT STATUS\n").last)
        let lines = section.components(separatedBy: "\n.SH ")[0].split(separator: "\n")
            .filter { $0 != ".TP" }.map { String($0).replacing("\\-", with: "-") }
        var codes: [String: Int32] = [:]
        for index in stride(from: 0, to: lines.count - 1, by: 2) {
            codes[lines[index + 1]] = Int32(lines[index])
        }
        #expect(codes.count == 15)
        #expect(codes == (try Self.documented()))
    }

    @Test func `Ctrl-C ends a command with its code, also while no work can be cancelled`()
        async throws
    {
        let fixture = try await ProgramFixture()
        let disk = fixture.folder.appendingPathComponent("disk", isDirectory: true)
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        // The command waits for the words of a key.
        let script = """
            sleep 9 | timeout --preserve-status -s INT 5 "$0" remote add "$1" --encrypt --words
            """
        let outcome = try await fixture.run(
            ["-c", script, ProgramFixture.program.path, disk.path],
            program: URL(fileURLWithPath: "/bin/sh")
        )
        #expect(outcome.code == 7, "\(outcome)")
        #expect(outcome.complaints.contains("The command was interrupted."), "\(outcome)")
    }

    @Test func `one kind of fault has one code, whatever the command`() async throws {
        let fixture = try await ProgramFixture()
        let codes = try Self.documented()
        func code(_ arguments: String...) async throws -> Int32 {
            try await fixture.run(arguments).code
        }
        let nowhere = fixture.folder.appending(path: "nope").path
        let missing = codes["something that was named or is needed does not exist"]
        #expect(try await code("show", "nobody") == missing)
        #expect(try await code("album", "add", "No album", "nobody") == missing)
        #expect(try await code("places", "use", nowhere) == missing)
        #expect(try await code("places", "find", "Springfield") == missing)
        #expect(try await code("watch") == missing)
        #expect(try await code("source", "sweep", nowhere) == missing)
        #expect(try await code("thumb", "nobody", "--to", fixture.folder.path) == missing)
        // A folder below a file cannot be made, for root neither.
        let file = try fixture.write(picture: "file.jpg", seed: 1).path
        let impossible = file + "/deep/folder"
        try await fixture.run("import", "--no-previews", file)
        #expect(try await code("export", "--all", "--to", impossible) == missing)
        #expect(try await code("thumb", "file.jpg", "--to", impossible) == missing)
        #expect(try await code("contact-sheet", "--to", impossible + "/sheet.png") == missing)
        #expect(try await code("backup", impossible) == missing)
        for command in [
            ["source", "add"], ["remote", "add"], ["import"], ["import", "--dry-run"], ["facts"],
        ] {
            #expect(try await fixture.run(command + [nowhere]).code == missing, "\(command)")
        }
        let back = fixture.folder.appending(path: "Back.photolib").path
        #expect(try await code("remote", "restore", nowhere, back) == missing)
        let usage = codes["wrong usage or value"]
        let full = fixture.source.path
        #expect(try await code("backup", full) == usage)
        #expect(try await code("remote", "add", full) == usage)
        for folder in [fixture.library.path, fixture.library.path + "/inside"] {
            #expect(try await code("backup", folder) == usage)
            #expect(try await code("source", "add", fixture.library.path) == usage)
        }
        let source = fixture.folder.appending(path: "kept").path
        try FileManager.default.createDirectory(
            atPath: source + "/below",
            withIntermediateDirectories: true
        )
        #expect(try await code("source", "add", source) == 0)
        #expect(try await code("source", "add", source + "/below") == usage)
        #expect(try await code("source", "move", source, fixture.library.path) == usage)
        #expect(try await code("source", "move", source, nowhere) == missing)
        #expect(try await code("ls", "--sideways") == usage)
        #expect(try await code("ls", "--where", "colour == 3") == usage)
        let library = codes["the library cannot be opened or written"]
        for command in ["ls", "albums", "check"] {
            #expect(try await code(command, "--library", nowhere) == library)
        }
        let partly = codes["partly done: files or photos were left out"]
        #expect(try await code("import", nowhere, file) == partly)
        #expect(try await code("facts", nowhere, file) == partly)
        let done = codes["all was done, or there was nothing to do"]
        #expect(try await code("ls", "--where", "isFavorite == true") == done)
        #expect(try await code("favorite", "--where", "isFavorite == true") == done)
        let sheet = fixture.folder.path + "/sheet.png"
        #expect(
            try await code("contact-sheet", "--to", sheet, "--where", "isFavorite == true") == done
        )
        #expect(!FileManager.default.fileExists(atPath: sheet))
        #expect(try await code("import", fixture.source.path) == done)
    }

    @Test func `an import of a mistyped path leaves no report`() async throws {
        let fixture = try await ProgramFixture()
        let outcome = try await fixture.run("import", fixture.folder.path + "/nope")
        #expect(outcome.complaints.contains("There is no such file or folder"))
        #expect(!outcome.output.contains("Report"))
        let reports = fixture.library.appending(path: "reports").path
        let names = try? FileManager.default.contentsOfDirectory(atPath: reports)
        #expect((names ?? []).isEmpty)
    }
}
