import LibraryExercise
import Photos
import PhotosStore

/// A fetch result that is followed by change details alone.
protocol ViewedFetch: AnyObject {
    var name: String { get }
    /// How often details were applied, and how often a result came without indexes.
    var counts: (applied: Int, reread: Int) { get }
    /// When the details of the last change were there.
    var answered: UInt64 { get }
    func follow(_ change: PHChange) throws
    /// Compares with the database; only for quiet moments.
    func compare(in library: Library) throws
}

final class ViewedResult<Object: PHObject>: ViewedFetch {
    let name: String
    private(set) var counts = (applied: 0, reread: 0)
    private(set) var answered: UInt64 = 0
    private var result: PHFetchResult<Object>
    private var rows: ViewedRows
    /// What a table view would show of it, from here on.
    private var screen = 0

    private static var screenSize: Int { 30 }

    init(_ name: String, _ result: PHFetchResult<Object>) throws {
        self.name = name
        self.result = result
        guard let rows = result.backing.snapshot?.rows else {
            throw Fault("\(name) stands on no rows")
        }
        self.rows = ViewedRows(rows)
    }

    func follow(_ change: PHChange) throws {
        let answer = change.changeDetails(for: result)
        answered = SoakClock.now
        guard let details = answer else { return }
        result = details.fetchResultAfterChanges
        guard let removed = details.removedIndexes, let inserted = details.insertedIndexes else {
            counts.reread += 1
            rows = ViewedRows(result.backing.snapshot?.rows.array ?? [])
            return
        }
        counts.applied += 1
        try check(removed.last.map { $0 < rows.count } ?? true, "an index to remove is too great")
        for index in removed.reversed() { _ = rows.remove(at: index) }
        let arrived = details.insertedObjects
        try check(arrived.count == inserted.count, "there are more indexes than insertedObjects")
        for (index, object) in zip(inserted, arrived) {
            try check(index <= rows.count, "an index to insert is too great")
            rows.insert(object.source?.row ?? 0, at: index)
        }
        var moves: [(from: Int, to: Int)] = []
        details.enumerateMoves { moves.append(($0, $1)) }
        try check(
            moves.allSatisfy { $0.from < rows.count && $0.to < rows.count },
            "a move is too far"
        )
        let leaving = moves.sorted { $0.from > $1.from }.map { ($0.to, rows.remove(at: $0.from)) }
        for (to, row) in leaving.sorted(by: { $0.0 < $1.0 }) { rows.insert(row, at: to) }
        try check(
            rows.count == result.count,
            "\(rows.count) rows are \(result.count) in the result"
        )
        for (index, object) in zip(details.changedIndexes ?? [], details.changedObjects) {
            try check(object, at: index)
        }
        try drawScreen()
    }

    /// Draws again what is on the screen, which has moved on a bit.
    private func drawScreen() throws {
        let end = min(screen + Self.screenSize, rows.count)
        for index in screen..<max(screen, end) { try check(result.object(at: index), at: index) }
        screen = end + Self.screenSize < rows.count ? screen + 7 : 0
    }

    private func check(_ object: Object, at index: Int) throws {
        let row = object.source?.row
        try check(row == rows[index], "\(rows[index]) at \(index) is \(row ?? 0) in the result")
    }

    func compare(in library: Library) throws {
        guard let snapshot = result.backing.snapshot else { return }
        let fresh = try library.records.fetch(snapshot.plan, anew: true).rows.array
        try check(fresh.count == rows.count, "\(rows.count) rows, a fresh fetch has \(fresh.count)")
        if let index = rows.firstDifference(from: fresh) {
            throw Fault(
                "\(name): \(rows[index]) at \(index), a fresh fetch has \(fresh[index])"
            )
        }
    }

    private func check(_ holds: Bool, _ complaint: @autoclosure () -> String) throws {
        if !holds { throw Fault("\(name): \(complaint())") }
    }
}
