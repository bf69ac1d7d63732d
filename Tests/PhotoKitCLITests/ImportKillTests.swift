import Foundation
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// An import that is killed anywhere and run again ends as the one that was never killed.
///
/// `PHOTOKIT_TEST_IMPORT_POINTS` and `PHOTOKIT_TEST_IMPORT_FILES` set how often and with how many files.
@Suite(.permit, .serialized) struct ImportKillTests {
    private static let calls = [
        "write", "pwrite64", "renameat2", "rename", "fsync", "fdatasync", "syncfs", "mkdir",
        "openat", "unlink", "unlinkat", "ftruncate", "flock",
    ]
    private static let strace = "/usr/bin/strace"

    private static func setting(_ name: String, _ usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? usual
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: strace)))
    func `killed anywhere and run again, it ends as if nothing had been`() async throws {
        let points = Self.setting("PHOTOKIT_TEST_IMPORT_POINTS", 12)
        let files = try FilesToImport(count: Self.setting("PHOTOKIT_TEST_IMPORT_FILES", 60))
        defer { files.remove() }

        let reference = try await ProgramFixture()
        let arguments = [
            "import", "--no-previews", files.folder.path, "--album", "Trip", "--duplicates",
            "album",
        ]
        let outcome = try await reference.run(arguments)
        try #require(outcome.code == 0, "\(outcome)")
        let expected = try Self.digest(reference.library)
        try #require(expected.count > files.count / 3)

        let counts = try await Self.countCalls(arguments)
        let kinds = counts.filter { $0.value > 0 }.keys.sorted()
        var random = SeededNumbers(seed: 20_261_121)
        var killed = 0
        for point in 0..<points {
            let call = kinds[point % kinds.count]
            let number = Int.random(in: 1...(counts[call] ?? 1), using: &random)
            let fixture = try await ProgramFixture()
            let inject = [
                "-e", "trace=\(call)", "-e", "inject=\(call):signal=SIGKILL:when=\(number)",
            ]
            let first = try await fixture.run(
                ["-f", "-qq", "-o", "/dev/null"] + inject + [ProgramFixture.program.path]
                    + arguments,
                program: URL(fileURLWithPath: Self.strace)
            )
            if first.code != 0 { killed += 1 }
            let again = try await fixture.run(arguments)
            #expect(again.code == 0, "\(again) after \(call) \(number)")
            #expect(
                try Self.digest(fixture.library) == expected,
                "killed at \(call) number \(number)"
            )
        }
        // Threads share the work anew each time, so that some points are not reached.
        #expect(killed > points / 2)
    }

    /// The most that one thread makes of each call.
    private static func countCalls(_ arguments: [String]) async throws -> [String: Int] {
        let fixture = try await ProgramFixture()
        let log = fixture.folder.appendingPathComponent("calls")
        let trace = ["-f", "-qq", "-s", "0", "-o", log.path, "-e"]
        _ = try await fixture.run(
            trace + ["trace=" + calls.joined(separator: ","), ProgramFixture.program.path]
                + arguments,
            program: URL(fileURLWithPath: strace)
        )
        var byThread: [String: [Substring: Int]] = [:]
        let content = try String(contentsOf: log, encoding: .utf8)
        for line in content.split(separator: "\n") where !line.contains("resumed>") {
            let words = line.split(separator: " ")
            guard words.count > 1, let call = words[1].split(separator: "(").first else {
                continue
            }
            byThread[String(call), default: [:]][words[0], default: 0] += 1
        }
        return byThread.mapValues { $0.values.max() ?? 0 }.filter { calls.contains($0.key) }
    }

    /// Everything of a library that an import decides, without the names that chance gives; and that it is sound.
    private static func digest(_ folder: URL) throws -> [String] {
        let library = try Library.open(folder, mode: .readWrite)
        defer { library.close() }
        let findings = try LibraryCheck(library, readingBytes: true).run().findings
        var lines = findings.map { "finding: \($0)" }
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        let records = try library.records.assets(rows).records
        let resources = try library.records.resources(ofAssets: rows)
        for row in rows {
            guard let asset = records[row] else { continue }
            let files = (resources[row] ?? []).map { resource in
                "\(resource.type) \(resource.filename ?? "") \(resource.byteCount) \(resource.checksum)"
            }
            let facts = [
                asset.filename ?? "", asset.contentType, "\(asset.mediaSubtypes)",
                "\(asset.adjustmentsState)", asset.adjustmentFormat ?? "",
                "\(asset.creationDate?.timeIntervalSince1970 ?? 0)", "\(asset.pixelWidth)",
                "\(asset.representsBurst)",
            ]
            lines.append((facts + files.sorted()).joined(separator: "|"))
        }
        let collections = Array(try library.records.fetch(FetchPlan(.collections)).rows)
        for (row, album) in try library.records.collections(collections).records
        where album.kind == .album {
            let members = Array(try library.records.fetch(FetchPlan(.members(album: row))).rows)
            let names = members.map { records[$0]?.filename ?? "" }
            // Twins are noticed when they are read, which differs.
            let shown = album.title == "Trip" ? names : names.sorted()
            lines.append("\(album.title ?? ""): \(shown)")
        }
        return lines.sorted()
    }
}

/// Pictures with edits, twins, and what is no picture, in several folders.
private struct FilesToImport {
    let folder: URL
    let count: Int

    init(count: Int) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("photokit-kill-\(UUID().uuidString)", isDirectory: true)
        self.count = count
        for number in 0..<count {
            let subfolder = folder.appendingPathComponent("\(number % 3)", isDirectory: true)
            try FileManager.default.createDirectory(
                at: subfolder,
                withIntermediateDirectories: true
            )
            let (name, bytes) = Self.file(number)
            try Data(bytes).write(to: subfolder.appendingPathComponent(name))
        }
    }

    private static func file(_ number: Int) -> (String, [UInt8]) {
        // Neighbours of one shot lie in one folder: numbers that differ by three.
        let shot = number / 15 * 3 + number % 3
        let name = String(format: "%04d", shot)
        switch number / 3 % 5 {
        case 0: return ("IMG_\(name).JPG", TestJPEG().data() + Array("original \(shot)".utf8))
        case 1: return ("IMG_\(name).MOV", TestMovie(.quickTime).data() + Array("m\(shot)".utf8))
        case 2: return ("IMG_E\(name).JPG", TestJPEG().data() + Array("edited \(shot)".utf8))
        case 3: return ("twin \(name).JPG", TestJPEG().data() + Array("original \(shot)".utf8))
        default: return ("notes \(name).txt", Array("no picture".utf8))
        }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
