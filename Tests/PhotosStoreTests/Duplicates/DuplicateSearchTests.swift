import Foundation
import GRDB
import Glibc
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Searches for duplicates in a library: what is read, kept and made again.
@Suite(.permit) struct DuplicateSearchTests {
    /// Stands for the decoders: the picture depends on the bytes of the file, and flat files give flat pictures.
    private final class Painter: Sendable {
        private let previews = Mutex(0)
        private let whole = Mutex(0)
        var previewCount: Int { previews.withLock { $0 } }
        var wholeCount: Int { whole.withLock { $0 } }
        /// Files whose bytes have this sum are shown flat.
        let flatSum = Mutex<Int?>(nil)

        @Sendable func pictures(_ descriptor: Int32, _ request: PictureRequest) throws -> [Picture]
        {
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = pread(descriptor, &bytes, bytes.count, 0)
            let isPreview = count == 8
            let sum =
                isPreview
                ? bytes.prefix(8).reduce(0) { $0 << 8 | Int($1) }
                : bytes.prefix(max(0, count)).reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFF_FFFF }
            return request.renditions.map { rendition in
                guard rendition.format == .pixels else {
                    previews.withLock { $0 += 1 }
                    let name = (0..<8).map { UInt8(truncatingIfNeeded: sum >> (56 - 8 * $0)) }
                    return Picture(
                        width: 32,
                        height: 32,
                        format: rendition.format,
                        bytes: Data(name)
                    )
                }
                // The sample for the mean colour of a preview is not the whole picture.
                if !isPreview, rendition.size == .full { whole.withLock { $0 += 1 } }
                var random = SeededNumbers(seed: UInt64(sum))
                let isFlat = flatSum.withLock { $0 == -1 }
                let fields = (0..<16).map { _ in UInt8(isFlat ? 90 : random.number(below: 256)) }
                let pixels = (0..<1_024).flatMap { pixel -> [UInt8] in
                    let field = fields[pixel / 256 * 4 + pixel % 32 / 8]
                    return [field, field, field, 255]
                }
                return Picture(width: 32, height: 32, format: .pixels, bytes: Data(pixels))
            }
        }
    }

    private let folder: TemporaryFolder
    private let painter = Painter()

    init() throws { folder = try TemporaryFolder() }

    private var root: URL { folder.url.appendingPathComponent("Test.photolib") }
    private var file: URL { root.appendingPathComponent("derived/likeness/likeness.sqlite") }

    private func open(
        _ mode: LibraryCore.Mode = .readWrite,
        client: String? = nil
    ) throws -> Library {
        var environment = EngineEnvironment.test()
        environment.pictures = painter.pictures
        environment.decoders = { "painter" }
        if let client { environment.client = .application(client) }
        return try Library.open(
            root,
            mode: mode,
            create: mode == .readWrite,
            environment: environment
        )
    }

    private func groups(
        _ library: Library,
        _ kind: DuplicateKind = .alike
    ) throws -> [[Int64]] {
        let rows = try library.records.fetch(FetchPlan(.assets)).rows.array
        let outcome = try library.duplicates.find(
            among: rows,
            LibraryDuplicates.DuplicateQuery(kind)
        )
        return outcome.groups.map { group in
            ([group.first] + group.others.map(\.index)).map { outcome.candidates[$0].row }
        }
    }

    private func count(_ table: String) throws -> Int {
        try DatabaseQueue(path: file.path).read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
        }
    }

    @Test func `Hashes are made once, and read by later searches`() throws {
        var library = try open()
        for seed in [1, 2, 3, 1] as [UInt8] { _ = try library.addPicture(seed: seed) }
        let found = try groups(library)
        #expect(found == [[1, 4]])
        let made = painter.previewCount
        #expect(made > 0)
        library.close()
        library = try open()
        #expect(try groups(library) == found)
        #expect(painter.previewCount == made)
        #expect(try count("picture") == 4)
        library.close()
    }

    @Test func `A search of bytes decodes nothing`() throws {
        let library = try open()
        for seed in [1, 2, 1] as [UInt8] { _ = try library.addPicture(seed: seed) }
        #expect(try groups(library, .bytes) == [[1, 3]])
        #expect(painter.previewCount == 0 && painter.wholeCount == 0)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test(arguments: ["no database at all", ""])
    func `A damaged database is made again`(_ content: String) throws {
        var library = try open()
        for seed in [1, 2, 1] as [UInt8] { _ = try library.addPicture(seed: seed) }
        _ = try groups(library)
        library.close()
        for ending in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: file.path + ending)
        }
        try Data(content.utf8).write(to: file)
        library = try open()
        #expect(try groups(library) == [[1, 3]])
        library.close()
        #expect(try count("picture") == 3)
    }

    @Test func `A stranger's tables are not used`() throws {
        var library = try open()
        _ = try library.addPicture()
        library.close()
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { db in try db.execute(sql: "CREATE VIEW picture AS SELECT 1 AS hash") }
        try queue.close()
        library = try open()
        _ = try groups(library)
        library.close()
        #expect(try count("pixels") == 0 && count("picture") == 1)
    }

    @Test func `A library that is open for reading keeps nothing`() throws {
        let writer = try open()
        for seed in [1, 2, 1] as [UInt8] { _ = try writer.addPicture(seed: seed) }
        writer.close()
        let reader = try open(.readOnly)
        #expect(try groups(reader) == [[1, 3]])
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(throws: StoreError.self) { try reader.duplicates.removePictureHashes() }
    }

    @Test func `A cancelled search keeps what it has, and another one goes on`() throws {
        let library = try open()
        // More than one part.
        _ = try library.addPictures(600)
        let rows = try library.records.fetch(FetchPlan(.assets)).rows.array
        var parts = 0
        #expect(throws: CancellationError.self) {
            try library.duplicates.find(
                among: rows,
                LibraryDuplicates.DuplicateQuery(),
                isCancelled: { parts > 0 },
                progress: { _, _, _ in parts += 1 }
            )
        }
        #expect(try count("picture") == 512)
        let made = painter.previewCount
        let all = try library.duplicates.find(among: rows, LibraryDuplicates.DuplicateQuery())
        #expect(painter.previewCount - made == 600 - 512)
        #expect(try count("picture") == 600)
        #expect(all.groups.reduce(0) { $0 + $1.others.count } == 600 - 250)
    }

    @Test func `Photos that are deleted for good leave no hash`() throws {
        let library = try open()
        let uuid = try library.addPicture(seed: 1)
        _ = try library.addPicture(seed: 2)
        _ = try groups(library)
        try library.commit(.deleteAssets([uuid]), .purgeAssets([uuid]))
        try library.commits.recover()
        #expect(try count("picture") == 1)
    }

    @Test func `Photos in Recently Deleted are no duplicates`() throws {
        let library = try open()
        let uuid = try library.addPicture(seed: 1)
        _ = try library.addPicture(seed: 1)
        try library.commit(.deleteAssets([uuid]))
        #expect(try groups(library) == [])
    }

    @Test func `Flat pictures are compared by their pixels`() throws {
        painter.flatSum.withLock { $0 = -1 }
        let library = try open()
        for seed in [1, 2, 3] as [UInt8] { _ = try library.addPicture(seed: seed) }
        #expect(try groups(library) == [[1, 2, 3]])
        #expect(painter.wholeCount == 3)
        #expect(try count("pixels") == 3)
    }

    @Test func `A limited client compares its part, and neither reads nor keeps hashes`() throws {
        let owner = try open()
        let uuids = try ([1, 1, 2, 1] as [UInt8]).map { try owner.addPicture(seed: $0) }
        try owner.clients.setAccess(.limited, for: .readWrite, of: "org.example.frame")
        try owner.clients.select(adding: [uuids[1], uuids[2]], for: "org.example.frame")
        let client = try open(client: "org.example.frame")
        #expect(try groups(client) == [])
        // Rows that the client does not see give nothing.
        let all = try client.duplicates.find(
            among: [1, 2, 3, 4],
            LibraryDuplicates.DuplicateQuery()
        )
        #expect(all.candidates.map(\.row).sorted() == [2, 3] && all.groups.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try owner.clients.select(adding: [uuids[3]], for: "org.example.frame")
        #expect(try groups(client) == [[2, 4]])
        // A wrong hash in the shared database does not reach it.
        #expect(try groups(owner) == [[1, 2, 4]])
        owner.close()
        try DatabaseQueue(path: file.path).write { db in
            try db.execute(sql: "UPDATE picture SET hash = 5")
        }
        #expect(try groups(client) == [[2, 4]])
        #expect(throws: StoreError.self) { try client.duplicates.removePictureHashes() }
    }
}
