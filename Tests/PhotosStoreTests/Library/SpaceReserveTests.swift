import Foundation
import Glibc
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct SpaceReserveTests {
    let folder: TemporaryFolder
    let library: Library

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.temporary(in: folder)
    }

    private func blocks() -> Int64 {
        var facts = stat()
        guard lstat(library.layout.reserve.path, &facts) == 0 else { return 0 }
        return Int64(facts.st_blocks) * 512
    }

    @Test func `A library has a reserve of real blocks, and takes it again when it opens`() throws {
        #expect(blocks() >= 4 << 20)
        library.close()
        // As where the library was copied: a file of holes has no blocks to give up.
        truncate(library.layout.reserve.path, 0)
        truncate(library.layout.reserve.path, 4 << 20)
        #expect(blocks() == 0)
        try Library.temporary(in: folder).close()
        #expect(blocks() >= 4 << 20)
    }

    @Test func `A backup has none until it is opened for writing`() throws {
        try library.addPicture()
        let destination = folder.url.appendingPathComponent("Backup.photolib", isDirectory: true)
        _ = try LibraryBackup(library).run(to: destination)
        let layout = LibraryLayout(root: destination)
        #expect(access(layout.reserve.path, F_OK) != 0)
        let reader = try Library.open(destination, mode: .readOnly)
        #expect(access(layout.reserve.path, F_OK) != 0)
        reader.close()
    }

    @Test func `A link in its place is refused`() throws {
        library.close()
        unlink(library.layout.reserve.path)
        let target = folder.url.appendingPathComponent("target")
        try Data([1, 2, 3]).write(to: target)
        symlink(target.path, library.layout.reserve.path)
        #expect(throws: StoreError.self) { try Library.temporary(in: folder) }
        #expect(try Data(contentsOf: target).count == 3)
    }

    @Test func `A library in memory has none`() throws {
        let memory = try Library.temporary()
        #expect(access(memory.layout.reserve.path, F_OK) != 0)
    }
}
