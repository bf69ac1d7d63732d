import Foundation
import GRDB
import Photos
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// What a block of many objects takes in memory, while results and observers hold what it changes.
@Suite(.permit, .serialized, .timeLimit(.minutes(20))) struct LargeBlockTests {
    /// Assets of a library.
    private static let count = 30_000
    /// Bytes for each asset that the memory of the process may grow by, at its highest, when all go to Recently Deleted.
    private static let most = 2_500
    /// The same when all are deleted for good: their rows are in memory as well.
    private static let mostForGood = 5_000

    private final class Listener: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
        // Unchecked because one queue tells it, and the results are asked when that is done.
        var results: [PHFetchResult<PHAsset>] = []
        let removed = Atomic(0)

        func photoLibraryDidChange(_ changeInstance: PHChange) {
            results = results.map { result in
                guard let details = changeInstance.changeDetails(for: result) else { return result }
                removed.add(details.removedIndexes?.count ?? 0, ordering: .relaxed)
                return details.fetchResultAfterChanges
            }
        }
    }

    /// A library of copies of one picture, whose files nobody opens.
    private static func makeLibrary() throws -> TestLibrary {
        let library = try TestLibrary(.disk)
        try library.addPicture { $0.creationDate = TestLibrary.start }
        let database = try DatabaseQueue(path: library.store.layout.database.path)
        try database.write { db in
            try copyAssets(db)
            try copyResources(db)
        }
        try database.close()
        return library
    }

    private static func copyAssets(_ db: Database) throws {
        let columns = try db.columns(in: "asset").map(\.name).filter { $0 != "id" }
        let values = columns.map { column in
            switch column {
            case "uuid": "randomblob(16)"
            case "creation_date": "creation_date + number * 61.5"
            case "filename": "printf('IMG_%06d_in_Rome.JPG', number)"
            default: column
            }
        }
        try db.execute(
            sql: """
                WITH RECURSIVE numbers (number) AS
                    (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
                INSERT INTO asset (\(columns.joined(separator: ", ")))
                SELECT \(values.joined(separator: ", ")) FROM numbers CROSS JOIN asset WHERE id = 1
                """,
            arguments: [count - 1]
        )
    }

    private static func copyResources(_ db: Database) throws {
        let columns = try db.columns(in: "resource").map(\.name).filter { $0 != "id" }
        let values = columns.map { column in
            switch column {
            case "asset_id": "asset.id"
            case "file": "printf('%02x/%032x.jpg', asset.id % 256, asset.id)"
            default: "resource.\(column)"
            }
        }
        try db.execute(
            sql: """
                INSERT INTO resource (\(columns.joined(separator: ", ")))
                SELECT \(values.joined(separator: ", ")) FROM asset CROSS JOIN resource
                WHERE asset.id > 1 AND resource.asset_id = 1
                """
        )
    }

    /// Kilobytes of a line of the process's status.
    private static func memory(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        let words = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }) ?? []
        return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }

    /// How much memory grows, at its highest, in bytes for each asset, while a block is carried out and told.
    private static func growth(
        _ body: @escaping (PHFetchResult<PHAsset>) -> Void,
        first: ((PHFetchResult<PHAsset>) -> Void)? = nil
    ) throws -> Int {
        let library = try makeLibrary()
        let newest = library.options {
            $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        }
        let listener = Listener()
        let all = library.assets
        guard all.count == count else { return .max }
        if let first {
            try library.change { first(all) }
        } else {
            listener.results = [all, PHAsset.fetchAssets(with: newest)]
        }
        library.photos.register(listener)
        let before = try memory("VmRSS")
        // Sets the highest that is noted back to what is taken now.
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        try library.change { body(all) }
        library.store.feed.check(insisting: true)
        // On a busy machine the observer goes on beside what the queue is waited for.
        for _ in 0..<6_000
        where first == nil && listener.removed.load(ordering: .relaxed) < 2 * count {
            usleep(20_000)
        }
        library.store.feed.queue.wait()
        let growth = (try memory("VmHWM") - before) * 1_024
        if first == nil, listener.removed.load(ordering: .relaxed) != 2 * count { return .max }
        return growth / count
    }

    private static func purge(_ assets: PHFetchResult<PHAsset>) {
        var uuids: [UUID] = []
        assets.forEachElement { if let uuid = ($0 as? PHAsset)?.uuid { uuids.append(uuid) } }
        ChangeBlockBuilder.required("purge").edit { [uuids] in .purgeAssets(uuids) }
    }

    @Test func `moving all to Recently Deleted`() async {
        await #expect(processExitsWith: .success) {
            let growth = try Self.growth { PHAssetChangeRequest.deleteAssets($0) }
            precondition(growth < Self.most, "\(growth) bytes for each asset")
        }
    }

    @Test func `deleting all for good`() async {
        await #expect(processExitsWith: .success) {
            let growth = try Self.growth { Self.purge($0) }
            precondition(growth < Self.mostForGood, "\(growth) bytes for each asset")
        }
    }

    @Test func `deleting Recently Deleted for good`() async {
        await #expect(processExitsWith: .success) {
            let growth = try Self.growth {
                Self.purge($0)
            } first: {
                PHAssetChangeRequest.deleteAssets($0)
            }
            precondition(growth < Self.mostForGood, "\(growth) bytes for each asset")
        }
    }
}
