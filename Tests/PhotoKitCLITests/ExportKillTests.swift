import Foundation
import PhotosTestSupport
import TestPermits
import Testing

private let tracer = "/usr/bin/strace"

/// An export that is killed or fails anywhere and runs again ends as the one that nothing disturbed, and touches no
/// other file.
///
/// `PHOTOKIT_TEST_EXPORT_POINTS` sets how often. With that variable, a table of the points is printed.
@Suite(.permit, .serialized, .enabled(if: FileManager.default.isExecutableFile(atPath: tracer)))
struct ExportKillTests {
    private static let calls = [
        "write", "pwrite64", "renameat2", "renameat", "fsync", "fdatasync", "syncfs", "mkdirat",
        "openat", "unlinkat", "ftruncate", "flock", "symlinkat", "copy_file_range", "ioctl",
        "utimensat", "fadvise64",
    ]
    /// The calls that fail on a full disk, and those that fail on a disk that is gone.
    private static let failingCalls = [
        "write", "pwrite64", "renameat2", "renameat", "fsync", "fdatasync", "syncfs", "mkdirat",
        "openat", "unlinkat", "ftruncate", "symlinkat", "copy_file_range", "newfstatat", "pread64",
    ]

    @Test func `killed anywhere and run again, it ends as if nothing had been`() async throws {
        let points = Self.makePoints(seed: 20_261_123, calls: Self.calls) { _ in "signal=SIGKILL" }
        let outcomes = try await Self.run(points)
        let killed = outcomes.count { $0.isDisturbed }
        #expect(killed > points.count / 5, "\(killed) of \(points.count) were killed")
    }

    @Test func `failing calls end an export without damage, and it continues`() async throws {
        let points = Self.makePoints(seed: 20_261_124, calls: Self.failingCalls) { random in
            // A disk may fail once, or from some moment on.
            Bool.random(using: &random) ? "error=ENOSPC" : "error=EIO"
        }
        let outcomes = try await Self.run(points)
        let failed = outcomes.count { $0.isDisturbed }
        #expect(failed > points.count / 10, "\(failed) of \(points.count) failed")
        #expect(outcomes.allSatisfy { !$0.isCrashed }, "\(outcomes.filter(\.isCrashed))")
    }

    // MARK: Points

    /// A fault at a system call of an export.
    private struct Point: Sendable {
        var number: Int
        var call: String
        var fault: String
        /// The number of the call, with `+` for all later ones as well.
        var when: String
        var isFirst: Bool { number % 2 == 0 }
    }

    private struct Outcome: Sendable {
        var point: Point
        var isDisturbed: Bool
        var isCrashed: Bool
    }

    private static let isLong =
        ProcessInfo.processInfo.environment["PHOTOKIT_TEST_EXPORT_POINTS"] != nil

    private static func makePoints(
        seed: UInt64,
        calls: [String],
        fault: (inout SeededNumbers) -> String
    ) -> [Point] {
        let count =
            ProcessInfo.processInfo.environment["PHOTOKIT_TEST_EXPORT_POINTS"].flatMap(Int.init)
            ?? 20
        var random = SeededNumbers(seed: seed)
        return (0..<count).map { number in
            let call = calls[Int.random(in: 0..<calls.count, using: &random)]
            let when = Int.random(in: 1...most(call), using: &random)
            let fault = fault(&random)
            // The system also loads the program with these calls, and ends it where all of them fail.
            let loadsProgram = ["openat", "newfstatat", "pread64"].contains(call)
            let isLasting =
                fault != "signal=SIGKILL" && !loadsProgram && Bool.random(using: &random)
            return Point(
                number: number,
                call: call,
                fault: fault,
                when: "\(when)\(isLasting ? "+" : "")"
            )
        }
    }

    /// The largest number of a call in a thread that is tried.
    private static func most(_ call: String) -> Int {
        switch call {
        // These are frequent already before the export begins.
        case "openat", "newfstatat", "pread64": 200
        case "fsync", "fdatasync", "syncfs", "flock", "renameat": 3
        default: 12
        }
    }

    /// What the points begin with, and what they must end with.
    private struct Wanted: Sendable {
        var fixture: ProgramFixture
        var old: URL
        var fresh: [String: Data]
        var changed: [String: Data]
    }

    /// Runs points on as many threads as there are processors; most of the time is that of the program.
    private static func run(_ points: [Point]) async throws -> [Outcome] {
        let fixture = try await ProgramFixture()
        try await fill(fixture)
        // Another export, after changes, replaces, moves and removes files.
        let old = fixture.folder.appendingPathComponent("old")
        try await export(fixture, to: old)
        try await change(fixture)
        let changed = try await finish(fixture, "changed", from: old)
        let fresh = try await finish(fixture, "fresh")
        try #require(changed.count > 25 && fresh.count > 25)
        let wanted = Wanted(fixture: fixture, old: old, fresh: fresh, changed: changed)
        let lanes = ProcessInfo.processInfo.activeProcessorCount
        let outcomes = try await withThrowingTaskGroup(of: [Outcome].self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var outcomes: [Outcome] = []
                    for index in stride(from: lane, to: points.count, by: lanes) {
                        outcomes.append(try await run(points[index], wanted))
                    }
                    return outcomes
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        if isLong { printTable(outcomes) }
        return outcomes
    }

    private static func run(_ point: Point, _ wanted: Wanted) async throws -> Outcome {
        let fixture = wanted.fixture
        let target = fixture.folder.appendingPathComponent("point-\(point.number)")
        try prepare(target, from: point.isFirst ? nil : wanted.old)
        let first = try await fixture.run(
            [
                "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(point.call)", "-e",
                "inject=\(point.call):\(point.fault):when=\(point.when)",
                ProgramFixture.program.path,
            ] + arguments(target, isFirst: point.isFirst),
            program: URL(fileURLWithPath: tracer)
        )
        let again = try await fixture.run(arguments(target, isFirst: point.isFirst))
        #expect(again.code == 0, "\(again) after \(point)")
        let found = difference(
            try contents(target),
            point.isFirst ? wanted.fresh : wanted.changed
        )
        #expect(found.isEmpty, "after \(point): \(found)")
        try FileManager.default.removeItem(at: target)
        // The program's own exit codes end at 8. The loader ends with 127 where it cannot read a library of the system, before
        // the program begins.
        let hasBegun = first.code != 127
        return Outcome(
            point: point,
            isDisturbed: hasBegun && first.code != 0,
            isCrashed: hasBegun && !(0...8).contains(first.code) && point.fault != "signal=SIGKILL"
        )
    }

    private static func printTable(_ outcomes: [Outcome]) {
        let disturbed = outcomes.count { $0.isDisturbed }
        print("\(outcomes.count) points, \(disturbed) exports disturbed")
        for (call, found) in Dictionary(grouping: outcomes, by: \.point.call)
            .sorted(by: { $0.key < $1.key })
        {
            print("\(call): \(found.count) points, \(found.count { $0.isDisturbed }) disturbed")
        }
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
                let isManifest = path == "photokit-export.jsonl"
                contents[path] =
                    isManifest
                    ? bytes.drop { $0 != UInt8(ascii: "\n") } : bytes
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
