import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Files that the library itself keeps of an asset whose original stays in a source and is away.
@Suite(.permit) struct OfflineAssetFilesTests {
    @Test func `the lost rendering of an offline asset is named and healed`() throws {
        let fixture = try SourceFixture(["a.jpg": 1])
        try fixture.sweep()
        let asset = try #require(try fixture.uuids()["a.jpg"])
        try fixture.library.commit(.edit(asset))
        let layout = fixture.library.layout
        let copy = fixture.folder.url.appendingPathComponent("copy", isDirectory: true)
        try FileManager.default.copyItem(at: layout.originals, to: copy)
        let files = try fixture.library.originals()
        #expect(files.count == 2)
        try fixture.remove("a.jpg")
        try fixture.sweep()
        for file in files { try FileManager.default.removeItem(at: layout.original(file)) }

        let findings = try LibraryCheck(fixture.library).run().findings
        #expect(Set(findings.map(\.subject)) == Set(files.map { layout.original($0).path }))
        let outcome = try LibraryHealing(fixture.library).run(from: [copy])
        #expect(outcome.healed.count == 2)
        #expect(outcome.lost == 0)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
    }
}
