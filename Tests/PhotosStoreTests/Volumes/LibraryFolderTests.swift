import Foundation
import Glibc
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

@Suite(.permit) struct LibraryFolderTests {
    let folder: TemporaryFolder
    var root: URL { folder.url.appendingPathComponent("Test.photolib", isDirectory: true) }

    init() throws { folder = try TemporaryFolder() }

    private func environment(type: String = "ext4", memory: URL? = nil) -> EngineEnvironment {
        var environment = EngineEnvironment.test()
        let point = folder.url.resolvingSymlinksInPath().path
        environment.volumeEnvironment.mounts = { "1 1 0:1 / \(point) rw - \(type) x rw" }
        environment.volumeEnvironment.memory = memory
        return environment
    }

    private func code(_ body: () throws -> Void) -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    @Test(arguments: ["nfs4", "fuse.rclone"])
    func `There a library is read, and neither changed nor made`(type: String) throws {
        let library = try Library.temporary(in: folder)
        let asset = try library.addPicture()
        library.close()
        let before = try folder.contents().filter { !$0.key.hasSuffix("-shm") }
        let there = try Library.open(root, environment: environment(type: type))
        #expect(there.mode == .readOnly)
        #expect(try there.asset(asset) != nil)
        #expect(try there.records.fetch(FetchPlan(.assets)).rows.count == 1)
        #expect(code { try there.addPicture() } == .unsuitableFolder)
        #expect(code { _ = try LibraryRepair(there).run() } == .unsuitableFolder)
        #expect(code { try there.settings.change(StoredSettings()) } == .unsuitableFolder)
        there.close()
        #expect(try folder.contents().filter { !$0.key.hasSuffix("-shm") }.keys == before.keys)
        let new = folder.url.appendingPathComponent("New.photolib", isDirectory: true)
        let made = code {
            _ = try Library.open(new, create: true, environment: environment(type: type))
        }
        #expect(made == .unsuitableFolder)
        #expect(access(new.path, F_OK) != 0)
    }

    @Test func `A mark that appears in a folder above makes the library one to read`() throws {
        let library = try Library.temporary(in: folder)
        library.close()
        let marker = folder.url.appendingPathComponent(".stfolder")
        try FileManager.default.createDirectory(at: marker, withIntermediateDirectories: true)
        let there = try Library.temporary(in: folder)
        let error = #expect(throws: StoreError.self) { try there.addPicture() }
        #expect(error?.code == .unsuitableFolder)
        #expect(error?.message.contains("Syncthing") == true)
        #expect(error?.message.contains("Move the library") == true)
        there.close()
        try FileManager.default.removeItem(at: marker)
        try Library.temporary(in: folder).addPicture()
    }

    @Test func `A link to a place does not hide it`() throws {
        let library = try Library.temporary(in: folder)
        library.close()
        let other = try TemporaryFolder()
        let link = other.url.appendingPathComponent("Link.photolib")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: root)
        let there = try Library.open(link, environment: environment(type: "cifs"))
        #expect(there.mode == .readOnly)
    }

    @Test func `A library that was on a volume is not made anew at its bare mount point`() throws {
        let memory = folder.url.appendingPathComponent("state", isDirectory: true)
        try Library.open(root, create: true, environment: environment(memory: memory)).close()
        // The volume goes away: its mount point is bare.
        try FileManager.default.moveItem(
            at: root,
            to: folder.url.appendingPathComponent("Away.photolib")
        )
        var away = environment(memory: memory)
        away.volumeEnvironment.mounts = { "1 1 0:1 / / rw - ext4 x rw" }
        for create in [true, false] {
            let error = #expect(throws: StoreError.self) {
                try Library.open(root, create: create, environment: away)
            }
            #expect(error?.code == .volumeOffline)
            #expect(error?.message.contains("not mounted") == true)
        }
        #expect(access(root.path, F_OK) != 0)
        // With its volume there, a library that is not was deleted, and may be made.
        try Library.open(root, create: true, environment: environment(memory: memory)).close()
    }

    @Test func `Opening reads the table of mounts once`() throws {
        let memory = folder.url.appendingPathComponent("state", isDirectory: true)
        var environment = environment(memory: memory)
        try Library.open(root, create: true, environment: environment).close()
        let readings = Mutex(0)
        let mounts = environment.volumeEnvironment.mounts
        environment.volumeEnvironment.mounts = {
            readings.withLock { $0 += 1 }
            return mounts()
        }
        try Library.open(root, environment: environment).close()
        #expect(readings.withLock { $0 } == 1)
    }

    @Test func `Libraries of the root's own file system are not remembered`() throws {
        let memory = folder.url.appendingPathComponent("state", isDirectory: true)
        var environment = environment(memory: memory)
        environment.volumeEnvironment.mounts = { "1 1 0:1 / / rw - ext4 x rw" }
        try Library.open(root, create: true, environment: environment).close()
        #expect(access(memory.path, F_OK) != 0)
    }

    @Test func `A volume that the machine's table names must be mounted before a library is made`()
        throws
    {
        var environment = environment()
        let point = folder.url.resolvingSymlinksInPath().path
        environment.volumeEnvironment.mounts = { "1 1 0:1 / / rw - ext4 x rw" }
        environment.volumeEnvironment.plannedMounts = { "UUID=1 \(point) ext4 defaults 0 2" }
        let error = #expect(throws: StoreError.self) {
            try Library.open(root, create: true, environment: environment)
        }
        #expect(error?.code == .volumeOffline)
        #expect(try folder.contents().isEmpty)
    }
}
