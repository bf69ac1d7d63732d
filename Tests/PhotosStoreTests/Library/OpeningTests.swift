import Foundation
import GRDB
import Glibc
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct OpeningTests {
    let folder: TemporaryFolder
    var root: URL { folder.url.appendingPathComponent("Test.photolib", isDirectory: true) }

    init() throws { folder = try TemporaryFolder() }

    private func code(_ body: () throws -> Library) -> StoreError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    private func reader() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(
            path: LibraryLayout(root: root).database.path,
            configuration: configuration
        )
    }

    @Test func `A new library has a root folder and smart albums, and opens again as it was`()
        throws
    {
        let library = try Library.temporary(in: folder)
        let uuid = try library.addPicture()
        let identity = library.identity
        let position = try library.history.currentPosition()
        library.close()
        let again = try Library.temporary(in: folder, seed: 2)
        #expect(again.identity == identity)
        #expect(try again.history.currentPosition() == position)
        #expect(try again.asset(uuid) != nil)
        #expect(try again.records.rootFolder().collectionKind == .folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names == ["Test.photolib"])
    }

    @Test func `Several make the same library at once, and all get the same one`() async throws {
        let folder = folder
        let identities = try await withThrowingTaskGroup(of: LibraryIdentity.self) { group in
            for seed in UInt64(1)...6 {
                group.addTask { try Library.temporary(in: folder, seed: seed).identity }
            }
            return try await group.reduce(into: Set<LibraryIdentity>()) { $0.insert($1) }
        }
        #expect(identities.count == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names == ["Test.photolib"])
    }

    @Test func `A new library is for its owner alone`() throws {
        try Library.temporary(in: folder).close()
        let attributes = try FileManager.default.attributesOfItem(atPath: root.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test func `Places without a library are told apart`() throws {
        #expect(code { try Library.open(root) } == .libraryMissing)
        #expect(code { try Library.temporary(in: folder, mode: .readOnly) } == .libraryMissing)
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        #expect(code { try Library.open(root) } == .notALibrary)
        _ = try folder.file("Test.photolib/other", [1])
        #expect(code { try Library.temporary(in: folder) } == .notALibrary)
    }

    @Test func `A library that lost its database is damaged, and gets no empty one`() throws {
        try Library.temporary(in: folder).close()
        let database = LibraryLayout(root: root).database
        for suffix in ["", "-wal", "-shm"] { unlink(database.path + suffix) }
        #expect(code { try Library.open(root) } == .damaged)
        #expect(code { try Library.open(root, mode: .readOnly) } == .damaged)
        #expect(!FileManager.default.fileExists(atPath: database.path))
    }

    @Test(arguments: [true, false])
    func `A library of a newer format is refused and left byte by byte`(isReadable: Bool) throws {
        try Library.temporary(in: folder).close()
        let sentinel = LibraryLayout(root: root).sentinel
        // A sentinel of the future says less of what this one knows, and more of what it does not.
        let text =
            isReadable
            ? try String(contentsOf: sentinel, encoding: .utf8)
                .replacing(/"(minimumWriter|format)" : [0-9]+/) { "\"\($0.1)\" : 99" }
            : "{\"format\": 99, \"minimumReader\": 99, \"minimumWriter\": 99, \"shape\": \"new\"}"
        try Data(text.utf8).write(to: sentinel)
        let before = try folder.contents()
        #expect(code { try Library.open(root) } == .newerFormat)
        #expect(code { try Library.temporary(in: folder) } == .newerFormat)
        #expect(try folder.contents() == before)
        #expect(
            code { try Library.open(root, mode: .readOnly) } == (isReadable ? nil : .newerFormat)
        )
    }

    @Test func `A program reads a library of a newer format, and its changes say why they fail`()
        throws
    {
        let library = try Library.temporary(in: folder)
        try library.addPicture()
        library.close()
        let sentinel = LibraryLayout(root: root).sentinel
        let text = try String(contentsOf: sentinel, encoding: .utf8)
        let newer = text.replacing(/"(minimumWriter|format)" : [0-9]+/) { "\"\($0.1)\" : 99" }
        try Data(newer.utf8).write(to: sentinel)
        let reader = try Library.openForPrograms(root, environment: .test(seed: 2))
        defer { reader.close() }
        #expect(try reader.records.fetch(FetchPlan(.assets)).rows.count == 1)
        let error = #expect(throws: StoreError.self) { try reader.addPicture() }
        #expect(error?.code == .newerFormat)
        #expect(error?.message.contains("needs a newer OpenPhotoKit to write") == true)
        // So does a library that is opened for reading alone.
        let second = try Library.open(root, mode: .readOnly, environment: .test(seed: 3))
        defer { second.close() }
        let same = #expect(throws: StoreError.self) { try second.addPicture() }
        #expect(same?.code == .newerFormat)
    }

    @Test func `A read-only library reads what others commit and refuses to change anything`()
        throws
    {
        let writer = try Library.temporary(in: folder)
        try writer.addPicture()
        let reader = try Library.temporary(in: folder, mode: .readOnly)
        #expect(try reader.records.fetch(FetchPlan(.assets)).rows.count == 1)
        try writer.addPicture()
        #expect(try reader.records.fetch(FetchPlan(.assets)).rows.count == 2)
        let error = #expect(throws: StoreError.self) { try reader.addPicture() }
        #expect(error?.code == .readOnly)
        #expect(throws: StoreError.self) { try reader.settings.change(StoredSettings()) }
        #expect(try writer.staged().isEmpty)
    }

    @Test
    func `A folder that cannot be written is read as it stands, one with a log beside it is not`()
        throws
    {
        #expect(Connection.isImmutable(isWritableFolder: false, logSize: 0))
        #expect(!Connection.isImmutable(isWritableFolder: false, logSize: 1))
        #expect(!Connection.isImmutable(isWritableFolder: true, logSize: 0))
        let library = try Library.temporary(in: folder)
        try library.addPicture()
        library.close()
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(
            path: Connection.immutableAddress(library.layout.database),
            configuration: configuration
        )
        #expect(
            try queue.unsafeRead { try Int.fetchOne($0, sql: "SELECT count(*) FROM asset") } == 1
        )
    }

    @Test func `A copy is a new incarnation, a renamed library is not`() throws {
        let library = try Library.temporary(in: folder)
        library.close()
        let copy = folder.url.appendingPathComponent("Copy.photolib", isDirectory: true)
        try FileManager.default.copyItem(at: root, to: copy)
        let copied = try Library.open(copy)
        #expect(copied.identity.library == library.identity.library)
        #expect(copied.identity.incarnation != library.identity.incarnation)
        let incarnation = copied.identity.incarnation
        copied.close()
        let renamed = folder.url.appendingPathComponent("Renamed.photolib", isDirectory: true)
        try FileManager.default.moveItem(at: copy, to: renamed)
        #expect(try Library.open(renamed).identity.incarnation == incarnation)
    }

    @Test func `A database of another library is refused`() throws {
        try Library.temporary(in: folder, name: "Other.photolib", seed: 9).close()
        try Library.temporary(in: folder).close()
        let other = LibraryLayout(root: folder.url.appendingPathComponent("Other.photolib"))
        try FileManager.default.removeItem(at: LibraryLayout(root: root).sentinel)
        try FileManager.default.copyItem(at: other.sentinel, to: LibraryLayout(root: root).sentinel)
        #expect(code { try Library.open(root) } == .damaged)
        #expect(code { try Library.open(root, mode: .readOnly) } == .damaged)
    }

    @Test func `Closing moves everything out of the log, and using it afterwards throws`() throws {
        let library = try Library.temporary(in: folder)
        try library.addPicture()
        library.close()
        let log = URL(fileURLWithPath: library.layout.database.path + "-wal")
        #expect(try Data(contentsOf: log).isEmpty)
        #expect(throws: StoreError.self) { try library.history.currentPosition() }
        #expect(throws: StoreError.self) { try library.addPicture() }
        library.close()
        #expect(try library.staged().isEmpty)
    }

    @Test func `The file says that it is a library, in the log's mode`() throws {
        let library = try Library.temporary(in: folder)
        let values = try reader().read { db in
            try ["application_id", "user_version", "journal_mode"].map { name in
                try String.fetchOne(db, sql: "PRAGMA \(name)") ?? ""
            }
        }
        #expect(values == ["\(0x5048_4B54)", "14", "wal"])
        library.close()
    }
}
