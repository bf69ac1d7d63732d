import Foundation
import PhotosTestSupport
import TestPermits
import Testing

@testable import PhotoKitCLI

/// What `check --repair` says and where it finds bytes.
@Suite(.permit) struct RepairCommandTests {
    @Test func `each finding is shown once, with what became of it`() {
        let findings = RepairedFinding.allFindings(
            before: ["a1", "b1", "c1", "c1"],
            after: ["d2", "b2", "c2"]
        ) { $0.prefix(1) }
        #expect(findings.map(\.finding) == ["a1", "b2", "c2", "c1", "d2"])
        #expect(findings.map(\.isRepaired) == [true, false, false, true, false])
    }

    @Test func `a failed repair shows a finding once, and a repair says what it repaired`()
        async throws
    {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(1)
        let original = try #require(try fixture.originals().first)
        try FileManager.default.removeItem(at: original)
        // The folder from which the picture came has its bytes.
        let card = fixture.folder.appendingPathComponent("card")
        try FileManager.default.moveItem(at: fixture.source, to: card)
        let failed = try await fixture.run("check", "--repair")
        #expect(failed.code == 1)
        let named = failed.lines.filter { $0.contains(original.path) }
        #expect(named == ["  \(original.path) (originalMissing): not repaired"], "\(failed)")
        #expect(failed.output.contains("\n1 finding: checked"), "\(failed)")
        let json = try await fixture.run("check", "--repair", "--json").objects()
        #expect(json.count { $0["event"] as? String == "finding" } == 1, "\(json)")
        let mended = try await fixture.run("check", "--repair", "--from", card.path)
        #expect(mended.code == 0, "\(mended)")
        #expect(mended.output.contains("(originalMissing): repaired"), "\(mended)")
        #expect(!mended.output.contains("photokit check --repair"), "\(mended)")
        #expect(mended.output.contains("\n1 finding repaired, none left: checked"), "\(mended)")
        #expect(!(try await fixture.run("check").output.contains("repaired")))
    }

    @Test(arguments: [false, true])
    func `damage that keeps the size is repaired, or named`(hasTwin: Bool) async throws {
        let fixture = try await ProgramFixture()
        for name in hasTwin ? ["a.jpg", "b.jpg"] : ["a.jpg"] {
            try fixture.write(picture: name, seed: 1)
        }
        try await fixture.run("import", fixture.source.path, "--duplicates", "keep")
        try FileManager.default.removeItem(at: fixture.source)
        let original = try #require(try fixture.originals().first)
        let bytes = try Data(contentsOf: original)
        try FileManager.default.removeItem(at: original)
        try (bytes.dropLast(4) + Data("XXXX".utf8)).write(to: original)
        let repair = try await fixture.run("check", "--repair")
        #expect(repair.code == (hasTwin ? 0 : 1), "\(repair)")
        let present = try fixture.originals().map { try Data(contentsOf: $0) }
        #expect(present.allSatisfy { $0 == bytes } == hasTwin)
        #expect(repair.output.contains(hasTwin ? "Healed 1 file" : "a.jpg"), "\(repair)")
        // No finding names the file that was mended.
        #expect(
            repair.output.contains(": a.jpg.") || repair.output.contains(": b.jpg."),
            "\(repair)"
        )
        #expect(!repair.output.contains("Nothing found") || hasTwin, "\(repair)")
    }

    @Test(arguments: [false, true])
    func `a file of a source that came in as a duplicate mends a lost or damaged original`(
        isDamaged: Bool
    ) async throws {
        let fixture = try await ProgramFixture()
        let card = try fixture.write(picture: "card/1.jpg", seed: 1)
        try fixture.write(picture: "photos/same.jpg", seed: 1)
        let photos = fixture.source.appendingPathComponent("photos").path
        try await fixture.run("import", card.path)
        try await fixture.run("source", "add", photos)
        try FileManager.default.removeItem(at: card)
        let original = try #require(try fixture.originals().first)
        try FileManager.default.removeItem(at: original)
        if isDamaged { try Data("damage".utf8).write(to: original) }
        let repair = try await fixture.run("check", "--repair")
        #expect(repair.code == 0, "\(repair)")
        #expect(repair.output.contains("Healed 1 file from \(photos)"), "\(repair)")
        #expect(try await fixture.run("check", "--read").output.hasPrefix("Nothing found: "))
    }

    @Test(arguments: [false, true])
    func `a repair names the file of a pair that it gave back`(isJSON: Bool) async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "photos/1.jpg", seed: 1)
        let raw = try fixture.write("photos/1.dng", TestDNG().data())
        let copy = try fixture.write("copies/x.dng", TestDNG().data())
        let photos = fixture.source.appendingPathComponent("photos").path
        let copies = copy.deletingLastPathComponent().path
        try await fixture.run("source", "add", photos)
        try FileManager.default.removeItem(at: raw)
        try await fixture.run("source", "sweep")
        let repair = try await fixture.run(
            ["check", "--repair", "--from", copies] + (isJSON ? ["--json"] : [])
        )
        guard isJSON else {
            #expect(repair.output.contains("Healed 1 file from \(copies): 1.dng."), "\(repair)")
            return
        }
        let healed = try repair.objects().first { $0["event"] as? String == "healed" }
        #expect(healed?["filename"] as? String == "1.dng", "\(repair)")
    }

    @Test(arguments: [false, true])
    func `a folder with copies mends a file that a source lost, swept or not`(
        isSwept: Bool
    ) async throws {
        let fixture = try await ProgramFixture()
        let photos = fixture.source.appendingPathComponent("photos")
        for seed: UInt8 in 1...2 {
            try fixture.write(picture: "photos/\(seed).jpg", seed: seed)
        }
        let copies = try fixture.write(picture: "copies/x.jpg", seed: 1)
            .deletingLastPathComponent().path
        try await fixture.run("source", "add", photos.path)
        try FileManager.default.removeItem(at: photos.appendingPathComponent("1.jpg"))
        if isSwept { try await fixture.run("source", "sweep") }
        // Nobody has the bytes yet, and a person may have moved the file.
        let without = try await fixture.run("check", "--repair")
        #expect(without.code == 0 && without.output.contains("1 file of the source"), "\(without)")
        let repair = try await fixture.run("check", "--repair", "--from", copies)
        #expect(repair.code == 0, "\(repair)")
        #expect(repair.output.contains("Healed 1 file from \(copies): 1.jpg."), "\(repair)")
        #expect(repair.output.contains("Nothing else found: "), "\(repair)")
        #expect(try await fixture.run("check", "--read").output.hasPrefix("Nothing found: "))
        let list = try await fixture.run("ls", "--json").objects()
        #expect(list.count == 2 && list.allSatisfy { $0["isOffline"] as? String == "0" })
    }

    @Test func `a photo in a forgotten source is mended though there is no finding`() async throws {
        let fixture = try await ProgramFixture()
        let photos = fixture.source.appendingPathComponent("photos")
        try fixture.write(picture: "photos/1.jpg", seed: 1)
        try await fixture.run("source", "add", photos.path)
        try await fixture.run("delete", "--yes", "1.jpg")
        try await fixture.run("source", "forget", photos.path, "--assets", "keep-offline")
        try await fixture.run("import", photos.path)
        try await fixture.run("restore", "--all")
        #expect(try await fixture.run("check", "--repair").code == 0)
        let list = try await fixture.run("ls", "--json").objects()
        #expect(!list.isEmpty && list.allSatisfy { $0["isOffline"] as? String == "0" }, "\(list)")
    }

    @Test func `each file that stays lost is named, and what was tried is not advised`()
        async throws
    {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(3)
        for original in try fixture.originals() { try FileManager.default.removeItem(at: original) }
        try FileManager.default.removeItem(at: fixture.source)
        let repair = try await fixture.run("check", "--repair")
        #expect(repair.code == 1, "\(repair)")
        #expect(
            repair.output.contains(
                "3 files still lost or damaged: 1.jpg, 2.jpg, 3.jpg. Name a folder with --from."
            ),
            "\(repair)"
        )
        let advised = repair.output.matches(of: /"photokit ([^"]+)"/).map { $0.output.1 }
        #expect(Set(advised) == ["check --repair --from FOLDER"], "\(repair)")
        let empty = fixture.folder.appendingPathComponent("empty")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        let other = try await fixture.run("check", "--repair", "--from", empty.path)
        #expect(other.output.contains("Name another folder with --from."), "\(other)")
        #expect(!other.output.contains("check --repair\""), "\(other)")
        let offline = try await fixture.run("check", "--repair", "--offline")
        #expect(offline.output.contains("without --offline to ask remotes"), "\(offline)")
    }

    @Test func `a folder of --from that does not exist is wrong input`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(1)
        let missing = fixture.folder.appendingPathComponent("nothing").path
        let outcome = try await fixture.run("check", "--repair", "--from", missing)
        #expect(outcome.code == 2 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.complaints.contains("There is nothing at \(missing)."), "\(outcome)")
    }
}
