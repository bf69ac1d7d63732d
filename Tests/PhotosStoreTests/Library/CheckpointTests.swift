import Foundation
import PhotosStore
import PhotosTestSupport
import Testing

/// When commits carry the write-ahead log over into the database file.
struct CheckpointTests {
    let folder: TemporaryFolder
    let library: Library
    let picture: UUID

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.temporary(in: folder)
        picture = try library.addPicture()
    }

    /// What the database file is as a whole: it changes with every checkpoint, and with nothing else.
    private var content: Data {
        get throws { try Data(contentsOf: copy()) }
    }

    /// Taken by another process: no file of an open database is read in this one.
    private func copy() throws -> URL {
        let url = folder.url.appendingPathComponent("copy.sqlite")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/cp")
        process.arguments = [library.layout.database.path, url.path]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return url
    }

    private func write(_ letter: String, length: Int) throws {
        var update = AssetUpdate()
        update.values[.caption] = .text(String(repeating: letter, count: length))
        try library.commit(.updateAsset(picture, update))
    }

    @Test func `A long log is checkpointed once, and the next commits leave the file alone`() throws
    {
        let before = try content
        try write("a", length: 1_000)
        #expect(try content == before)
        for letter in ["b", "c", "d", "e", "f"] { try write(letter, length: 4 << 20) }
        let checkpointed = try content
        #expect(checkpointed != before)
        // The file of the log keeps its size, which must not be taken for its content.
        try write("g", length: 1_000)
        try write("h", length: 1_000)
        #expect(try content == checkpointed)
        #expect(try library.asset(picture)?.caption == String(repeating: "h", count: 1_000))
    }
}
