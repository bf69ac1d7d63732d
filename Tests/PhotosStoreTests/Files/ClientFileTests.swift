import CPhotosSystem
import Foundation
import GRDB
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Real files that programs are given of a library's.
@Suite(.permit) struct ClientFileTests {
    let folder: TemporaryFolder
    let library: Library
    let asset: UUID

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.temporary(in: folder)
        asset = try library.addPicture(seed: 4)
    }

    private var links: URL {
        library.layout.root.appendingPathComponent("links", isDirectory: true)
    }

    private func resource(_ library: Library? = nil) throws -> ResourceRecord {
        let library = library ?? self.library
        let row = try #require(try library.row(of: asset, in: .asset))
        return try #require(try library.records.resources(ofAssets: [row])[row]?.first)
    }

    private func original() throws -> URL { library.layout.original(try resource().file) }

    private func facts(_ url: URL) throws -> stat {
        var facts = stat()
        try #require(lstat(url.path, &facts) == 0)
        return facts
    }

    /// The look of the original that its row knows.
    private func noted() throws -> FileState? {
        let queue = try DatabaseQueue(path: library.layout.database.path)
        defer { try? queue.close() }
        return try queue.read { db in
            try Row.fetchOne(db, sql: "SELECT inode, status_change FROM resource").map {
                FileState(inode: $0[0], statusChange: $0[1])
            }
        }
    }

    private func entries(_ url: URL) -> [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: url.path)) ?? []
    }

    /// Whether the file system of this suite can clone, as XFS and Btrfs can; ext4 and tmpfs cannot.
    private func clones() throws -> Bool {
        let name = folder.url.appendingPathComponent("clone")
        defer { unlink(name.path) }
        let input = open(try original().path, O_RDONLY)
        let output = open(name.path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        defer { for descriptor in [input, output] { close(descriptor) } }
        return photos_clone_file(output, input) == 0
    }

    @Test func `a program gets a clone that it may write to, or a second name that it may not`()
        throws
    {
        let url = try library.originals.clientFile(of: resource())
        let (given, own) = (try facts(url), try facts(original()))
        #expect(given.st_mode & S_IFMT == S_IFREG)
        if try clones() {
            #expect(given.st_mode & 0o777 == 0o644 && given.st_ino != own.st_ino)
            #expect(given.st_mtim.tv_sec == own.st_mtim.tv_sec && given.st_nlink == 1)
        } else {
            #expect(given.st_mode & 0o777 == 0o444)
            #expect(given.st_ino == own.st_ino && given.st_nlink == 2)
        }
        #expect(own.st_mode & 0o777 == 0o444)
        #expect(url.path.hasPrefix(links.path + "/"))
        #expect(try library.originals.clientFile(of: resource()) == url)
        #expect(try facts(url).st_nlink == given.st_nlink)
    }

    @Test func `a program that writes into its clone gets another one, and the original stays`()
        throws
    {
        guard try clones() else { return }
        let bytes = try Data(contentsOf: original())
        let url = try library.originals.clientFile(of: resource())
        let file = try FileHandle(forWritingTo: url)
        try file.write(contentsOf: Data("mine".utf8))
        try file.close()
        #expect(try Data(contentsOf: original()) == bytes)
        let other = try library.originals.clientFile(of: resource())
        #expect(try Data(contentsOf: other) == bytes)
        #expect(try LibraryCheck(library, readingBytes: true).run().findings.isEmpty)
    }

    @Test(arguments: [
        ("IMG_1.JPG", "IMG_1.jpg"), ("Summit", "Summit.jpg"), ("Version 1.5", "Version 1.5.jpg"),
        ("IMG_1.HEIC", "IMG_1.jpg"), ("a.b.jpeg", "a.b.jpg"), ("été.jpg", "été.jpg"),
        (String(repeating: "n", count: 255), String(repeating: "n", count: 251) + ".jpg"),
    ])
    func `its name is that of the asset's file, with the extension of the original`(
        _ name: String,
        _ expected: String
    ) throws {
        var resource = try resource()
        resource.filename = name
        #expect(try library.originals.clientFile(of: resource).lastPathComponent == expected)
    }

    @Test func `whatever happens to the file, the original has its bytes and its name`() throws {
        let bytes = try Data(contentsOf: original())
        let manager = FileManager.default
        let harms: [(URL) throws -> Void] = [
            { try manager.removeItem(at: $0) },
            { try Data("mine".utf8).write(to: $0, options: .atomic) },
            { try manager.moveItem(at: $0, to: folder.url.appendingPathComponent("mine.jpg")) },
            { try manager.removeItem(at: $0.deletingLastPathComponent()) },
            { _ in try manager.removeItem(at: links) },
        ]
        for harm in harms {
            let url = try library.originals.clientFile(of: resource())
            #expect(try Data(contentsOf: url) == bytes)
            try harm(url)
            #expect(try Data(contentsOf: original()) == bytes)
            #expect(try Data(contentsOf: library.originals.clientFile(of: resource())) == bytes)
        }
        #expect(try LibraryCheck(library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `where the original has another name already, a program gets a copy of its own`()
        throws
    {
        let other = folder.url.appendingPathComponent("other.jpg")
        try FileManager.default.linkItem(at: original(), to: other)
        let url = try library.originals.clientFile(of: resource())
        #expect(try facts(url).st_nlink == 1 && facts(url).st_ino != facts(original()).st_ino)
        #expect(try facts(url).st_mode & 0o777 == 0o644)
        #expect(try Data(contentsOf: url) == Data(contentsOf: original()))
    }

    @Test func `an original of an older version that may be written is given for reading`() throws {
        let original = try original()
        chmod(original.path, 0o644)
        let url = try library.originals.clientFile(of: resource())
        guard try !clones() else { return }
        #expect(try facts(url).st_ino == facts(original).st_ino)
        #expect(try facts(url).st_mode & 0o777 == 0o444)
    }

    @Test func `closing removes the files, and notes how the original looks then`() throws {
        let before = try noted()
        let clones = try clones()
        let url = try library.originals.clientFile(of: resource())
        library.close()
        #expect(access(url.path, F_OK) != 0 && entries(links).isEmpty)
        let file = try #require(originals().first)
        let state = try #require(FileState(of: file))
        #expect(try noted() == state)
        #expect(clones || state != before)
    }

    private func originals() -> [URL] {
        entries(library.layout.originals).filter { $0.contains("/") }
            .map { library.layout.originals.appendingPathComponent($0) }
    }

    @Test func `a write to the original is never noted as a new look`() throws {
        _ = try library.originals.clientFile(of: resource())
        let original = try original()
        let before = try noted()
        chmod(original.path, 0o644)
        let handle = try FileHandle(forUpdating: original)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("more".utf8))
        try handle.close()
        library.close()
        let after = try noted()
        #expect(after != FileState(of: original) || after == before)
        let again = try Library.temporary(in: folder, seed: 3)
        #expect(try LibraryCheck(again).run().findings.map(\.code) == [.originalSizeDiffers])
    }

    @Test
    func `opening removes what processes that ended were given, and what living ones have stays`()
        throws
    {
        let url = try library.originals.clientFile(of: resource())
        let linkFolder = links.appendingPathComponent("0f0e0d0c-0000-4000-8000-000000000001")
        let name = try String(resource().file.dropFirst(3))
        let dead = linkFolder.appendingPathComponent("\(name)~2", isDirectory: true)
        try FileManager.default.createDirectory(at: dead, withIntermediateDirectories: true)
        try Data().write(to: linkFolder.appendingPathComponent("owner"))
        try FileManager.default.linkItem(
            at: original(),
            to: dead.appendingPathComponent("IMG_1.jpg")
        )
        let young = links.appendingPathComponent("new-0f0e0d0c-0000-4000-8000-000000000002")
        try FileManager.default.createDirectory(at: young, withIntermediateDirectories: true)

        let other = try Library.temporary(in: folder, seed: 2)
        #expect(access(linkFolder.path, F_OK) != 0)
        #expect(access(url.path, F_OK) == 0 && access(young.path, F_OK) == 0)
        #expect(try clones() || facts(original()).st_nlink == 2)
        let second = try other.originals.clientFile(of: resource(other))
        #expect(second != url)
        #expect(try clones() || facts(original()).st_nlink == 3)
        other.close()
        #expect(access(second.path, F_OK) != 0 && access(url.path, F_OK) == 0)
    }

    @Test func `a sweep removes links and follows none`() throws {
        let outside = folder.url.appendingPathComponent("outside", isDirectory: true)
        let name = try String(resource().file.dropFirst(3))
        let kept = outside.appendingPathComponent("\(name)/kept.jpg")
        try FileManager.default.createDirectory(
            at: kept.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data("kept".utf8).write(to: kept)
        try FileManager.default.createDirectory(at: links, withIntermediateDirectories: true)
        symlink(outside.path, links.appendingPathComponent("leads-out").path)
        let dead = links.appendingPathComponent("dead", isDirectory: true)
        try FileManager.default.createDirectory(at: dead, withIntermediateDirectories: true)
        symlink(outside.path, dead.appendingPathComponent(name).path)
        try library.commits.commit(ChangeBlock([.purgeAssets([asset])]))
        try Library.temporary(in: folder, seed: 2).close()
        #expect(try Data(contentsOf: kept) == Data("kept".utf8))
        #expect(entries(links).isEmpty)
    }

    @Test func `a link in the place of the folder is refused`() throws {
        library.close()
        try? FileManager.default.removeItem(at: links)
        symlink(folder.url.path, links.path)
        let error = #expect(throws: StoreError.self) {
            try Library.temporary(in: folder, seed: 2)
        }
        #expect(error?.code == .damaged)
    }

    @Test func `what is deleted for good is gone under every name`() throws {
        let other = try Library.temporary(in: folder, seed: 2)
        let urls = [
            try library.originals.clientFile(of: resource()),
            try other.originals.clientFile(of: resource(other)),
        ]
        let resource = try resource()
        try library.commits.commit(ChangeBlock([.purgeAssets([asset])]))
        for url in urls { #expect(access(url.path, F_OK) != 0) }
        #expect(throws: StoreError.self) { try library.originals.clientFile(of: resource) }
    }

    @Test func `backups and checks pass over the folder`() throws {
        _ = try library.originals.clientFile(of: resource())
        #expect(try LibraryCheck(library, readingBytes: true).run().findings.isEmpty)
        #expect(try LibraryRepair(library).run().quarantined.isEmpty)
        let backup = folder.url.appendingPathComponent("Backup.photolib", isDirectory: true)
        #expect(try LibraryBackup(library).run(to: backup).copiedFiles == 1)
        #expect(!entries(backup).contains { $0.hasPrefix("links") })
        #expect(access(try library.originals.clientFile(of: resource()).path, F_OK) == 0)
    }

    @Test func `who only reads a library leaves nothing in it`() throws {
        let reader = try Library.temporary(in: folder, seed: 2, mode: .readOnly)
        let url = try reader.originals.clientFile(of: resource(reader))
        #expect(!url.path.hasPrefix(library.layout.root.path))
        #expect(try Data(contentsOf: url) == Data(contentsOf: original()))
        #expect(try facts(original()).st_nlink == 1 && access(links.path, F_OK) != 0)
        reader.close()
        #expect(access(url.path, F_OK) != 0)
    }

    @Test func `a moved original is not copied for the name that a program has`() throws {
        let source = try folder.file("moved.jpg", TestJPEG(seed: 40).data())
        let inode = try facts(source).st_ino
        let moved = UUID()
        let content = ResourceSource(type: .photo, content: .file(source, move: true))
        try library.commit(.createAsset(AssetCreation(uuid: moved, resources: [content])))
        let row = try #require(try library.row(of: moved, in: .asset))
        let resource = try #require(try library.records.resources(ofAssets: [row])[row]?.first)
        let url = try library.originals.clientFile(of: resource)
        #expect(try clones() || facts(url).st_ino == inode)
        #expect(throws: StoreError.self) {
            let again = ResourceSource(type: .photo, content: .file(url, move: true))
            try library.commit(.createAsset(AssetCreation(uuid: UUID(), resources: [again])))
        }
        #expect(access(url.path, F_OK) == 0 && access(source.path, F_OK) != 0)
    }

    @Test func `a file that stays in its source is given by its own path`() throws {
        let fixture = try SourceFixture(["IMG_1.jpg": 5])
        try fixture.sweep()
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        let resource = try #require(
            try fixture.library.records.resources(ofAssets: [row])[row]?.first
        )
        #expect(
            try fixture.library.originals.clientFile(of: resource).path
                == fixture.url("IMG_1.jpg").path
        )
    }

    @Test func `a program that sees a part gets the files of that part`() throws {
        let pair = try LibraryPair()
        let pictures = try pair.owner.addPictures(2)
        try pair.limit(to: [pictures[1]])
        let row = try #require(try pair.client.row(of: pictures[1], in: .asset))
        let resource = try #require(try pair.client.records.resources(ofAssets: [row])[row]?.first)
        let url = try pair.client.originals.clientFile(of: resource)
        let original = pair.owner.layout.original(resource.file)
        #expect(try Data(contentsOf: url) == Data(contentsOf: original))
        #expect(try clones() || facts(url).st_ino == facts(original).st_ino)
        pair.client.close()
        #expect(access(url.path, F_OK) != 0 && access(original.path, F_OK) == 0)
        #expect(try LibraryCheck(pair.owner).run().findings.isEmpty)
    }

    @Test func `the ways are those of the library and of the file`() {
        let large = ClientFileWay.largestCopy + 1
        for size in [0, large] {
            #expect(
                ClientFileWay.ways(isOpenForWriting: true, canRemove: true, byteCount: size)
                    == [.clone, .link, .copy, .copyElsewhere]
            )
            #expect(
                ClientFileWay.ways(isOpenForWriting: false, canRemove: false, byteCount: size)
                    == [.original]
            )
        }
        #expect(
            ClientFileWay.ways(isOpenForWriting: false, canRemove: true, byteCount: large - 1)
                == [.copyElsewhere]
        )
        #expect(
            ClientFileWay.ways(isOpenForWriting: false, canRemove: true, byteCount: large)
                == [.original]
        )
    }
}
