import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct FolderWalkTests {
    let fixture: ImportFixture

    init() throws { fixture = try ImportFixture() }

    private func names(_ walk: FolderWalk) -> [String] {
        var walk = walk
        var names: [String] = []
        while let step = walk.next() {
            switch step {
            case .folder(_, let listing, let shown):
                names += listing.files.map(listing.name(of:)).filter {
                    !shown.contains(ExactText($0))
                }
            case .file(let file): names.append(file.name)
            case .foreignLibrary, .export, .remote, .problem: break
            }
        }
        return names
    }

    private func problems(_ walk: FolderWalk) -> [String: String] {
        var walk = walk
        var reasons: [String: String] = [:]
        while let step = walk.next() {
            if case .problem(let url, let reason) = step { reasons[url.lastPathComponent] = reason }
        }
        return reasons
    }

    @Test func `a walk shows a folder before those inside it, in the order of names`() throws {
        for name in ["b/2.jpg", "b/1.jpg", "a/3.jpg", "c.jpg"] { try fixture.write(name, [1]) }
        #expect(names(FolderWalk([fixture.source])) == ["c.jpg", "3.jpg", "1.jpg", "2.jpg"])
    }

    @Test func `hidden files and libraries are passed over`() throws {
        for name in [".hidden.jpg", ".folder/1.jpg", "Other.photolib/originals/2.jpg", "3.jpg"] {
            try fixture.write(name, [1])
        }
        #expect(names(FolderWalk([fixture.source])) == ["3.jpg"])
    }

    @Test func `a hidden file that is named outright is taken`() throws {
        let url = try fixture.write(".hidden.jpg", [1])
        #expect(names(FolderWalk([url])) == [".hidden.jpg"])
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
        #expect(Set(names(FolderWalk([fixture.source]))) == ["1.jpg", "2.jpg"])
    }

    @Test func `a link to a folder that the walk does not come to is named`() throws {
        try fixture.write("a/1.jpg", [1])
        let other = fixture.folder.appendingPathComponent("other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
        for (name, target) in [("inside", "a"), ("self", "."), ("up", ".."), ("out", other.path)] {
            try FileManager.default.createSymbolicLink(
                atPath: fixture.source.appendingPathComponent(name).path,
                withDestinationPath: target
            )
        }
        let reasons = problems(FolderWalk([fixture.source]))
        #expect(Set(reasons.keys) == ["up", "out"])
        #expect(reasons["out"]?.contains("link to the folder \(other.path)") == true)
        // A person who names the folder, too, knows what the link leads to.
        #expect(Set(problems(FolderWalk([fixture.source, other])).keys) == ["up"])
        #expect(problems(FolderWalk([fixture.source], without: PassedOver(["up", "out"]))).isEmpty)
    }

    @Test func `what cameras write beside movies is passed over, unless it is named`() throws {
        try fixture.write("GX010042.MP4", [1])
        let helper = try fixture.write("GL010042.LRV", [1])
        try fixture.write("M4ROOT/CLIP/C0001.MP4", [1])
        try fixture.write("M4ROOT/THMBNL/C0001T01.JPG", [1])
        #expect(names(FolderWalk([fixture.source])) == ["GX010042.MP4", "C0001.MP4"])
        #expect(names(FolderWalk([helper])) == ["GL010042.LRV"])
    }

    @Test func `a file that several paths lead to is found once`() throws {
        let url = try fixture.write("a/1.jpg", [1])
        let folder = url.deletingLastPathComponent()
        #expect(names(FolderWalk([url, folder, fixture.source])) == ["1.jpg"])
    }

    @Test func `names that differ in bytes alone are two`() throws {
        let composed = try fixture.write("\u{E9}/1.jpg", [1])
        try fixture.write("e\u{301}/2.jpg", [1])
        try fixture.write("e\u{301}/1.jpg", [1])
        #expect(names(FolderWalk([fixture.source])).sorted() == ["1.jpg", "1.jpg", "2.jpg"])
        #expect(
            names(FolderWalk([composed, fixture.source])).sorted() == ["1.jpg", "1.jpg", "2.jpg"]
        )
    }

    @Test func `a name may begin with an accent`() throws {
        try fixture.write("\u{301}a/1.jpg", [1])
        let walk = FolderWalk([fixture.source])
        #expect(problems(walk).isEmpty)
        #expect(names(walk) == ["1.jpg"])
    }

    @Test func `what cannot be looked at is named`() throws {
        try fixture.write("1.jpg", [1])
        let link = fixture.source.appendingPathComponent("broken.jpg")
        try FileManager.default.createSymbolicLink(
            at: link,
            withDestinationURL: fixture.source.appendingPathComponent("nowhere")
        )
        let walk = FolderWalk([
            fixture.source, fixture.folder.appendingPathComponent("missing"),
            fixture.library.layout.root,
        ])
        let reasons = problems(walk)
        #expect(reasons["broken.jpg"]?.contains("points to nothing") == true)
        #expect(reasons["missing"]?.contains("no such file") == true)
        #expect(reasons["Test.photolib"]?.contains("photo library") == true)
        #expect(names(walk) == ["1.jpg"])
    }
}
