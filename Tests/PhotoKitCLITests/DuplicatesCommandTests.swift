import Foundation
import Glibc
import MediaSynthesis
import PhotosTestSupport
import TestPermits
import Testing

@testable import PhotoKitCLI

/// The commands for duplicates as a person runs them.
@Suite(.permit) struct DuplicatesCommandTests {
    private let fixture: ProgramFixture

    init() async throws {
        fixture = try await ProgramFixture()
        for seed in 1...3 {
            let image = SceneImage(seed: UInt64(seed)).image(width: 240, height: 160)
            try fixture.write("\(seed)-good.jpg", JPEGEncoder(quality: 95).encode(image))
            try fixture.write("\(seed)-poor.jpg", JPEGEncoder(quality: 20).encode(image))
        }
        let outcome = try await fixture.run("import", fixture.source.path)
        try #require(outcome.code == 0, "\(outcome)")
    }

    @Test func `Groups are listed and merged`() async throws {
        let listing = try await fixture.run("duplicates")
        #expect(listing.code == 0 && listing.complaints.isEmpty, "\(listing)")
        #expect(listing.lines.last == "3 groups with 3 duplicates.")
        #expect(listing.lines.filter { $0.contains("kept") && $0.contains("good") }.count == 3)
        #expect(listing.lines.filter { $0.contains("alike") && $0.contains("poor") }.count == 3)
        #expect(try await fixture.run("duplicates", "--kind", "pixels").lines == ["No duplicates."])
        let objects = try await fixture.run("duplicates", "--json").objects()
        #expect(objects.count == 3)
        let first = try #require(objects.first?["first"] as? String)
        let group = String(first.prefix(8))
        let dry = try await fixture.run("duplicates", "merge", group, "--dry-run")
        #expect(dry.lines.last?.hasPrefix("Would merge 1 group; 1 duplicate") == true, "\(dry)")
        #expect(try await fixture.run("ls", "--json").lines.count == 6)
        let merged = try await fixture.run("duplicates", "merge", group)
        #expect(merged.lines.last?.hasPrefix("Merged 1 group; 1 duplicate") == true, "\(merged)")
        let again = try await fixture.run("duplicates", "merge", group)
        #expect(again.code == 2, "\(again)")
        let all = try await fixture.run("duplicates", "merge", "--all", "--json")
        #expect(try all.objects().count == 2, "\(all)")
        #expect(try await fixture.run("ls", "--json").lines.count == 3)
        #expect(try await fixture.run("ls", "--deleted", "--json").lines.count == 3)
        #expect(try await fixture.run("check").code == 0)
    }

    @Test func `Photos that were called different are no duplicates until that is undone`()
        async throws
    {
        let objects = try await fixture.run("duplicates", "--json").objects()
        let first = try #require(objects.first)
        let kept = try #require(first["first"] as? String)
        let photos = try await fixture.run("ls", "--json").objects()
        let names = Dictionary(
            uniqueKeysWithValues: photos.compactMap { photo -> (String, String)? in
                guard let name = photo["filename"] as? String,
                    let identifier = photo["identifier"] as? String
                else { return nil }
                return (name, identifier)
            }
        )
        let good = try #require(names.first { $0.value == kept }?.key)
        let poor = try #require(names[good.replacing("good", with: "poor")])
        let pair = [String(kept.prefix(8)), String(poor.prefix(8))]
        let ignored = try await fixture.run(["duplicates", "ignore"] + pair)
        #expect(ignored.code == 0, "\(ignored)")
        #expect(try await fixture.run("duplicates").lines.last == "2 groups with 2 duplicates.")
        let merged = try await fixture.run("duplicates", "merge", pair[0])
        #expect(merged.code == 2, "\(merged)")
        let list = try await fixture.run("duplicates", "ignored")
        #expect(list.lines.count == 1 && pair.allSatisfy { list.lines[0].contains($0) }, "\(list)")
        #expect(try await fixture.run(["duplicates", "ignore", "--undo"] + pair).code == 0)
        #expect(try await fixture.run("duplicates", "ignored").lines.isEmpty)
        #expect(try await fixture.run("duplicates").lines.last == "3 groups with 3 duplicates.")
        #expect(try await fixture.run("check").code == 0)
    }

    @Test(arguments: [
        ["duplicates", "ignore"], ["duplicates", "ignore", "3F2A81C0"],
        ["duplicates", "ignore", "3F2A81C0", "nothing"],
        ["duplicates", "--threshold", "16"], ["duplicates", "--kind", "nothing"],
        ["duplicates", "merge"], ["duplicates", "merge", "--all", "3F2A81C0"],
        ["duplicates", "--sort", "creationDate"],
    ])
    func `Wrong usage is refused`(arguments: [String]) async throws {
        #expect(try await fixture.run(arguments).code == 2)
    }

    @Test func `Sidecars of a duplicate pass on, and none takes the place of another one`()
        async throws
    {
        let fixture = try await ProgramFixture()
        let image = SceneImage(seed: 9).image(width: 240, height: 160)
        try fixture.write("good/a.jpg", JPEGEncoder(quality: 95).encode(image))
        try fixture.write("good/a.xmp", Array("<x:xmpmeta".utf8))
        try fixture.write("poor/a.jpg", JPEGEncoder(quality: 20).encode(image))
        try fixture.write("poor/a.xmp", Array("<x:xmpmeta of another".utf8))
        try await fixture.run("import", fixture.source.path)
        let group = try #require(try await fixture.run("duplicates", "--json").objects().first)
        let kept = try #require(group["first"] as? String)
        let dry = try await fixture.run("duplicates", "merge", "--all", "--dry-run")
        #expect(dry.output.contains("the sidecar a.xmp.merged"), "\(dry)")
        let merged = try await fixture.run("duplicates", "merge", "--all")
        #expect(merged.code == 0, "\(merged)")
        let show = try await fixture.run("show", kept, "--json").output
        #expect(show.contains("\"a.xmp\"") && show.contains("\"a.xmp.merged\""), "\(show)")
        // What it has is not copied again.
        #expect(try await fixture.run("undo").code == 0)
        let again = try await fixture.run("duplicates", "merge", "--all")
        #expect(again.code == 0 && !again.output.contains("the sidecar"), "\(again)")
        #expect(try await fixture.run("check").output.contains("missing") == false)
    }

    @Test func `Pictures that cannot be read are counted and named`() async throws {
        let fixture = try await ProgramFixture()
        let photos = fixture.source.appendingPathComponent("photos", isDirectory: true)
        let image = SceneImage(seed: 9).image(width: 240, height: 160)
        var fields = ExifFields()
        fields.make = "Camera"
        try fixture.write("photos/a.jpg", JPEGEncoder(quality: 95).encode(image))
        try fixture.write(
            "photos/b.jpg",
            JPEGEncoder(quality: 95).encode(image, exif: fields.block())
        )
        try await fixture.run("source", "add", photos.path)
        let away = fixture.folder.appendingPathComponent("away", isDirectory: true)
        try FileManager.default.moveItem(at: photos, to: away)
        let list = try await fixture.run("duplicates", "--kind", "pixels")
        #expect(list.code == 1, "\(list)")
        #expect(
            list.lines.last
                == "No duplicates were found. 2 pictures could not be compared as asked, so duplicates may be missing."
        )
        for name in ["a.jpg", "b.jpg"] {
            #expect(
                list.complaints.contains("\(name) was not compared by its pixels."),
                "\(list)"
            )
        }
        let failures = try await fixture.run("duplicates", "--kind", "pixels", "--json").objects()
        #expect(failures.count == 2, "\(failures)")
        #expect(failures.allSatisfy { $0["notCompared"] != nil && $0["reason"] != nil })
        let merged = try await fixture.run("duplicates", "merge", "--all", "--kind", "pixels")
        #expect(merged.code == 1 && merged.output.contains("2 pictures could not"), "\(merged)")
        // Their previews are here.
        let alike = try await fixture.run("duplicates")
        #expect(alike.code == 0 && alike.complaints.isEmpty, "\(alike)")
        try FileManager.default.moveItem(at: away, to: photos)
        let again = try await fixture.run("duplicates", "--kind", "pixels")
        #expect(again.code == 0 && again.lines.last == "1 group with 1 duplicate.", "\(again)")
    }

    struct Refusal: Error {}

    @Test func `Work in parts keeps to its limit, and shows what was done before a part fails`() {
        let work = PartwiseWork<Int>(most: 10) { $0 }
        var parts: [[Int]] = []
        var shown: [Int] = []
        #expect(throws: Refusal.self) {
            try work.run([0, 4, 6, 0, 9, 3, 25, 1, 2]) { part in
                if part.contains(2) { throw Refusal() }
                parts.append(part)
            } finished: { element, _ in
                shown.append(element)
            }
        }
        #expect(parts == [[0, 4, 6, 0], [9], [3], [25]])
        #expect(shown == [0, 4, 6, 0, 9, 3, 25])
    }

    @Test func `A search that is killed at any moment loses nothing`() async throws {
        let expected = try await fixture.run("duplicates", "--json").output
        let derived = fixture.library.appendingPathComponent("derived")
        for round in 0..<8 {
            for name in ["likeness", round % 2 == 0 ? "previews" : "likeness"] {
                let folder = derived.appendingPathComponent(name)
                try? FileManager.default.removeItem(at: folder)
            }
            let process = fixture.process(["duplicates"])
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            try await Task.sleep(for: .milliseconds(40 + 60 * round))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            #expect(try await fixture.run("duplicates", "--json").output == expected)
        }
        #expect(try await fixture.run("check").code == 0)
    }
}
