import Foundation
import Glibc
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What processes that died left behind, found at the next opening.
@Suite(.permit) struct RecoveryTests {
    let folder: TemporaryFolder
    let layout: LibraryLayout
    let known: Set<String>

    init() throws {
        folder = try TemporaryFolder()
        let library = try Library.temporary(in: folder)
        try library.addPictures(2)
        known = try library.originals()
        layout = library.layout
        library.close()
    }

    private func leave(_ name: String, _ files: [String: String]) throws -> URL {
        let area = layout.staging.appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: area, withIntermediateDirectories: true)
        for (file, content) in files {
            try Data(content.utf8).write(to: area.appendingPathComponent(file))
        }
        return area
    }

    private func orphan() throws -> String {
        let file = "ab/" + String(repeating: "ab", count: 16) + ".jpg"
        let url = layout.original(file)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data([1]).write(to: url)
        return file
    }

    @Test func `A block that had not published its files leaves nothing`() throws {
        _ = try leave("a1", ["owner": "", "0123": "half a picture"])
        let library = try Library.temporary(in: folder, seed: 2)
        #expect(try library.staged().isEmpty)
        #expect(try library.originals() == known)
    }

    @Test func `Published files that no row mentions go, and those that one mentions stay`() throws
    {
        let lost = try orphan()
        let manifest = ([lost] + known).joined(separator: "\n")
        _ = try leave("a1", ["owner": "", "manifest": manifest])
        let library = try Library.temporary(in: folder, seed: 2)
        #expect(try library.originals() == known)
        #expect(try library.staged().isEmpty)
    }

    @Test func `A manifest is no licence to remove anything else`() throws {
        let outside = try folder.file("precious", [1])
        _ = try leave("a1", ["owner": "", "manifest": "../../precious\n/etc/hostname\nLIBRARY"])
        _ = try Library.temporary(in: folder, seed: 2)
        #expect(FileManager.default.fileExists(atPath: outside.path))
        #expect(FileManager.default.fileExists(atPath: layout.sentinel.path))
    }

    @Test func `A block that is under way is left alone`() throws {
        let lost = try orphan()
        let area = try leave("a1", ["owner": "", "manifest": lost])
        let owner = open(area.appendingPathComponent("owner").path, O_RDWR)
        defer { close(owner) }
        #expect(flock(owner, LOCK_EX | LOCK_NB) == 0)
        let library = try Library.temporary(in: folder, seed: 2)
        #expect(try library.staged() == ["a1"])
        #expect(try library.originals().contains(lost))
        flock(owner, LOCK_UN)
        try library.commits.recover()
        #expect(try library.staged().isEmpty)
        #expect(try library.originals() == known)
    }

    /// The scenario of input and output errors found it (seed 61125): what could not be read passed for an empty manifest.
    @Test func `A manifest that cannot be read is not forgotten`() async throws {
        await #expect(processExitsWith: .success) {
            let tests = try RecoveryTests()
            let library = try Library.temporary(in: tests.folder, seed: 2)
            let lost = try tests.orphan()
            _ = try tests.leave("a1", ["owner": "", "manifest": lost])
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let usual = limit
            let next = open("/dev/null", O_RDONLY)
            close(next)
            // Enough for the lock, and not for what the folder is about.
            limit.rlim_cur = rlim_t(next + 1)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #expect(throws: StoreError.self) { try library.commits.recover() }
            limit = usual
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #expect(try library.staged() == ["a1"])
            try library.commits.recover()
            #expect(try library.originals() == tests.known)
            #expect(try library.staged().isEmpty)
        }
    }

    @Test func `A folder that has no settled owner yet is given time`() throws {
        _ = try leave("new-b2", ["owner": ""])
        _ = try leave("new-c3", [:])
        let library = try Library.temporary(in: folder, seed: 2)
        #expect(try Set(library.staged()) == ["new-b2", "new-c3"])
    }

    /// Random kills found it (seed 61205): such a folder stayed for a minute.
    @Test func `A folder whose owner died while it removed it goes at once`() throws {
        _ = try leave("a1", ["0123": "half a picture"])
        let library = try Library.temporary(in: folder, seed: 2)
        #expect(try library.staged().isEmpty)
    }

    /// Recovery once tried the lock of a folder that its owner was about to take, and a block was refused for it.
    @Test func `Blocks begin while others open the library and look after it`() async throws {
        let library = try Library.temporary(in: folder, seed: 2)
        let other = try Library.temporary(in: folder, seed: 3)
        let done = Collected<Bool>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { @concurrent in
                while done.values.isEmpty {
                    try other.commits.recover()
                    // The few threads of all tests are needed by others, too.
                    await Task.yield()
                }
            }
            group.addTask { @concurrent in
                defer { done.add(true) }
                for _ in 0..<300 { try library.addPicture() }
            }
            try await group.waitForAll()
        }
        #expect(try library.staged().isEmpty)
    }

    @Test
    func `Files given away are taken over by name, and go from where they were only afterwards`()
        throws
    {
        let library = try Library.temporary(in: folder, seed: 2)
        let source = try folder.file("IMG_1.JPG", TestJPEG(seed: 77).data())
        let resource = ResourceSource(type: .photo, content: .file(source, move: true))
        let creation = AssetCreation(uuid: UUID(), resources: [resource])
        #expect(throws: StoreError.self) {
            try library.commit(.createAsset(creation), .set(UUID(), [.rating: .integer(1)]))
        }
        #expect(FileManager.default.fileExists(atPath: source.path))
        #expect(try library.originals() == known)
        try library.commit(.createAsset(creation))
        #expect(!FileManager.default.fileExists(atPath: source.path))
        #expect(try library.asset(creation.uuid)?.filename == "IMG_1.JPG")
    }

    @Test func `A symbolic link given away brings the file it names, not itself`() throws {
        let library = try Library.temporary(in: folder, seed: 2)
        let source = try folder.file("real.jpg", TestJPEG(seed: 78).data())
        let link = folder.url.appendingPathComponent("link.jpg")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: source)
        let creation = AssetCreation(
            uuid: UUID(),
            resources: [ResourceSource(type: .photo, content: .file(link, move: true))]
        )
        try library.commit(.createAsset(creation))
        let row = try #require(try library.row(of: creation.uuid, in: .asset))
        let file = try #require(try library.records.resources(ofAssets: [row])[row]?.first?.file)
        let type = try FileManager.default.attributesOfItem(
            atPath: library.layout.original(file).path
        )[.type]
        #expect(type as? FileAttributeType == .typeRegular)
        #expect(FileManager.default.fileExists(atPath: source.path))
    }

    @Test func `The library's own files, folders, pipes and files of several names are refused`()
        throws
    {
        let library = try Library.temporary(in: folder, seed: 2)
        let own = library.layout.original(try #require(known.first))
        let pipe = folder.url.appendingPathComponent("pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        let double = try folder.file("double.jpg", TestJPEG().data())
        #expect(link(double.path, double.path + "2") == 0)
        for url in [own, pipe, folder.url, double] {
            let resource = ResourceSource(type: .photo, content: .file(url, move: true))
            let error = #expect(throws: StoreError.self, "\(url.lastPathComponent)") {
                try library.commit(.createAsset(AssetCreation(uuid: UUID(), resources: [resource])))
            }
            #expect(error?.code == .invalidResource)
            #expect(FileManager.default.fileExists(atPath: url.path))
        }
        let missing = ResourceSource(
            type: .photo,
            content: .file(folder.url.appendingPathComponent("none"), move: false)
        )
        let error = #expect(throws: StoreError.self) {
            try library.commit(.createAsset(AssetCreation(uuid: UUID(), resources: [missing])))
        }
        #expect(error?.code == .missingResource)
        #expect(try library.originals() == known)
        #expect(try library.staged().isEmpty)
    }
}
