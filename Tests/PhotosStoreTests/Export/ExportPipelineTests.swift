import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Exports of more assets than are read and written at once.
@Suite(.permit) struct ExportPipelineTests {
    @Test func `many assets, of which some change, are exported as if one at a time`() throws {
        let fixture = try ExportFixture()
        fixture.options.metadata = .sidecars
        fixture.options.versions = .both
        var uuids: [UUID] = []
        // Every name is that of seven photos.
        for number in 0..<600 {
            uuids.append(
                try fixture.add(
                    "IMG_\(number % 85).jpg",
                    seed: UInt8(number % 250),
                    number % 3 == 0 ? [.caption: .text("\(number)")] : [:]
                )
            )
        }
        fixture.options.blockFiles = 7
        let first = try fixture.export()
        #expect(first.summary.writtenCount == 600 && first.summary.sidecarCount == 200)
        #expect(first.summary.failedCount == 0)
        let names = first.events.compactMap { event -> String? in
            guard case .written(let file, _) = event, file.url.pathExtension == "jpg" else {
                return nil
            }
            return file.url.lastPathComponent
        }
        // Files get their names in the order of the library, whichever block was done first.
        #expect(
            names
                == (0..<600).map {
                    "IMG_\($0 % 85)\($0 < 85 ? "" : " (\($0 / 85 + 1))").jpg"
                }
        )
        #expect(try fixture.export().summary.unchangedAssetCount == 600)
        for number in [0, 255, 256, 257, 511, 512, 599] {
            try fixture.change(uuids[number], [.caption: .text("new")])
        }
        try fixture.library.commit(.purgeAssets([uuids[300]]))
        let again = try fixture.export().summary
        #expect(
            again.unchangedAssetCount == 592 && again.sidecarCount == 7 && again.writtenCount == 0
        )
        #expect(again.deletedCount == (300 % 3 == 0 ? 2 : 1))
        fixture.options.template = try ExportTemplate("{caption|none}/{original}")
        fixture.options.removesDeleted = true
        let moved = try fixture.export().summary
        #expect(moved.movedCount >= 599 && moved.writtenCount == 0 && moved.failedCount == 0)
        #expect(moved.removedCount == again.deletedCount)
        #expect(try fixture.export().summary.unchangedAssetCount == 599)
    }

    @Test func `an error in one block leaves no temporary file, and the next export continues`()
        throws
    {
        let fixture = try ExportFixture()
        for number in 1...40 {
            try fixture.add("\(number).jpg", seed: UInt8(number), [.caption: .text("x")])
        }
        fixture.options.metadata = .embedded
        fixture.options.blockFiles = 3
        let calls = Mutex(0)
        let exporter = Exporter(
            fixture.library,
            options: fixture.options,
            embed: { _, _, _ in
                let call = calls.withLock { calls in
                    calls += 1
                    return calls
                }
                if call > 20 { throw StoreError(.diskFull, "full") }
                throw MediaFileError(.notEmbeddable, "no")
            }
        )
        let error = #expect(throws: StoreError.self) { try exporter.runAll(to: fixture.out) }
        #expect(error?.code == .diskFull)
        let drafts = fixture.out.appendingPathComponent(".photokit-export/drafts")
        #expect(try FileManager.default.contentsOfDirectory(atPath: drafts.path) == [])
        fixture.options.metadata = .sidecars
        let outcome = try fixture.export().summary
        #expect(outcome.failedCount == 0)
        #expect(try fixture.names().count == 81)
    }
}
