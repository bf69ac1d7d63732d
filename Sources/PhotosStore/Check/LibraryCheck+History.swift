import Foundation
import GRDB

extension LibraryCheck {
    /// Checks that the log is complete and readable, and that its changes lead to the content of the tables.
    mutating func checkHistory() throws {
        let (findings, count) = try library.core.read { db in
            var reading = HistoryReading(start: try ChangeLog.oldest(db).sequence)
            let cursor = try Row.fetchCursor(
                db,
                sql: "SELECT sequence, body FROM change ORDER BY sequence"
            )
            while let row = try cursor.next() {
                reading.read(
                    sequence: row.integer(0),
                    body: try? ChangeBody(encoded: Blob.bytes(of: row, at: 1))
                )
            }
            return (try reading.compare(with: HistoryState(db)), reading.changes)
        }
        report.changes = count
        for finding in findings { add(finding) }
    }
}

/// The content of the tables, as far as the log describes it.
struct HistoryState {
    var living: Set<ObjectID> = []
    /// Deleted objects, with the sequence number of the change that deleted each of them.
    var tombstones: [ObjectID: Int64] = [:]
    var members: Set<HistoryReading.Membership> = []
    /// Rows that existed before the first change: the root folder and the smart albums.
    var initial: Set<ObjectID> = []

    init() {}

    init(_ db: Database) throws {
        living = Set(
            try Int64.fetchAll(db, sql: "SELECT id FROM asset").map { ObjectID(.asset, $0) }
        )
        let collections = try Row.fetchAll(
            db,
            sql: "SELECT id, parent_id IS NULL FROM collection"
        )
        for row in collections {
            let id = ObjectID(.collection, row.integer(0))
            living.insert(id)
            if row.integer(1) != 0 { initial.insert(id) }
        }
        for row in try Row.fetchAll(db, sql: "SELECT entity, id, sequence FROM tombstone") {
            guard let entity = Entity(rawValue: UInt8(truncatingIfNeeded: row.integer(0))) else {
                continue
            }
            tombstones[ObjectID(entity, row.integer(1))] = row.integer(2)
        }
        for row in try Row.fetchAll(db, sql: "SELECT album_id, asset_id FROM member") {
            members.insert(HistoryReading.Membership(album: row.integer(0), asset: row.integer(1)))
        }
    }
}

/// Follows the log from its oldest change to the last, and reports contradictions within it or with the
/// tables.
struct HistoryReading {
    struct Membership: Hashable {
        var album: Int64
        var asset: Int64
    }

    private enum Life {
        case alive
        case dead(since: Int64)
    }

    private let start: Int64
    private var last: Int64
    private var isWhole = true
    private var lives: [ObjectID: Life] = [:]
    private var membership: [Membership: Bool] = [:]
    private(set) var changes = 0
    private var findings: [Finding] = []

    init(start: Int64) {
        self.start = start
        last = start
    }

    mutating func read(sequence: Int64, body: ChangeBody?) {
        changes += 1
        // A damaged sequence number may be the largest integer, so the addition must not trap.
        let next = last.addingReportingOverflow(1).partialValue
        if sequence != next {
            addFinding(
                .historyGap,
                message:
                    "The changes between \(last) and \(sequence) are not there. Restore the library from a backup.",
                at: next
            )
            isWhole = false
        }
        last = sequence
        guard let body else {
            isWhole = false
            return addFinding(
                .historyUnreadable,
                message: "What this change did cannot be read: its details are unavailable.",
                at: sequence
            )
        }
        for object in body.objects { followChange(object, at: sequence) }
        for member in body.members { followChange(member, at: sequence) }
    }

    private mutating func followChange(_ change: ObjectChange, at sequence: Int64) {
        let name = "\(change.id.entity.table) \(change.id.rowID)"
        switch (change.kind, lives[change.id]) {
        case (.inserted, nil):
            lives[change.id] = .alive
        case (.inserted, .some):
            addFinding(
                .historyContradicts,
                message: "The change makes the \(name), which was there before.",
                at: sequence
            )
        case (.updated, .dead):
            addFinding(
                .historyContradicts,
                message: "The change updates the \(name), which had been deleted.",
                at: sequence
            )
        case (.updated, _):
            lives[change.id] = .alive
        case (.deleted, .dead):
            addFinding(
                .historyContradicts,
                message: "The change deletes the \(name) a second time.",
                at: sequence
            )
        case (.deleted, _):
            lives[change.id] = .dead(since: sequence)
        }
    }

    private mutating func followChange(_ change: MemberChange, at sequence: Int64) {
        let member = Membership(album: change.albumID, asset: change.assetID)
        let wasMember = change.kind != .entered
        if let known = membership[member], known != wasMember {
            addFinding(
                .historyContradicts,
                message:
                    "Asset \(change.assetID) was \(known ? "" : "not ")in album \(change.albumID), but the change says otherwise.",
                at: sequence
            )
        }
        membership[member] = change.kind != .left
    }

    // MARK: The tables

    func compare(with state: HistoryState) throws -> [Finding] {
        var reading = self
        for (id, life) in lives.sorted(by: {
            ($0.key.entity.rawValue, $0.key.rowID) < ($1.key.entity.rawValue, $1.key.rowID)
        }) {
            reading.compareObject(id, life: life, with: state)
        }
        for (id, sequence) in state.tombstones where state.living.contains(id) {
            reading.addFinding(
                .tombstoneOfLiving,
                message: "The \(id.entity.table) \(id.rowID) exists, but was noted as deleted.",
                at: sequence
            )
        }
        // If changes are missing, the remaining log need not match the tables.
        guard isWhole else { return reading.findings }
        for (member, isMember) in membership where isMember != state.members.contains(member) {
            reading.addFinding(
                .historyContradicts,
                message:
                    "By the history asset \(member.asset) is \(isMember ? "" : "not ")in album \(member.album), by the tables the opposite.",
                at: last
            )
        }
        if start == 0 { reading.compareOrigins(state) }
        return reading.findings
    }

    private mutating func compareObject(_ id: ObjectID, life: Life, with state: HistoryState) {
        let name = "\(id.entity.table) \(id.rowID)"
        switch life {
        case .alive where isWhole && !state.living.contains(id):
            addFinding(
                .historyContradicts,
                message: "By the history the \(name) exists, but its row is not there.",
                at: last
            )
        case .dead(let sequence):
            if state.living.contains(id) {
                addFinding(
                    .historyContradicts,
                    message: "The \(name) was deleted by the history, but its row is there.",
                    at: sequence
                )
            } else if state.tombstones[id] == nil {
                addFinding(
                    .tombstoneMissing,
                    message: "The name of the deleted \(name) was not kept.",
                    at: sequence
                )
            }
        case .alive: break
        }
    }

    /// With the whole history present, every object must have been created by a change.
    private mutating func compareOrigins(_ state: HistoryState) {
        for id in state.living.subtracting(state.initial) where lives[id] == nil {
            addFinding(
                .historyContradicts,
                message: "The \(id.entity.table) \(id.rowID) exists, but no change made it.",
                at: last
            )
        }
        for member in state.members where membership[member] == nil {
            addFinding(
                .historyContradicts,
                message:
                    "Asset \(member.asset) is in album \(member.album), but no change put it there.",
                at: last
            )
        }
    }

    private mutating func addFinding(_ code: Finding.Code, message: String, at sequence: Int64) {
        findings.append(Finding(code, message, at: "change \(sequence)"))
    }
}
