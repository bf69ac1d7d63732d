import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// An import makes previews behind its blocks, and never fails for the lack of one.
@Suite(.permit) struct ImportPreviewTests {
    private let decoder = FakeDecoder()
    private let fixture: ImportFixture

    init() throws {
        var environment = EngineEnvironment()
        environment.pictures = decoder.pictures
        fixture = try ImportFixture(environment: environment)
        for seed in UInt8(1)...3 { try fixture.write(picture: "\(seed).jpg", seed: seed) }
    }

    @Test func everyAssetGetsBothSizesFromOneDecoding() throws {
        let summary = try fixture.run(options: { $0.makesPreviews = true }).summary
        #expect(summary.importedCount == 3)
        #expect(summary.withoutPreviewCount == 0)
        #expect(fixture.library.pictures.previews.inventory().counts == [.grid: 3, .screen: 3])
        #expect(decoder.requests.map { $0.renditions.count } == [3, 3, 3])
    }

    @Test func nothingIsMadeWhereItIsNotAskedForOrNothingGetsIn() throws {
        _ = try fixture.run(options: {
            $0.makesPreviews = true
            $0.isDryRun = true
        })
        _ = try fixture.run()
        #expect(decoder.requests.isEmpty)
        _ = try fixture.run(options: { $0.makesPreviews = true })
        #expect(decoder.requests.isEmpty)
    }

    @Test func aFileThatKillsDecodersGetsInWithoutPreviewAndIsReported() throws {
        decoder.error = MediaWorkerError(.died)
        let (summary, events) = try fixture.run(options: { $0.makesPreviews = true })
        #expect(summary.importedCount == 3)
        #expect(summary.refusedCount == 0)
        #expect(summary.withoutPreviewCount == 3)
        let report = try String(contentsOf: #require(summary.reportURL), encoding: .utf8)
        #expect(report.components(separatedBy: "\"without preview\"").count == 4)
        // By the names that the person knows, not those inside the library.
        let files = (1...3).map { fixture.source.appendingPathComponent("\($0).jpg").path }
        #expect(events.withoutPreview.keys.sorted() == files)
    }

    @Test func `a disk without room for previews is reported once`() throws {
        decoder.error = StoreError(.diskFull, "The volume is full.")
        let (summary, events) = try fixture.run(options: { $0.makesPreviews = true })
        #expect(summary.importedCount == 3 && summary.withoutPreviewCount == 3)
        #expect(events.withoutPreview.isEmpty)
        #expect(events.obstacles.count == 1)
        #expect(events.obstacles.first?.contains("`photokit previews --make`") == true)
    }

    @Test func `an import that is stopped while it makes previews has all files`() throws {
        let decoder = decoder
        let isStopped = Mutex(false)
        var environment = EngineEnvironment()
        environment.pictures = { descriptor, request in
            while !isStopped.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.01) }
            return try decoder.pictures(descriptor, request)
        }
        let fixture = try ImportFixture(environment: environment)
        for seed in UInt8(1)...3 { try fixture.write(picture: "\(seed).jpg", seed: seed) }
        var options = ImportOptions()
        options.makesPreviews = true
        let importer = Importer(
            fixture.library,
            options: options,
            isCancelled: { isStopped.withLock { $0 } },
            notify: { event in
                if case .previewsLeft = event { isStopped.withLock { $0 = true } }
            }
        )
        let summary = try importer.run([fixture.source])
        #expect(summary.importedCount == 3 && summary.wasCancelled && summary.hasAllFiles)
        let cancelled = try self.fixture.run(isCancelled: { true }).summary
        #expect(cancelled.wasCancelled && !cancelled.hasAllFiles)
    }

    @Test func aMissingWorkerIsNamedOnce() throws {
        decoder.error = MediaWorkerError(.notFound)
        let (summary, events) = try fixture.run(options: { $0.makesPreviews = true })
        #expect(summary.importedCount == 3)
        #expect(events.obstacles == ["\(MediaWorkerError(.notFound))"])
        #expect(events.withoutPreview.isEmpty)
    }
}
