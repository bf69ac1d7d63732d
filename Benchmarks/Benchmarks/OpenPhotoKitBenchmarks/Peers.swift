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
                try Int64.fetchAll(db, sql: Peer.allRows)
            }
            let token = observation.start(
                in: peer.pool,
                scheduling: .async(onQueue: DispatchQueue(label: "observer")),
                onError: { error in fatalError("\(error)") },
                onChange: { rows in arrived.note(rows.count) }
            )
            _ = arrived.wait()
            return { watch, commit in
                try commit()
                watch.start()
                watch.stop(at: arrived.wait())
                _ = token
            }
        }
        peer("refetch and CollectionDifference of \(what)", edits) { peer in
            var old = try peer.pool.read { db in try Int64.fetchAll(db, sql: Peer.allRows) }
            return { watch, commit in
                try commit()
                try watch.time {
                    let new = try peer.pool.read { try Int64.fetchAll($0, sql: Peer.allRows) }
                    precondition(!new.difference(from: old).isEmpty)
                    old = new
                }
            }
        }
        peer("refetch and dictionary of \(what)", edits) { peer in
            var old = try peer.pool.read { db in try Int64.fetchAll(db, sql: Peer.allRows) }
            return { watch, commit in
                try commit()
                try watch.time {
                    let new = try peer.pool.read { try Int64.fetchAll($0, sql: Peer.allRows) }
                    precondition(changedPlaces(old, new) > 0)
                    old = new
                }
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
private func changedPlaces(_ old: [Int64], _ new: [Int64]) -> Int {
    var places = [Int64: Int](minimumCapacity: old.count)
    for (place, row) in old.enumerated() { places[row] = place }
    var changed = 0
    var last = -1
    for row in new {
        guard let place = places.removeValue(forKey: row) else {
            changed += 1
            continue
        }
        if place < last { changed += 1 } else { last = place }
    }
    return changed + places.count
}

private final class Arrival: Sendable {
    private let time = Mutex<Int64>(0)
    private let semaphore = DispatchSemaphore(value: 0)

    func note(_ count: Int) {
        time.withLock { $0 = nanoseconds() }
        semaphore.signal()
    }

    func wait() -> Int64 {
        semaphore.wait()
        return time.withLock { $0 }
    }
}

/// The database of a copy, opened by GRDB alone.
private final class Peer {
    static let allRows = """
        SELECT id FROM asset WHERE trashed_date IS NULL AND is_hidden = 0 ORDER BY creation_date, id
        """

    let pool: DatabasePool
    private let copy: LibraryCopy
    private let assets: Int

    init(_ size: Size) throws {
        copy = try Shelf.copy(size)
        assets = size.assets
        pool = try DatabasePool(
            path: copy.url.appendingPathComponent("database/library.sqlite").path
        )
    }

    /// Gives some assets other dates, without a log.
    func edit(_ count: Int) throws {
        try pool.write { db in
            let update = try db.cachedStatement(
                sql: "UPDATE asset SET creation_date = ? WHERE id = ? AND is_hidden = 0"
            )
            for _ in 0..<count {
                let date = 94_694_400 + Double.random(in: 0..<631_152_000)
                try update.execute(arguments: [date, Int.random(in: 1...assets)])
            }
            // One asset in a hundred is hidden, and no observer hears of an edit of it alone.
            guard count == 1, db.changesCount == 0 else { return }
            try update.execute(arguments: [94_694_400.25, 1])
            try update.execute(arguments: [631_152_000.25, 2])
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
