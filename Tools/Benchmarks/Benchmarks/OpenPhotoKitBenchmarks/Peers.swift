import Dispatch
import Foundation
import GRDB
import OpenPhotoKit
import Synchronization
import Workbench

/// How else one would do it: the same jobs over the same table without the engine's results.
func peerBenchmarks() {
    for isAll in [false, true] {
        let edits = isAll ? 1_000 : 1
        let what = isAll ? "1000 edits" : "an edit"
        peer("GRDB ValueObservation of \(what)", edits) { peer in
            let arrived = Arrival()
            let observation = ValueObservation.trackingConstantRegion { db in
                arrived.begin()
                return try Int64.fetchAll(db, sql: Peer.allRows)
            }
            let token = observation.start(
                in: peer.pool,
                scheduling: .async(onQueue: DispatchQueue(label: "observer")),
                onError: { error in fatalError("\(error)") },
                onChange: { _ in arrived.end() }
            )
            _ = arrived.wait()
            arrived.forget(within: 2)
            return { watch, commit in
                arrived.forget(within: 0.03)
                try commit()
                watch.await { arrived.wait() }
                _ = token
            }
        }
        peer("refetch and CollectionDifference of \(what)", edits) { peer in
            var old = try peer.pool.read { db in try Int64.fetchAll(db, sql: Peer.allRows) }
            var changes = 0
            return { watch, commit in
                try commit()
                try watch.time {
                    let new = try peer.pool.read { try Int64.fetchAll($0, sql: Peer.allRows) }
                    changes += new.difference(from: old).count
                    old = new
                }
                precondition(changes > 0)
            }
        }
        peer("refetch and dictionary of \(what)", edits) { peer in
            var old = try peer.pool.read { db in try Int64.fetchAll(db, sql: Peer.allRows) }
            var changes = 0
            return { watch, commit in
                try commit()
                try watch.time {
                    let new = try peer.pool.read { try Int64.fetchAll($0, sql: Peer.allRows) }
                    changes += changedIndexes(old, new)
                    old = new
                }
                precondition(changes > 0)
            }
        }
    }
    operationOnCopy("the old way of catching up", at: [.thousands100, .million]) { copy in
        let result = copy.byDate()
        let stride = max(1, result.count / 100_000)
        var known: [String: Date] = [:]
        for index in 0..<min(100_000, result.count) {
            let asset = result[index * stride]
            known[asset.localIdentifier] = asset.modificationDate
        }
        let names = Array(known.keys)
        return { watch in
            var changed = 0
            watch.time {
                let found = PHAsset.fetchAssets(withLocalIdentifiers: names, options: nil)
                for index in 0..<found.count {
                    let asset = found[index]
                    if known[asset.localIdentifier] != asset.modificationDate { changed += 1 }
                }
                changed += names.count - found.count
            }
            precondition(changed == 0)
        }
    }
}

/// How many rows came, went or stand in another order.
private func changedIndexes(_ old: [Int64], _ new: [Int64]) -> Int {
    var indexes = [Int64: Int](minimumCapacity: old.count)
    for (index, row) in old.enumerated() { indexes[row] = index }
    var changed = 0
    var last = -1
    for row in new {
        guard let index = indexes.removeValue(forKey: row) else {
            changed += 1
            continue
        }
        if index < last { changed += 1 } else { last = index }
    }
    return changed + indexes.count
}

private final class Arrival: Sendable {
    private let news = Mutex(Watcher.News(began: 0, ended: 0))
    private let semaphore = DispatchSemaphore(value: 0)

    func begin() {
        let now = nanoseconds()
        news.withLock { $0.began = now }
    }

    func end() {
        let now = nanoseconds()
        news.withLock { $0.ended = now }
        semaphore.signal()
    }

    /// An observation may tell its first value twice, as late as a fetch takes.
    func forget(within seconds: Double) {
        while semaphore.wait(timeout: .now() + seconds) == .success {}
    }

    func wait() -> Watcher.News {
        semaphore.wait()
        return news.withLock { $0 }
    }
}

/// The database of a copy, opened by GRDB alone.
private final class Peer {
    static let allRows = """
        SELECT id FROM asset WHERE trashed_date IS NULL AND is_hidden = 0 ORDER BY creation_date, id
        """

    let pool: DatabasePool
    private let copy: LibraryCopy
    private let rows: [Int64]

    init(_ size: Size) throws {
        copy = try Shelf.copy(size)
        pool = try DatabasePool(
            path: copy.url.appendingPathComponent("database/library.sqlite").path
        )
        rows = try pool.read { db in try Int64.fetchAll(db, sql: Self.allRows) }
    }

    /// Gives some assets other dates, without a log.
    func edit(_ count: Int) throws {
        try pool.write { db in
            let update = try db.cachedStatement(
                sql: "UPDATE asset SET creation_date = ? WHERE id = ?"
            )
            for _ in 0..<count {
                let date = 94_694_400 + Double.random(in: 0..<631_152_000)
                let row = rows[Int.random(in: 0..<rows.count)]
                try update.execute(arguments: [date, row])
            }
        }
    }
}

private func peer(
    _ name: String,
    _ edits: Int,
    _ prepare: @escaping (Peer) throws -> (Stopwatch, () throws -> Void) throws -> Void
) {
    operation(name) { size in
        let peer = try Peer(size)
        let attempt = try prepare(peer)
        return { watch in try attempt(watch) { try peer.edit(edits) } }
    }
}
