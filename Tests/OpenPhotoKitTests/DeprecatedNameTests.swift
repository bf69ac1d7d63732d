import Foundation
import OpenPhotoKit
import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct DeprecatedNameTests {
    @available(*, deprecated)
    @Test func `earlier names of system facts give the same values`() throws {
        let fixture = try LibraryFixture()
        let facts = try fixture.library.systemFacts()
        #expect(facts.placeProblem == facts.folderProblem)
        let folder = fixture.folder.appendingPathComponent("Pictures", isDirectory: true)
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent(".stfolder", isDirectory: true),
            withIntermediateDirectories: true
        )
        let reason = try #require(PHPhotoLibrary.folderProblem(at: folder))
        #expect(PHPhotoLibrary.placeProblem(at: folder) == reason)
    }

    @available(*, deprecated)
    @Test func `earlier names of cases match, and the raw value is as before`() {
        #expect(LibraryProblem.unsuitablePlace == .unsuitableFolder)
        #expect(LibraryProblem.unsuitableFolder.rawValue == "unsuitablePlace")
        #expect(PropertyValue.place == .position)
        let isMatched =
            switch PropertyValue.position {
            case .place: true
            default: false
            }
        #expect(isMatched)
    }

    @available(*, deprecated)
    @Test func `earlier names of findings and healed files give the same values`() async throws {
        let folder = try TemporaryFolder()
        let picture = folder.url.appendingPathComponent("a.jpg")
        try Data(TestJPEG(seed: 1).data()).write(to: picture)
        let root = folder.url.appendingPathComponent("Test.photolib")
        let library = try PHPhotoLibrary.open(at: root, create: true)
        defer { library.close() }
        _ = try await library.importFiles([picture])
        let originals = root.appendingPathComponent("originals")
        let name = try #require(
            FileManager.default.subpathsOfDirectory(atPath: originals.path)
                .first { $0.hasSuffix(".jpg") }
        )
        try FileManager.default.removeItem(at: originals.appendingPathComponent(name))
        let finding = try #require(try await library.check().findings.first)
        #expect(finding.subject == originals.appendingPathComponent(name).path)
        #expect(finding.place == finding.subject)
        let healed = try #require(try await library.heal(from: [picture]).healedFiles.first)
        #expect(healed.searchedURL.lastPathComponent == "a.jpg")
        #expect(healed.place == healed.searchedURL)
    }
}
