import OpenPhotoKit
import Synchronization
import TestPermits
import Testing

@Suite(.permit) struct ImportAndCheckTests {
    @Test func `an import tells what happens in order, and reports`() async throws {
        let fixture = try LibraryFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try Data([1]).write(to: fixture.folder.appendingPathComponent("b.txt"))
        let events = EventLog()
        let report = try await fixture.library.importFiles([fixture.folder]) { events.add($0) }
        #expect(report.importedCount == 1 && report.otherCount == 1 && !report.wasCancelled)
        let reported = events.all
        #expect(reported.first == .found(files: 2, bytes: report.importedBytes + 1))
        // Behind it may come what is told of previews, where those take their time.
        let last = try #require(
            reported.compactMap { if case .progress(let it) = $0 { it } else { nil } }.last
        )
        #expect(last.filesDone == 2 && last.bytesDone == last.bytesTotal)
        #expect(fixture.library.withCurrent { PHAsset.fetchAssets(with: nil).count } == 1)
    }

    @Test func `a cancelled task ends the import in good order`() async throws {
        let fixture = try LibraryFixture()
        for seed in UInt8(0)..<3 { try fixture.write(picture: "\(seed).jpg", seed: seed) }
        let (library, folder) = (fixture.library, fixture.folder)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await library.importFiles([folder])
        }
        let report = try await task.value
        #expect(report.wasCancelled)
        #expect(report.importedCount == 0)
    }

    @Test func `a sound library has no findings, also after a repair`() async throws {
        let fixture = try LibraryFixture()
        _ = try fixture.makeAssets(2)
        let report = try await fixture.library.check(readingBytes: true)
        #expect(report.findings.isEmpty && report.assetCount == 2 && report.hasReadBytes)
        #expect(try await fixture.library.repair().quarantinedFiles.isEmpty)
    }

    @Test func `identifiers are found by their beginnings`() throws {
        let fixture = try LibraryFixture()
        let name = try fixture.makeAssets(1)[0].localIdentifier
        for text in [String(name.prefix(9)), name, String(name.prefix(3)).lowercased()] {
            #expect(try fixture.library.localIdentifiers(beginningWith: text, of: .asset) == [name])
        }
        for text in ["", "xyz", "-", name + "0", String(name.prefix(36)) + "/L0/040"] {
            #expect(try fixture.library.localIdentifiers(beginningWith: text, of: .asset).isEmpty)
        }
        #expect(
            try fixture.library.localIdentifiers(beginningWith: name, of: .assetCollection).isEmpty
        )
    }

    @Test func `photos are found by the names of their files`() async throws {
        let fixture = try LibraryFixture()
        try FileManager.default.createDirectory(
            at: fixture.folder.appendingPathComponent("b"),
            withIntermediateDirectories: true
        )
        for (index, name) in ["a.jpg", "A.JPG", "b/a.jpg", "c.jpg"].enumerated() {
            try fixture.write(picture: name, seed: UInt8(index))
        }
        try await fixture.library.importFiles([fixture.folder])
        let found = try fixture.library.localIdentifiers(
            ofFilesNamed: ["a.jpg", "A.JPG", "C.jpg", "d.jpg"]
        )
        #expect(found.mapValues(\.count) == ["a.jpg": 2, "A.JPG": 1, "C.jpg": 1])
        #expect(Set(found.values.joined()).count == 4)
        #expect(try fixture.library.localIdentifiers(ofFilesNamed: []).isEmpty)
    }

    @Test func `typed predicates and sort keys are judged without ending the program`() throws {
        #expect(throws: FetchSyntaxError.self) {
            try FetchSyntax.predicate("foo == 1", for: .assets)
        }
        #expect(throws: FetchSyntaxError.self) { try FetchSyntax.predicate("((", for: .albums) }
        #expect(throws: FetchSyntaxError.self) {
            try FetchSyntax.sortDescriptor("foo", ascending: true, for: .folders)
        }
        let fixture = try LibraryFixture()
        _ = try fixture.makeAssets(2)
        let options = PHFetchOptions()
        options.predicate = try FetchSyntax.predicate("mediaType == 1", for: .assets)
        options.sortDescriptors = [
            try FetchSyntax.sortDescriptor("creationDate", ascending: false, for: .assets)
        ]
        #expect(fixture.library.withCurrent { PHAsset.fetchAssets(with: options).count } == 2)
    }

    @Test func `the facts of the system name SQLite and the file system`() throws {
        let fixture = try LibraryFixture()
        let facts = try fixture.library.systemFacts()
        #expect(facts.sqliteVersion.hasPrefix("3."))
        #expect(facts.synchronousMode != nil)
        let fileSystem = try #require(facts.fileSystem)
        #expect(!fileSystem.type.isEmpty && fileSystem.freeBytes ?? 0 > 0)
    }
}

/// What was told, in order; the mutex guards it.
private final class EventLog: Sendable {
    private let events = Mutex<[LibraryImport.Event]>([])

    var all: [LibraryImport.Event] { events.withLock { $0 } }

    func add(_ event: LibraryImport.Event) { events.withLock { $0.append(event) } }
}
