import Foundation
import PhotosTestSupport
import Testing

/// An export that is killed anywhere and run again ends as the one that was never killed, and touches no other file.
///
/// `PHOTOKIT_TEST_EXPORT_POINTS` sets how often.
@Suite(.serialized) struct ExportKillTests {
    private static let calls = [
        "write", "pwrite64", "renameat2", "renameat", "fsync", "fdatasync", "syncfs", "mkdirat",
        "openat", "unlinkat", "ftruncate", "flock", "symlinkat", "copy_file_range", "ioctl",
        "utimensat", "fadvise64",
    ]
    private static let strace = "/usr/bin/strace"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: strace)))
    func `killed anywhere and run again, it ends as if nothing had been`() async throws {
        let points =
            ProcessInfo.processInfo.environment["PHOTOKIT_TEST_EXPORT_POINTS"].flatMap(Int.init)
            ?? 20
        let fixture = try await ProgramFixture()
        try await Self.fill(fixture)
        // Another export, after changes, replaces, moves and removes files.
        let old = fixture.folder.appendingPathComponent("old")
        try await Self.export(fixture, to: old)
        try await Self.change(fixture)
        let changed = try await Self.finish(fixture, "changed", from: old)
        let fresh = try await Self.finish(fixture, "fresh")
        try #require(changed.count > 25 && fresh.count > 25)

        var random = SeededNumbers(seed: 20_261_123)
        var killed = 0
        for point in 0..<points {
            let isFirst = point % 2 == 0
            let target = fixture.folder.appendingPathComponent("point-\(point)")
            try Self.prepare(target, from: isFirst ? nil : old)
            let call = Self.calls[Int.random(in: 0..<Self.calls.count, using: &random)]
            // Opening files is frequent already before the export begins.
            let number = Int.random(in: 1...(call == "openat" ? 200 : 12), using: &random)
            let first = try await fixture.run(
                [
                    "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
                    "inject=\(call):signal=SIGKILL:when=\(number)", ProgramFixture.program.path,
                ] + Self.arguments(target, isFirst: isFirst),
                program: URL(fileURLWithPath: Self.strace)
            )
            if first.code != 0 { killed += 1 }
            let again = try await fixture.run(Self.arguments(target, isFirst: isFirst))
            #expect(again.code == 0, "\(again) after \(call) \(number)")
            let difference = Self.difference(try Self.contents(target), isFirst ? fresh : changed)
            #expect(difference.isEmpty, "killed at \(call) number \(number): \(difference)")
            try FileManager.default.removeItem(at: target)
        }
        #expect(killed > points / 5, "\(killed) of \(points) were killed")
    }

    // MARK: The library

    private static func fill(_ fixture: ProgramFixture) async throws {
        for seed in 1...24 {
            try fixture.write("\(seed)/IMG_\(seed % 7).JPG", TestJPEG(seed: UInt8(seed)).data())
        }
        for seed in 1...3 {
            try fixture.write(
                "\(seed)/IMG_E\(seed % 7).JPG",
                TestJPEG(width: 16, seed: UInt8(seed)).data()
            )
        }
        let outcome = try await fixture.run("import", "--no-previews", fixture.source.path)
        try #require(outcome.code == 0, "\(outcome)")
        try await fixture.run("album", "create", "Trip")
        let names = try await identifiers(fixture)
        try await fixture.run(["album", "add", "Trip"] + names.prefix(5))
        try await fixture.run(["edit", "--caption", "At the lake"] + names.prefix(8))
    }

    private static func identifiers(_ fixture: ProgramFixture) async throws -> [String] {
        try await fixture.run("ls", "--json").objects().compactMap { $0["identifier"] as? String }
    }

    private static func change(_ fixture: ProgramFixture) async throws {
        let names = try await identifiers(fixture)
        try await fixture.run(["edit", "--caption", "Elsewhere"] + names.prefix(4))
        try await fixture.run(["edit", "--rating", "3"] + names.dropFirst(8).prefix(6))
        try await fixture.run(["delete"] + names.suffix(4))
    }

    // MARK: Exports

    private static func arguments(_ target: URL, isFirst: Bool) -> [String] {
        [
            "export", "--all", "--to", target.path, "--albums", "links", "--delete-removed",
            "--paths", isFirst ? "{original}" : "{rating|0}/{original}",
        ]
    }

    private static func prepare(_ target: URL, from old: URL?) throws {
        if let old {
            try FileManager.default.copyItem(at: old, to: target)
        } else {
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: target.appendingPathComponent("IMG_1.JPG"))
            try Data("mine, too".utf8).write(to: target.appendingPathComponent("IMG_2 (2).JPG"))
        }
    }

    private static func export(_ fixture: ProgramFixture, to target: URL) async throws {
        try prepare(target, from: nil)
        let outcome = try await fixture.run(arguments(target, isFirst: true))
        try #require(outcome.code == 0, "\(outcome)")
    }

    /// The contents of a folder after an export that nothing interrupted.
    private static func finish(
        _ fixture: ProgramFixture,
        _ name: String,
        from old: URL? = nil
    ) async throws -> [String: Data] {
        let target = fixture.folder.appendingPathComponent(name)
        try prepare(target, from: old)
        let outcome = try await fixture.run(arguments(target, isFirst: old == nil))
        try #require(outcome.code == 0, "\(outcome)")
        defer { try? FileManager.default.removeItem(at: target) }
        return try contents(target)
    }

    /// Every file with its bytes, and every link with its target; the manifest without the identifier of the export.
    private static func contents(_ folder: URL) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where !path.hasPrefix(".photokit-export") {
            let url = folder.appendingPathComponent(path)
            if let link = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) {
                contents[path] = Data("link to \(link)".utf8)
            } else if let bytes = try? Data(contentsOf: url) {
                let lines = bytes.split(separator: UInt8(ascii: "\n"))
                contents[path] =
                    path == "photokit-export.jsonl"
                    ? Data(lines.dropFirst().map { Data($0) + [10] }.joined()) : bytes
            } else {
                contents[path] = Data()
            }
        }
        let drafts = folder.appendingPathComponent(".photokit-export/drafts")
        let left = try FileManager.default.contentsOfDirectory(atPath: drafts.path)
        contents["drafts"] = Data("\(left)".utf8)
        return contents
    }

    private static func difference(_ found: [String: Data], _ wanted: [String: Data]) -> [String] {
        Set(found.keys).union(wanted.keys).filter { found[$0] != wanted[$0] }.sorted()
    }
}
