import Foundation
import PhotosSearch
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

private let tracer = "/usr/bin/strace"

/// The index of words is whole or continues wherever a program that makes it is killed, and searches are right meanwhile.
///
/// `PHOTOKIT_TEST_SEARCH_POINTS` sets how often.
@Suite(.permit, .serialized, .enabled(if: FileManager.default.isExecutableFile(atPath: tracer)))
struct SearchKillTests {
    /// The system calls at which a program is killed, with the largest number of a call in a thread that is tried.
    private static let calls = [
        ("pwrite64", 500), ("fdatasync", 8), ("openat", 200), ("fcntl", 60), ("pread64", 200),
        ("ftruncate", 4), ("flock", 4), ("write", 6),
    ]

    @Test func `killed while the index is made, the next program goes on`() async throws {
        let fixture = try await ProgramFixture()
        try Self.fill(fixture.library)
        try await Self.run(Self.points(seed: 20_261_125), fixture)
    }

    @Test func `killed while the index follows changes, the next program goes on`() async throws {
        let fixture = try await ProgramFixture()
        let assets = try Self.fill(fixture.library)
        try await fixture.run("search", "--index")
        try Self.change(assets, fixture.library)
        try await Self.run(Self.points(seed: 20_261_126), fixture)
    }

    // MARK: Points

    private struct Point: Sendable {
        var number: Int
        var call: String
        var when: Int
    }

    private static func points(seed: UInt64) -> [Point] {
        let count =
            ProcessInfo.processInfo.environment["PHOTOKIT_TEST_SEARCH_POINTS"].flatMap(Int.init)
            ?? 8
        var random = SeededNumbers(seed: seed)
        return (0..<count).map { number in
            let (call, most) = calls[Int.random(in: 0..<calls.count, using: &random)]
            return Point(number: number, call: call, when: Int.random(in: 1...most, using: &random))
        }
    }

    private static func run(_ points: [Point], _ fixture: ProgramFixture) async throws {
        let whole = fixture.folder.appendingPathComponent("whole.photolib")
        try FileManager.default.copyItem(at: fixture.library, to: whole)
        let expected = try answers(whole)
        #expect(expected.found["rare"] ?? 0 > 400 && expected.suggested.count > 50)
        var killed = 0
        for point in points {
            let copy = fixture.folder.appendingPathComponent("point-\(point.number).photolib")
            try FileManager.default.copyItem(at: fixture.library, to: copy)
            let outcome = try await fixture.run(
                [
                    "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(point.call)", "-e",
                    "inject=\(point.call):signal=SIGKILL:when=\(point.when)",
                    ProgramFixture.program.path, "search", "--index", "--library", copy.path,
                ],
                program: URL(fileURLWithPath: tracer)
            )
            if outcome.code != 0 { killed += 1 }
            let found = try answers(copy)
            #expect(found == expected, "after \(point)")
            try FileManager.default.removeItem(at: copy)
        }
        #expect(killed > points.count / 4, "\(killed) of \(points.count) were killed")
    }

    // MARK: The library

    /// Makes more assets than two parts of the index have.
    @discardableResult
    private static func fill(_ url: URL) throws -> [UUID] {
        let library = try open(url)
        defer { library.close() }
        let uuids = (0..<4_500).map { _ in UUID() }
        let creations = uuids.enumerated().map { index, uuid in
            var update = AssetUpdate()
            update.values = [
                .caption: .text(index % 10 == 0 ? "rare lake \(index)" : "common \(index % 90)"),
                .mediaType: .integer(1), .creationDate: .real(Double(index % 700)),
                .latitude: .real(46 + Double(index % 300) / 100), .longitude: .real(7.5),
            ]
            return Mutation.createAsset(AssetCreation(uuid: uuid, update: update))
        }
        try library.commits.fill([ChangeBlock(creations)])
        return uuids
    }

    private static func change(_ assets: [UUID], _ url: URL) throws {
        let library = try open(url)
        defer { library.close() }
        for start in stride(from: 0, to: 600, by: 200) {
            let changes = (start..<(start + 200)).map { index in
                let text = index % 3 == 0 ? "rare beach" : "ordinary \(index)"
                let latitude = 46 + Double(index % 7) / 10
                return Mutation.set(
                    assets[7 * index],
                    [.caption: .text(text), .latitude: .real(latitude), .longitude: .real(7.6)]
                )
            }
            try library.commits.commit(ChangeBlock(changes))
        }
        try library.commit(.deleteAssets([assets[1]]), .purgeAssets([assets[1]]))
    }

    private static func open(_ url: URL) throws -> Library {
        var environment = EngineEnvironment()
        // The index is made only where the test asks for it.
        environment.largestWithoutIndex = .max
        return try Library.open(url, environment: environment)
    }

    // MARK: Judging

    /// What searches and suggestions give, and what a check finds.
    private struct Answers: Equatable {
        var found: [String: Int] = [:]
        var suggested: [String: Int] = [:]
    }

    /// Asks with the index as it is, then with the index completed, and then without an index, which must be the same.
    private static func answers(_ url: URL) throws -> Answers {
        let library = try open(url)
        defer { library.close() }
        let asFound = try ask(library)
        try library.words.indexWords()
        #expect(try ask(library) == asFound)
        #expect(
            try LibraryCheck(library).run().findings.filter { $0.code == .searchIndexDamaged }
                .isEmpty
        )
        try library.words.removeSearchIndex()
        #expect(try ask(library) == asFound)
        return asFound
    }

    private static func ask(_ library: Library) throws -> Answers {
        var answers = Answers()
        for word in ["rare", "lake", "common", "ordinary 1", "be", "nothing"] {
            let pattern = try #require(WordPattern(beginning: word))
            let condition = Condition.words(WordCondition(pattern, in: [.asset(.caption)]))
            let result = try library.records.fetch(
                FetchPlan(.assets, filter: condition),
                anew: true
            )
            answers.found[word] = result.rows.count
        }
        for latitude in [46, 46.3, 48, 10] {
            let centre = try #require(PlacePoint(latitude, 7.55))
            let area = Condition.area(AreaCondition(.circle(centre, metres: 10_000)))
            let result = try library.records.fetch(FetchPlan(.assets, filter: area), anew: true)
            answers.found["near \(latitude)"] = result.rows.count
        }
        for typed in ["r", "co", "be", "1"] {
            let stem = try #require(WordStem.atEnd(of: typed)).stem
            let words = try library.search.suggestions(
                for: stem,
                in: [.asset(.caption)],
                includingHidden: false,
                limit: .max
            )
            for word in words { answers.suggested[word.word] = word.count }
        }
        return answers
    }
}
