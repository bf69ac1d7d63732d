import Foundation
import PhotosMedia
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

@testable import PhotosImport
@testable import PhotosStore

/// Imports and sweeps where what looks into files is missing, or stops working.
@Suite(.permit) struct MissingFactsTests {
    /// A stand-in for the worker, which can break.
    final class Reader: Sendable {
        struct State {
            var isBroken = false
            /// It breaks after so many files.
            var filesLeft = Int.max
            /// Names of files that kill it.
            var hostile: Set<String> = []
            /// So many questions are answered wrongly, and it works all the same.
            var falseAlarms = 0
            var files = 0
        }

        let state = Mutex(State())

        static let problem = MediaWorkerError(.unusable, "/x: it ends before it answers")

        func examine(_ descriptor: Int32, _ name: String?) throws -> MediaFacts {
            try state.withLock { state in
                if state.filesLeft == 0 { state.isBroken = true }
                if state.isBroken { throw MediaWorkerError(.died) }
                state.filesLeft -= 1
                state.files += 1
                if let name, state.hostile.contains(name) { throw MediaWorkerError(.died) }
                var facts = try MediaReader.headerFacts(of: descriptor, hint: name, zone: .gmt)
                facts.reader = .worker
                facts.creationDate = Date(timeIntervalSince1970: 1_000_000_000)
                return facts
            }
        }

        func environment(_ clock: TestClock = TestClock()) -> EngineEnvironment {
            var environment = EngineEnvironment.test(clock: clock)
            environment.examine = { try self.examine($0, $1) }
            environment.readerProblem = { _ in
                self.state.withLock { state in
                    if state.falseAlarms > 0 {
                        state.falseAlarms -= 1
                        return Self.problem
                    }
                    return state.isBroken ? Self.problem : nil
                }
            }
            environment.pictures = { _, _ in
                if self.state.withLock(\.isBroken) { throw MediaWorkerError(.died) }
                throw MediaFileError(.damaged, "no picture")
            }
            return environment
        }
    }

    private let reader = Reader()

    private func fixture(_ pictures: Int) throws -> ImportFixture {
        let fixture = try ImportFixture(environment: reader.environment())
        for seed in 0..<pictures {
            try fixture.write(picture: "p\(seed).jpg", seed: UInt8(seed))
        }
        return fixture
    }

    private func dates(_ library: Library) throws -> [Date?] {
        let rows = try library.records.fetch(FetchPlan(.assets)).rows
        return try library.records.assets(rows).records.values.map(\.creationDate)
    }

    @Test(arguments: [false, true])
    func `an import refuses before it reads anything`(isDryRun: Bool) throws {
        let fixture = try fixture(2)
        reader.state.withLock { $0.isBroken = true }
        let error = #expect(throws: StoreError.self) {
            try fixture.run(options: { $0.isDryRun = isDryRun })
        }
        #expect(error?.code == .readerUnavailable)
        #expect(error?.message.contains("it ends before it answers") == true)
        #expect(try dates(fixture.library).isEmpty)
        #expect(try fixture.library.sources.all().isEmpty)
    }

    @Test func `an import stops when the reader stops working, and goes on later`() throws {
        let fixture = try fixture(20)
        reader.state.withLock { $0.filesLeft = 7 }
        let error = #expect(throws: StoreError.self) {
            try fixture.run(options: { $0.blockFiles = 2 })
        }
        #expect(error?.code == .readerUnavailable)
        #expect(error?.message.contains("hostile") == false)
        // What got in has the date that its content states, not that of its file.
        let content = Date(timeIntervalSince1970: 1_000_000_000)
        #expect(try dates(fixture.library).allSatisfy { $0 == content })
        reader.state.withLock { ($0.isBroken, $0.filesLeft) = (false, .max) }
        let (summary, log) = try fixture.run()
        #expect(log.complaints.isEmpty)
        #expect(summary.importedCount > 0)
        let all = try dates(fixture.library)
        #expect(all.count == 20)
        #expect(all.allSatisfy { $0 == content })
    }

    @Test func `told so, an import goes on with headers, and says why once`() throws {
        let fixture = try fixture(20)
        reader.state.withLock { $0.filesLeft = 7 }
        let (summary, log) = try fixture.run(options: {
            $0.allowsMissingFacts = true
            $0.makesPreviews = true
            $0.blockFiles = 2
        })
        #expect(summary.importedCount == 20)
        #expect(log.complaints.isEmpty)
        #expect(log.withoutFacts.count == 1)
        #expect(log.withoutFacts.first?.contains("it ends before it answers") == true)
    }

    @Test func `a file that kills the reader is its own fault, and stops nothing`() throws {
        let fixture = try fixture(5)
        reader.state.withLock { $0.hostile = ["p2.jpg"] }
        let (summary, log) = try fixture.run()
        #expect(summary.importedCount == 5)
        #expect(log.complaints.keys.sorted() == ["p2.jpg"])
        #expect(log.withoutFacts.isEmpty)
    }

    @Test func `a reader that fails for a moment stops nothing`() throws {
        let fixture = try fixture(5)
        reader.state.withLock { $0.filesLeft = 2 }
        // The first question after the failure is answered wrongly, and mends it.
        let environment = fixture.library.environment
        #expect(environment.readerProblem(false) == nil)
        let mended = Mutex(false)
        var mending = environment
        mending.readerProblem = { [reader] _ in
            let isFirst = mended.withLock { isMended in
                defer { isMended = true }
                return !isMended
            }
            if isFirst { return nil }
            return reader.state.withLock { state in
                guard state.isBroken else { return nil }
                (state.isBroken, state.filesLeft) = (false, .max)
                return Reader.problem
            }
        }
        let facts = try FactReader(mending, allowsMissingFacts: false)
        for seed in 0..<5 {
            let url = fixture.source.appendingPathComponent("p\(seed).jpg")
            let file = try FileHandle(forReadingFrom: url)
            #expect(try facts.facts(of: file.fileDescriptor, named: "p.jpg").reader == .worker)
        }
        #expect(facts.obstacle == nil)
    }

    @Test func `a sweep refuses, or stops without noting anything against its files`() throws {
        let fixture = try SourceFixture(
            ["a.jpg": 1, "b.jpg": 2],
            environment: reader.environment()
        )
        reader.state.withLock { $0.isBroken = true }
        let refused = #expect(throws: StoreError.self) { try fixture.sweep() }
        #expect(refused?.code == .readerUnavailable)
        reader.state.withLock { ($0.isBroken, $0.filesLeft) = (false, 1) }
        let stopped = #expect(throws: StoreError.self) { try fixture.sweep() }
        #expect(stopped?.code == .readerUnavailable)
        reader.state.withLock { ($0.isBroken, $0.filesLeft) = (false, .max) }
        let report = try fixture.sweep()
        #expect(report.refusedCount == 0)
        #expect(try fixture.assets().count == 2)
        #expect(
            try dates(fixture.library)
                .allSatisfy { $0 == Date(timeIntervalSince1970: 1_000_000_000) }
        )
    }

    @Test func `told so, a sweep goes on with headers, and says why once`() throws {
        let fixture = try SourceFixture(
            ["a.jpg": 1, "b.jpg": 2, "c/d.jpg": 3],
            environment: reader.environment()
        )
        reader.state.withLock { $0.isBroken = true }
        let report = try fixture.sweep { $0.allowsMissingFacts = true }
        #expect(report.createdCount == 3)
        #expect(report.refusedCount == 0)
        let reasons = fixture.events.filter { if case .withoutFacts = $0 { true } else { false } }
        #expect(reasons.count == 1)
    }

    @Test func `a failing reader of pictures is not held against a file`() throws {
        let fixture = try fixture(1)
        _ = try fixture.run()
        let library = fixture.library
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        let resource = try #require(try library.records.shownResources(ofAssets: rows).first)
        reader.state.withLock { $0.isBroken = true }
        #expect(throws: Reader.problem) { try library.pictures.preview(.grid, of: resource) }
        reader.state.withLock { $0.isBroken = false }
        // The file is tried, and found to be damaged: nothing else stands in the way.
        #expect(throws: MediaFileError(.damaged, "no picture")) {
            try library.pictures.preview(.grid, of: resource)
        }
    }

    @Test func `a program's own request goes on with the header, and is told why`() throws {
        let reported = Mutex<[MediaWorkerError]>([])
        var environment = reader.environment()
        environment.reportReaderProblem = { problem in reported.withLock { $0.append(problem) } }
        let fixture = try ImportFixture(environment: environment)
        reader.state.withLock { $0.isBroken = true }
        try fixture.library.addPicture(seed: 1)
        #expect(try dates(fixture.library).count == 1)
        #expect(reported.withLock { $0 } == [Reader.problem])
        reader.state.withLock { $0.isBroken = false }
    }
}
