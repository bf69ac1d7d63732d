import Foundation
import Glibc
import PhotosTestSupport
import TestPermits
import Testing

/// The files that commands write: what is replaced, and what is written to.
@Suite(.permit) struct OutputFileCommandTests {
    @Test func `a contact sheet replaces only the file that was named`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(2)
        let sheet = fixture.folder.appendingPathComponent("sheet.jpg")
        let second = fixture.folder.appendingPathComponent("sheet-2.jpg")
        try Data("a stranger's".utf8).write(to: second)
        let arguments = ["contact-sheet", "--to", sheet.path, "--columns", "1", "--rows", "1"]
        let refused = try await fixture.run(arguments)
        #expect(refused.code == 1)
        #expect(refused.complaints.contains("\(second.path) exists, and only \(sheet.path) was"))
        #expect(!FileManager.default.fileExists(atPath: sheet.path))
        #expect(try Data(contentsOf: second) == Data("a stranger's".utf8))
        #expect(try await fixture.run(arguments + ["--replace"]).code == 0)
        #expect(try Data(contentsOf: second).prefix(2) == Data([0xFF, 0xD8]))
        // The file that was named is replaced without an option, and keeps its mode.
        try FileManager.default.removeItem(at: second)
        chmod(sheet.path, 0o600)
        #expect(try await fixture.run(arguments).code == 0)
        #expect(try mode(sheet) == 0o100600)
    }

    @Test(arguments: ["contact-sheet", "show", "report"])
    func `a picture or report for a FIFO is written to it, and the FIFO stays`(
        command: String
    ) async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        // A report names what was not imported.
        if command == "report" {
            _ = try fixture.write("broken.jpg", Array("no picture".utf8))
        }
        let fifo = fixture.folder.appendingPathComponent("pipe.jpg")
        try #require(mkfifo(fifo.path, 0o600) == 0)
        // Opened for both directions, a FIFO waits for no other process.
        let descriptor = open(fifo.path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let arguments =
            switch command {
            case "contact-sheet": ["contact-sheet", "--to", fifo.path, "--size", "16"]
            case "show": ["show", identifier, "--preview", fifo.path]
            default: ["import", fixture.source.path, "--report", fifo.path]
            }
        let outcome = try await fixture.run(arguments)
        #expect(outcome.code == (command == "report" ? 1 : 0), "\(outcome)")
        var bytes = [UInt8](repeating: 0, count: 2)
        #expect(read(descriptor, &bytes, 2) == 2)
        #expect(bytes == (command == "report" ? Array("{\"".utf8) : [0xFF, 0xD8]))
        #expect(try mode(fifo) & 0o170000 == 0o010000)
    }

    @Test func `a picture for standard output comes alone`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        for arguments in [
            ["contact-sheet", "--to", "/dev/stdout"],
            ["show", identifier, "--preview", "/dev/stdout"],
        ] {
            let target = fixture.folder.appendingPathComponent("out")
            try Data().write(to: target)
            let process = fixture.process(arguments)
            let handle = try FileHandle(forWritingTo: target)
            process.standardOutput = handle
            try process.run()
            try? handle.close()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let data = try Data(contentsOf: target)
            #expect(data.prefix(2) == Data([0xFF, 0xD8]) && data.suffix(2) == Data([0xFF, 0xD9]))
        }
    }

    @Test func `a device stays a device`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        for arguments in [
            ["contact-sheet", "--to", "/dev/null"], ["show", identifier, "--preview", "/dev/null"],
            ["import", fixture.source.path, "--report", "/dev/null"],
        ] {
            #expect(try await fixture.run(arguments).code == 0)
            #expect(try mode(URL(fileURLWithPath: "/dev/null")) & 0o170000 == 0o020000)
        }
    }

    @Test func `a link stays, and its file is replaced`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        let file = fixture.folder.appendingPathComponent("real.jpg")
        let link = fixture.folder.appendingPathComponent("link.jpg")
        try Data("old".utf8).write(to: file)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        #expect(try await fixture.run("show", identifier, "--preview", link.path).code == 0)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path
        )
        #expect(try Data(contentsOf: file).prefix(2) == Data([0xFF, 0xD8]))
        try FileManager.default.removeItem(at: file)
        #expect(try await fixture.run("show", identifier, "--preview", link.path).code == 0)
        #expect(try mode(link) & 0o170000 == 0o120000)
        #expect(try Data(contentsOf: file).prefix(2) == Data([0xFF, 0xD8]))
    }

    @Test func `manual pages replace only manual pages of this program`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        #expect(try await fixture.run("manual", fixture.folder.path).code == 0)
        #expect(try await fixture.run("manual", fixture.folder.path).code == 0)
        let page = fixture.folder.appendingPathComponent("photokit-ls.1")
        try Data("notes".utf8).write(to: page)
        let outcome = try await fixture.run("manual", fixture.folder.path)
        #expect(outcome.code == 1)
        #expect(outcome.complaints.contains("\(page.path) is not a manual page of photokit"))
        #expect(try Data(contentsOf: page) == Data("notes".utf8))
    }

    @Test func `a file that cannot be written is said with the reason`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        let missing = fixture.folder.appendingPathComponent("none/a.jpg").path
        let none = try await fixture.run("show", identifier, "--preview", missing)
        #expect(none.code == 2)
        #expect(none.complaints.contains("/none does not exist. Create it first."))
        let full = try await fixture.run("show", identifier, "--preview", "/dev/full")
        #expect(full.code == 5)
        #expect(full.complaints.contains("the disk is full"))
    }

    private func mode(_ url: URL) throws -> UInt32 {
        var status = stat()
        try #require(lstat(url.path, &status) == 0)
        return status.st_mode
    }
}
