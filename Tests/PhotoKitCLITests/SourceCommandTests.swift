import Foundation
import OpenPhotoKit
import TestPermits
import Testing

@Suite(.permit) struct SourceCommandTests {
    @Test func `a source is added, listed, swept and forgotten`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let path = fixture.source.path
        let added = try await fixture.run("source", "add", path)
        #expect(added.code == 0, "\(added.complaints)")
        #expect(added.output == "\(path): checked 1 file, 1 new.\n")
        let list = try await fixture.run("source", "list", "--json").objects()
        #expect(list.first?["path"] as? String == path)
        #expect(list.first?["assets"] as? String == "1")
        #expect(list.first?["isOffline"] as? String == "0")
        let again = try await fixture.run("source", "sweep")
        #expect(again.output == "\(path): checked 1 file, nothing new.\n")
        let line = try #require(try await fixture.run("source", "sweep", "--json").lines.last)
        let swept = try JSONDecoder().decode(LibrarySource.WatchEvent.self, from: Data(line.utf8))
        guard case .swept(let url, let report) = swept else {
            Issue.record("\(line) is another event.")
            return
        }
        #expect(url.path == path && report.fileCount == 1 && report.sameCount == 1)
        let refused = try await fixture.run("source", "forget", path)
        #expect(refused.code == 1)
        #expect(refused.complaints.contains("keep-offline"))
        let forgotten = try await fixture.run("source", "forget", path, "--assets", "delete")
        #expect(forgotten.code == 0, "\(forgotten.complaints)")
        #expect(try await fixture.run("source", "list", "--json").output.isEmpty)
    }

    @Test func `a sweep counts a sidecar without its photo among the files of no photo`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write("b.json", Array("{}".utf8))
        let path = fixture.source.path
        let added = try await fixture.run("source", "add", path)
        #expect(
            added.output
                == "\(path): checked 2 files, 1 new, 1 neither a photo nor a part of one.\n"
        )
    }

    @Test func `a source that moved is told where it is now, in any order of commands`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write(picture: "b.jpg", seed: 2)
        let (old, new) = (fixture.source.path, fixture.folder.appendingPathComponent("new").path)
        _ = try await fixture.run("source", "add", old)
        let wrong = try await fixture.run("source", "move", old, fixture.folder.path)
        #expect(wrong.code == 1)
        #expect(wrong.complaints.contains("--force"), "\(wrong.complaints)")
        try FileManager.default.moveItem(atPath: old, toPath: new)
        let moved = try await fixture.run("source", "move", old, new)
        #expect(moved.code == 0, "\(moved.complaints)")
        #expect(moved.output.contains("checked 2 files, nothing new"), "\(moved.output)")
        // The other way round: the new folder is added while the library still knows the old one.
        try FileManager.default.moveItem(atPath: new, toPath: old)
        let added = try await fixture.run("source", "add", old)
        #expect(added.code == 0, "\(added.complaints)")
        #expect(added.output.contains("checked 2 files, 2 returned"), "\(added.output)")
        #expect(added.complaints.contains("source forget"), "\(added.complaints)")
        #expect(try await fixture.run("source", "forget", new).code == 0)
        let listed = try await fixture.run("ls", "--json").objects()
        #expect(listed.map { $0["isOffline"] as? String } == ["0", "0"])
    }

    @Test func `a photo that was renamed in its source has its present name`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write(picture: "b.jpg", seed: 2)
        let source = fixture.source.path
        try await fixture.run("source", "add", source)
        for (old, new) in [("a", "c"), ("b", "a")] {
            try FileManager.default.moveItem(
                atPath: "\(source)/\(old).jpg",
                toPath: "\(source)/\(new).jpg"
            )
        }
        try await fixture.run("source", "sweep")
        let shown = try await fixture.run("show", "a.jpg", "--json")
        #expect(shown.code == 0, "\(shown)")
        #expect(try shown.objects().first?["filename"] as? String == "a.jpg")
        // A name that is free again finds the photo that had it.
        try await fixture.run("delete", "a.jpg")
        let edited = try await fixture.run("edit", "a.jpg", "--caption", "former")
        #expect(edited.code == 0, "\(edited)")
        let former = try await fixture.run("show", "c.jpg", "--json").objects().first
        #expect(former?["caption"] as? String == "former")
    }

    @Test func `an export follows the names that photos have in their source`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "IMG_1.jpg", seed: 1)
        let source = fixture.source.path
        let out = fixture.folder.appendingPathComponent("out", isDirectory: true)
        try await fixture.run("source", "add", source)
        for (old, new) in [("IMG_1.jpg", "Oslo.jpg"), ("Oslo.jpg", "Bergen.jpeg")] {
            try FileManager.default.moveItem(atPath: "\(source)/\(old)", toPath: "\(source)/\(new)")
            try await fixture.run("source", "sweep")
            let exported = try await fixture.run("export", "--all", "--to", out.path)
            #expect(exported.code == 0, "\(exported)")
            let names = try FileManager.default.contentsOfDirectory(atPath: out.path)
            #expect(names.filter { $0.contains(".jp") } == [new])
        }
        // Another library gets the name at the import, as this one has it.
        let other = try await ProgramFixture()
        try await other.run("import", "--no-previews", out.path)
        let listed = try await other.run("ls", "--json").objects()
        #expect(listed.map { $0["filename"] as? String } == ["IMG_1.jpg"], "\(listed)")
    }

    @Test func `an offline photo says so, and its export names the file`() async throws {
        let fixture = try await ProgramFixture()
        let file = try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write(picture: "b.jpg", seed: 2)
        _ = try await fixture.run("source", "add", fixture.source.path)
        try FileManager.default.removeItem(at: file)
        let swept = try await fixture.run("source", "sweep", "--json").objects()
        #expect(swept.last?["vanished"] as? String == "1")
        let listed = try await fixture.run("ls", "--json").objects()
        let offline = listed.filter { $0["isOffline"] as? String == "1" }
        #expect(offline.map { $0["filename"] as? String } == ["a.jpg"])
        let identifier = try #require(offline.first?["identifier"] as? String)
        let target = fixture.folder.appendingPathComponent("out").path
        let export = try await fixture.run("export", identifier, "--to", target)
        #expect(export.code != 0)
        #expect(export.complaints.contains("offline"), "\(export)")
        #expect(try await fixture.run("check").code == 0)
    }

    @Test func `a renamed photo has its present name where it differs from its file`() async throws
    {
        let fixture = try await ProgramFixture()
        let file = try fixture.write(picture: "a.jpg", seed: 1)
        _ = try await fixture.run("source", "add", fixture.source.path)
        try FileManager.default.moveItem(
            at: file,
            to: fixture.source.appendingPathComponent("new.jpg")
        )
        _ = try await fixture.run("source", "sweep")
        _ = try await fixture.run("edit", "new.jpg", "--caption", "Lake")
        let status = try await fixture.run("source", "status", "--json").objects()
        #expect(status.map { $0["filename"] as? String } == ["new.jpg"], "\(status)")
    }

    @Test func `a source that cannot be reached and has no photos is no failure`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "old/a.jpg", seed: 1)
        let (old, new) = (
            fixture.source.appendingPathComponent("old"),
            fixture.source.appendingPathComponent("new")
        )
        _ = try await fixture.run("source", "add", old.path)
        try FileManager.default.moveItem(at: old, to: new)
        #expect(try await fixture.run("source", "sweep").code == 1)
        _ = try await fixture.run("source", "add", new.path)
        let swept = try await fixture.run("source", "sweep")
        #expect(swept.code == 0, "\(swept)")
        #expect(swept.complaints.contains("photokit source forget"), "\(swept)")
    }

    @Test func `a path that is no source is told with what to do`() async throws {
        let fixture = try await ProgramFixture()
        let outcome = try await fixture.run("source", "sweep", "/no/such")
        #expect(outcome.code == 2)
        #expect(outcome.complaints.contains("photokit source list"))
        #expect(try await fixture.run("watch").code == 2)
        #expect(try await fixture.run("source", "add", "/no/such").code == 2)
    }

    @Test(.timeLimit(.minutes(20)))
    func `watching brings in what comes, moves and goes, and ends when asked to`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        _ = try await fixture.run("source", "add", fixture.source.path)
        let watcher = try WatchingProgram(fixture)
        try await watcher.wait { $0["event"] as? String == "watching" }
        try fixture.write(picture: "b.jpg", seed: 2)
        try await watcher.wait {
            $0["event"] as? String == "created"
                && ($0["path"] as? String)?.hasSuffix("b.jpg") == true
        }
        let manager = FileManager.default
        let inner = fixture.source.appendingPathComponent("inner", isDirectory: true)
        try manager.createDirectory(at: inner, withIntermediateDirectories: true)
        try fixture.write(picture: "inner/c.jpg", seed: 3)
        try await watcher.wait {
            $0["event"] as? String == "created"
                && ($0["path"] as? String)?.hasSuffix("c.jpg") == true
        }
        try manager.moveItem(at: inner, to: fixture.source.appendingPathComponent("outer"))
        try await watcher.wait { $0["event"] as? String == "movedFolder" }
        try manager.removeItem(at: fixture.source.appendingPathComponent("a.jpg"))
        try await watcher.wait { $0["vanished"] as? String == "1" }
        #expect(await watcher.end() == 0)
        #expect(try await fixture.run("ls", "--json").objects().count == 3)
    }
}

/// `photokit watch` as it runs, with what it says.
private final class WatchingProgram: Sendable {
    private let process: UncheckedProcess
    private let output: URL

    struct UncheckedProcess: @unchecked Sendable {
        // Unchecked because one test alone uses it.
        let value: Process
    }

    init(_ fixture: ProgramFixture) throws {
        output = fixture.folder.appendingPathComponent("watch.out")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        let process = fixture.process(["watch", "--json", "--quiet", "0.2"])
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        self.process = UncheckedProcess(value: process)
    }

    /// Waits until an object was written that has what is wanted; the test's own limit ends the waiting.
    func wait(_ isWanted: ([String: any Sendable]) -> Bool) async throws {
        while true {
            let text = try String(contentsOf: output, encoding: .utf8)
            let whole = text.lastIndex(of: "\n").map { String(text[...$0]) } ?? ""
            let outcome = ProgramOutcome(output: whole, complaints: "", code: 0)
            if try outcome.objects().contains(where: isWanted) { return }
            try #require(process.value.isRunning, "The program has ended: \(text)")
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Asks the program to end, and says how it did.
    func end() async -> Int32 {
        process.value.terminate()
        while process.value.isRunning { try? await Task.sleep(for: .milliseconds(20)) }
        return process.value.terminationStatus
    }
}
