import GRDB

extension LibraryHistory {
    /// Returns the sequence number of the last change of some kinds of work that changed what an undo sets back; nil if the log
    /// has none.
    ///
    /// A change of the state of files alone does not count: otherwise the edit before it would be out of reach of an undo. The
    /// state changes when photos become offline or come back, a remote takes or refuses a file, or a file is renamed or kept
    /// beside a photo.
    ///
    /// - Parameters:
    ///   - works: The kinds of work.
    ///   - sequence: The change is before the one with this number; nil for the end of the log.
    /// - Returns: The number.
    /// - Throws: ``StoreError``, also for a client with limited access.
    package func lastSequence(
        of works: Set<WorkKind>,
        before sequence: Int64? = nil
    ) throws -> Int64? {
        try core.requireEverything("read the whole history")
        return try core.read { db in
            var found: Int64?
            var zones = ZoneReading()
            let statement = try db.cachedStatement(
                sql: "SELECT sequence, work, body FROM change ORDER BY sequence DESC"
            )
            try statement.forEachRow([], in: db) { (columns) -> Bool in
                let (candidate, work) = (columns.row(), columns.number())
                // An undo says itself that a change cannot be read.
                let body = try? ChangeBody(encoded: columns.blob() ?? [])
                let isWanted =
                    candidate < sequence ?? .max
                    && works.contains { $0.rawValue == work }
                let changesZone = try zones.stepBefore(body ?? ChangeBody(), isWanted: isWanted, db)
                guard isWanted, body?.setsBackProperties ?? true || changesZone else { return true }
                found = candidate
                return false
            }
            return found
        }
    }
}

extension ChangeBody {
    /// Whether an undo has properties, members or whole objects to set back, apart from what the traits of assets say.
    fileprivate var setsBackProperties: Bool {
        !members.isEmpty || objects.contains { $0.kind != .updated || $0.setsBackProperties }
    }
}

extension ObjectChange {
    fileprivate var setsBackProperties: Bool {
        guard id.entity == .asset else { return fieldBits != 0 }
        return FieldMask<AssetField>(rawValue: mask).fields.contains {
            $0 == .trashedDate || $0 == .contentVersion || $0.undoRule == .setBack
        }
    }
}

/// Whether changes of the log said that the zone of an asset's date is assumed, or that it is not.
///
/// An undo sets that back. The other traits follow from files.
private struct ZoneReading {
    /// The traits before the last change that was read, of the assets that the changes since mention.
    private var traits: [Int64: AssetTraits] = [:]

    /// Reads the change before those that were read.
    ///
    /// - Parameters:
    ///   - body: The change.
    ///   - isWanted: Whether the result is of use.
    ///   - db: The connection to read from.
    /// - Returns: Whether the change is about an assumed zone.
    /// - Throws: The errors of SQLite.
    mutating func stepBefore(
        _ body: ChangeBody,
        isWanted: Bool,
        _ db: Database
    ) throws -> Bool {
        let before = body.objects.compactMap { object -> (row: Int64, traits: AssetTraits)? in
            guard object.id.entity == .asset else { return nil }
            let value = object.values(of: AssetField.self).first { $0.field == .traits }?.value
            guard let value else { return nil }
            return (object.id.rowID, AssetTraits(rawValue: value.integer ?? 0))
        }
        var isOfZone = false
        if isWanted {
            let unread = before.map(\.row).filter { traits[$0] == nil }
            let present = try AssetRecord.fetch(unread, in: db)
            isOfZone = before.contains { row, before in
                guard let after = traits[row] ?? present[row]?.traits else { return false }
                return before.contains(.zoneAssumed) != after.contains(.zoneAssumed)
            }
        }
        for (row, before) in before { traits[row] = before }
        return isOfZone
    }
}
