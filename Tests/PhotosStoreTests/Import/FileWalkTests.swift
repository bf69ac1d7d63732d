import Foundation
import PhotosStore
import PhotosTestSupport
import Testing

@Suite struct FileWalkTests {
    let fixture: ImportFixture

    init() throws { fixture = try ImportFixture() }

    private func names(_ walk: FileWalk) -> [String] { walk.files.map(\.url.lastPathComponent) }

    @Test func `a walk goes through folders in the order of names`() throws {
        for name in ["b/2.jpg", "b/1.jpg", "a/3.jpg", "c.jpg"] { try fixture.write(name, [1]) }
        #expect(names(FileWalk([fixture.source])) == ["3.jpg", "1.jpg", "2.jpg", "c.jpg"])
    }

    @Test func `hidden files and libraries are passed over`() throws {
        for name in [".hidden.jpg", ".folder/1.jpg", "Other.photolib/originals/2.jpg", "3.jpg"] {
            try fixture.write(name, [1])
        }
        #expect(names(FileWalk([fixture.source])) == ["3.jpg"])
    }

    @Test func `a hidden file that is named outright is taken`() throws {
        let url = try fixture.write(".hidden.jpg", [1])
        #expect(names(FileWalk([url])) == [".hidden.jpg"])
    }

    @Test func `links to folders are not followed, links to files are`() throws {
        try fixture.write("a/1.jpg", [1])
        let manager = FileManager.default
        try manager.createSymbolicLink(
            at: fixture.source.appendingPathComponent("a/up"),
            withDestinationURL: fixture.source
        )
        try manager.createSymbolicLink(
            at: fixture.source.appendingPathComponent("2.jpg"),
            withDestinationURL: fixture.source.appendingPathComponent("a/1.jpg")
        )
        #expect(Set(names(FileWalk([fixture.source]))) == ["1.jpg", "2.jpg"])
    }

    @Test func `a file that several paths lead to is found once`() throws {
        let url = try fixture.write("a/1.jpg", [1])
        let folder = url.deletingLastPathComponent()
        #expect(names(FileWalk([url, folder, fixture.source])) == ["1.jpg"])
    }

    @Test func `what cannot be looked at is named`() throws {
        try fixture.write("1.jpg", [1])
        let link = fixture.source.appendingPathComponent("broken.jpg")
        try FileManager.default.createSymbolicLink(
            at: link,
            withDestinationURL: fixture.source.appendingPathComponent("nowhere")
        )
        let walk = FileWalk([
            fixture.source, fixture.folder.appendingPathComponent("missing"),
            fixture.library.layout.root,
        ])
        let reasons = Dictionary(
            uniqueKeysWithValues: walk.problems.map { ($0.url.lastPathComponent, $0.reason) }
        )
        #expect(reasons["broken.jpg"]?.contains("leads nowhere") == true)
        #expect(reasons["missing"]?.contains("no such file") == true)
        #expect(reasons["Test.photolib"]?.contains("photo library") == true)
        #expect(names(walk) == ["1.jpg"])
    }
}
