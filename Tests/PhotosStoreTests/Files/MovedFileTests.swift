import Foundation
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Files that are moved into a library, and programs that write to them.
@Suite(.permit) struct MovedFileTests {
    let folder: TemporaryFolder
    let bytes = TestJPEG(seed: 31).data()

    init() throws { folder = try TemporaryFolder() }

    private func library(
        _ change: (inout EngineEnvironment) -> Void = { _ in }
    ) throws -> Library {
        var environment = EngineEnvironment.test()
        change(&environment)
        return try Library.open(
            folder.url.appendingPathComponent("Test.photolib"),
            create: true,
            environment: environment
        )
    }

    private func creation(_ url: URL) -> Mutation {
        let resource = ResourceSource(type: .photo, content: .file(url, move: true))
        return .createAsset(AssetCreation(uuid: UUID(), resources: [resource]))
    }

    private func originals(_ library: Library) throws -> [URL] {
        try library.originals().map { library.layout.originals.appendingPathComponent($0) }
    }

    @Test func `a file that is open for writing is refused, and stays as it is`() throws {
        let library = try library()
        let source = try folder.file("open.jpg", bytes)
        let handle = try FileHandle(forUpdating: source)
        let error = #expect(throws: StoreError.self) { try library.commit(creation(source)) }
        #expect(error?.code == .invalidResource)
        #expect(error?.message.contains("open for writing") == true)
        #expect(try library.originals().isEmpty && library.staged().isEmpty)
        #expect(facts(source).st_nlink == 1)
        try handle.close()
        try library.commit(creation(source))
        #expect(!isThere(source))
    }

    @Test func `memory that is mapped for writing counts as open`() throws {
        let library = try library()
        let source = try folder.file("mapped.jpg", bytes)
        let descriptor = open(source.path, O_RDWR)
        let memory = mmap(nil, bytes.count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        close(descriptor)
        #expect(throws: StoreError.self) { try library.commit(creation(source)) }
        munmap(memory, bytes.count)
        try library.commit(creation(source))
        #expect(!isThere(source))
    }

    @Test func `a file that somebody reads is moved`() throws {
        let library = try library()
        let source = try folder.file("read.jpg", bytes)
        let handle = try FileHandle(forReadingFrom: source)
        try library.commit(creation(source))
        #expect(!isThere(source))
        #expect(try handle.readToEnd() == Data(bytes))
    }

    @Test func `a moved original has the mode of a copied one`() throws {
        let library = try library()
        let copied = try folder.file("copied.jpg", TestJPEG(seed: 32).data())
        try library.commit(
            .createAsset(
                AssetCreation(
                    uuid: UUID(),
                    resources: [ResourceSource(type: .photo, content: .file(copied, move: false))]
                )
            )
        )
        let wanted = facts(try originals(library)[0]).st_mode & 0o7777
        #expect(wanted & 0o333 == 0)
        let source = try folder.file("moved.jpg", bytes)
        chmod(source.path, 0o6766)
        try library.commit(creation(source))
        for original in try originals(library) {
            #expect(facts(original).st_mode & 0o7777 == wanted)
            #expect(facts(original).st_nlink == 1)
        }
    }

    @Test func `a block that fails leaves the file with its mode`() throws {
        let library = try library()
        let source = try folder.file("kept.jpg", bytes)
        chmod(source.path, 0o640)
        #expect(throws: StoreError.self) {
            try library.commit(creation(source), .set(UUID(), [.rating: .integer(1)]))
        }
        #expect(facts(source).st_mode & 0o7777 == 0o640 && facts(source).st_nlink == 1)
    }

    @Test func `a file that is opened for writing after it was read is refused`() throws {
        let source = try folder.file("late.jpg", bytes)
        let opened = Mutex<Int32>(-1)
        let library = try library { environment in
            let examine = environment.examine
            environment.examine = { descriptor, name in
                opened.withLock { $0 = open(source.path, O_WRONLY) }
                return try examine(descriptor, name)
            }
        }
        let error = #expect(throws: StoreError.self) { try library.commit(creation(source)) }
        #expect(error?.code == .invalidResource)
        #expect(isThere(source) && facts(source).st_nlink == 1)
        #expect(try library.originals().isEmpty)
        close(opened.withLock { $0 })
    }

    @Test
    func `who opens the file while its block is committed keeps it, and the library has a copy`()
        throws
    {
        let source = try folder.file("busy.jpg", bytes)
        let hasTried = Mutex(false)
        let originalsFolder = folder.url.appendingPathComponent("Test.photolib/originals")
        let library = try library { environment in
            let now = environment.now
            environment.now = {
                // Under the transaction, when the file stands at its final name. Without waiting, since the end of the lease
                // comes behind it.
                if hasOriginals(originalsFolder), !hasTried.withLock({ $0 }) {
                    let descriptor = open(source.path, O_WRONLY | O_NONBLOCK)
                    hasTried.withLock { $0 = descriptor < 0 && errno == EWOULDBLOCK }
                }
                return now()
            }
        }
        try library.commit(creation(source))
        #expect(hasTried.withLock { $0 })
        #expect(isThere(source))
        let original = try #require(try originals(library).first)
        #expect(facts(original).st_ino != facts(source).st_ino)
        try Data("later".utf8).write(to: source)
        #expect(try Array(Data(contentsOf: original)) == bytes)
        #expect(facts(original).st_mode & 0o222 == 0)
        #expect(try LibraryCheck(library).run().findings.isEmpty)
    }

    @Test func `a name that is given while the block is committed keeps its own file`() throws {
        let source = try folder.file("named.jpg", bytes)
        let other = folder.url.appendingPathComponent("other.jpg")
        let library = try library { environment in
            let now = environment.now
            environment.now = {
                if facts(source).st_nlink == 2 { link(source.path, other.path) }
                return now()
            }
        }
        try library.commit(creation(source))
        let original = try #require(try originals(library).first)
        #expect(isThere(other) && facts(original).st_nlink == 1)
        #expect(facts(original).st_ino != facts(other).st_ino)
    }

    @Test func `an import that moves copies what is open or has two names, and says so`() throws {
        let fixture = try ImportFixture()
        let written = try fixture.write(picture: "written.jpg", seed: 1)
        let double = try fixture.write(picture: "double.jpg", seed: 2)
        let plain = try fixture.write(picture: "plain.jpg", seed: 3)
        let second = fixture.folder.appendingPathComponent("second.jpg")
        #expect(link(double.path, second.path) == 0)
        let handle = try FileHandle(forUpdating: written)
        let (summary, log) = try fixture.run(options: { $0.transfer = .move })
        #expect(summary.importedCount == 3)
        #expect(log.stayed["written.jpg"]?.contains("open for writing") == true)
        #expect(log.stayed["double.jpg"]?.contains("more than one name") == true)
        #expect(log.stayed["plain.jpg"] == nil && log.complaints.isEmpty)
        #expect(isThere(written) && isThere(double) && !isThere(plain))
        try handle.write(contentsOf: Data("later".utf8))
        try handle.close()
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `what a process that died had taken over becomes a file of the library alone`()
        throws
    {
        let source = try folder.file("died.jpg", bytes)
        let first = try library()
        try first.commit(creation(source))
        let original = try #require(try originals(first).first)
        let name = try #require(try first.originals().first)
        let layout = first.layout
        first.close()
        // As between the commit and the removal of the name.
        #expect(link(original.path, source.path) == 0)
        chmod(source.path, 0o644)
        let area = layout.staging.appendingPathComponent("a1", isDirectory: true)
        try FileManager.default.createDirectory(at: area, withIntermediateDirectories: true)
        try Data().write(to: area.appendingPathComponent("owner"))
        try Data(name.utf8).write(to: area.appendingPathComponent("manifest"))
        let second = try library()
        #expect(facts(original).st_nlink == 1 && facts(original).st_mode & 0o222 == 0)
        #expect(isThere(source) && facts(source).st_ino != facts(original).st_ino)
        #expect(try LibraryCheck(second, readingBytes: true).run().findings.isEmpty)
    }
}

private func facts(_ url: URL) -> stat {
    var facts = stat()
    lstat(url.path, &facts)
    return facts
}

private func hasOriginals(_ folder: URL) -> Bool {
    let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return paths?.contains { $0.hasSuffix(".jpg") } == true
}

private func isThere(_ url: URL) -> Bool { access(url.path, F_OK) == 0 }
