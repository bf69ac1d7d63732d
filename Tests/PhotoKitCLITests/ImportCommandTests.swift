import Foundation
import OpenPhotoKit
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ImportCommandTests {
    @Test func `an import says what came in, and ends with 0`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write("b.mov", TestMovie(.quickTime).data())
        let outcome = try await fixture.run("import", fixture.source.path)
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("Imported 2 files ("))
        #expect(outcome.complaints.isEmpty)
        let again = try await fixture.run("import", fixture.source.path)
        #expect(again.output == "Imported 0 files (0 B), 2 already in the library.\n")
        #expect(again.code == 0)
        let copy = try fixture.write(picture: "copy/a.jpg", seed: 1).deletingLastPathComponent()
        let known = try await fixture.run("import", copy.path)
        #expect(known.output == "Imported 0 files (0 B), 1 already in the library.\n")
        try fixture.write(picture: "another/a.jpg", seed: 1)
        let twice = try await fixture.run("import", fixture.source.path, "--duplicates", "keep")
        #expect(twice.output.hasPrefix("Imported 1 file ("))
    }

    @Test func `a file that is no picture is named with its reason, and the others get in`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let bad = try fixture.write("b.jpg", [])
        try fixture.write("c.txt", Array("no picture".utf8))
        let outcome = try await fixture.run("import", fixture.source.path)
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("Imported 1 file ("))
        #expect(outcome.output.contains("1 neither a photo nor a part of one, 1 refused"))
        #expect(outcome.complaints.hasPrefix("photokit: \(bad.path): "))
        #expect(outcome.complaints.contains("it is empty"))
        let line = try #require(outcome.output.split(separator: "\n").last)
        let report = try String(
            contentsOfFile: String(line.drop { $0 != "/" }),
            encoding: .utf8
        )
        #expect(report.contains("c.txt") && report.contains(bad.path))
    }

    @Test func `with JSON there is one object a line for each file`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write(picture: "b.jpg", seed: 1)
        try fixture.write("c.txt", [1, 2, 3])
        let outcome = try await fixture.run("import", fixture.source.path, "--json")
        #expect(outcome.complaints.isEmpty)
        let objects = try outcome.objects()
        #expect(objects.first?["event"] as? String == "found")
        #expect(objects.first?["files"] as? String == "3")
        let events = objects.compactMap { $0["event"] as? String }
        #expect(events.sorted() == ["duplicate", "finished", "found", "imported", "other"])
        let imported = objects.first { $0["event"] as? String == "imported" }
        let duplicate = objects.first { $0["event"] as? String == "duplicate" }
        #expect(imported?["identifier"] as? String == duplicate?["identifier"] as? String)
        #expect((objects.last?["token"] as? String)?.hasPrefix("pk1.") == true)

        let lines = outcome.lines.map { Data($0.utf8) }
        let told = try lines.dropLast().map {
            try JSONDecoder().decode(LibraryImport.Event.self, from: $0)
        }
        #expect(
            told.contains {
                if case .other(let url) = $0 { url.lastPathComponent == "c.txt" } else { false }
            }
        )
        let last = try #require(lines.last)
        let report = try JSONDecoder().decode(LibraryImport.Report.self, from: last)
        #expect(report.importedCount == 1 && report.duplicateCount == 1 && report.otherCount == 1)
        #expect(report.changeTokens.count == 1)
    }

    @Test func `a dry run names no identifier of a photo that it does not make`() async throws {
        let fixture = try await ProgramFixture()
        let known = try await fixture.importPictures(1)
        try fixture.write(picture: "copy.jpg", seed: 1)
        for name in ["new.jpg", "twin.jpg"] { try fixture.write(picture: name, seed: 7) }
        let report = fixture.folder.appendingPathComponent("report.jsonl")
        let arguments = ["import", fixture.source.path, "--dry-run", "--json"]
        let events = try await fixture.run(arguments + ["--report", report.path]).objects()
        let identifiers = events.reduce(into: [String: String]()) { names, event in
            guard let path = event["path"] as? String else { return }
            names[(path as NSString).lastPathComponent] = event["identifier"] as? String
        }
        #expect(identifiers["new.jpg"] == "<null>" && identifiers["twin.jpg"] == "<null>")
        #expect(identifiers["copy.jpg"] == known["1.jpg"], "\(events)")
        let lines = try String(contentsOf: report, encoding: .utf8).split(separator: "\n")
        #expect(lines.count { $0.contains("\"identifier\":null") } >= 2, "\(lines)")
    }

    @Test func `a sidecar without its photo is counted as one`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write("c.txt", Array("no picture".utf8))
        let sidecar = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about=""/></rdf:RDF></x:xmpmeta>
            """
        // As darktable names the sidecar of a second version.
        try fixture.write("a_01.jpg.xmp", Array(sidecar.utf8))
        let words = "2 neither a photo nor a part of one (1 sidecar without its photo)"
        for _ in 1...2 {
            let outcome = try await fixture.run("import", fixture.source.path)
            #expect(outcome.output.contains(words), "\(outcome)")
        }
        let other = try await ProgramFixture()
        try other.write("a_01.jpg.xmp", Array(sidecar.utf8))
        let swept = try await other.run("source", "add", other.source.path)
        #expect(
            swept.output.contains("part of one (1 sidecar without its photo)"),
            "\(swept)"
        )
    }

    @Test func `a dry run of a moving import names the files that it would remove`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(2)
        try fixture.write("notes.txt", Array("no picture".utf8))
        let paths = ["1.jpg", "2.jpg"].map { fixture.source.appendingPathComponent($0).path }
        let arguments = ["import", fixture.source.path, "--move"]
        let planned = try await fixture.run(arguments + ["--dry-run"])
        #expect(planned.code == 0)
        #expect(planned.lines.filter { $0.hasPrefix("remove  ") } == paths.map { "remove  " + $0 })
        #expect(
            planned.output.contains(
                "Would import 0 files (0 B), 2 would be removed, because the library's own folder has their bytes, 1 neither a photo nor a part of one."
            ),
            "\(planned)"
        )
        #expect(
            planned.output.contains(
                "Would be left where they are: 1 neither a photo nor a part of one."
            )
        )
        #expect(paths.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        let moved = try await fixture.run(arguments)
        #expect(
            moved.output.contains("2 removed, because the library's own folder has their bytes")
        )
        #expect(!paths.contains { FileManager.default.fileExists(atPath: $0) })
    }

    @Test func `a path that leads nowhere is refused`() async throws {
        let fixture = try await ProgramFixture()
        let outcome = try await fixture.run("import", "/no/such/folder")
        #expect(outcome.code == 2)
        #expect(
            outcome.complaints
                == "photokit: /no/such/folder: There is no such file or folder. Check the path.\n"
        )
    }

    @Test(.enabled(if: UserNamespace.isAvailable))
    func `on a full disk an import stops with a remedy, and the library stays sound`() async throws
    {
        let fixture = try await ProgramFixture(makingLibrary: false)
        var random = SeededNumbers(seed: 80)
        let noise = random.bytes(count: 2_000_000)
        try fixture.write("large.jpg", TestJPEG(seed: 9).data() + noise)
        let script = """
            set -e
            mount -t tmpfs -o size=1500k tmpfs "$1"
            export PHOTOKIT_LIBRARY="$1/Full.photolib"
            "$2" init
            code=0
            "$2" import "$3" || code=$?
            echo "code $code"
            rm -f "$1/filler"
            "$2" check
            """
        let disk = fixture.folder.appendingPathComponent("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        let outcome = try await fixture.run(
            [
                "-rm", "sh", "-c", script, "sh", disk.path, ProgramFixture.program.path,
                fixture.source.path,
            ],
            program: UserNamespace.program
        )
        #expect(outcome.output.contains("code 5"))
        #expect(outcome.complaints.contains("Free some space on that volume and try again."))
        #expect(outcome.output.contains("Nothing found"))
    }

    @Test func `a file that was moved was there`() async throws {
        let fixture = try await ProgramFixture()
        let url = try fixture.write(picture: "a.jpg", seed: 1)
        let moved = try await fixture.run("import", "--move", url.path)
        #expect(moved.code == 0, "\(moved)")
        #expect(!FileManager.default.fileExists(atPath: url.path))
        #expect(try await fixture.run("import", "--move", url.path).code == 2)
    }
}

/// Mounts of a test's own, where the machine lets one have them.
enum UserNamespace {
    static let program = URL(fileURLWithPath: "/usr/bin/unshare")

    static let isAvailable: Bool = {
        let process = Process()
        process.executableURL = program
        process.arguments = ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
