package import Foundation
import GRDB

extension LibraryRecords {
    /// Fetches a plan: its rows in order, at one position in the log.
    ///
    /// While a result of the same plan is held, that result is brought forward instead of running the plan.
    /// With `anew` the plan always runs.
    package func fetch(_ plan: FetchPlan, anew: Bool = false) throws -> FetchSnapshot {
        let readScope = try core.clientAccess().readScope
        if !anew, let held = results.result(of: plan), held.readScope == readScope,
            let present = try presentResult(of: held)
        {
            return present
        }
        let compiled = CompiledPlan(plan)
        // Saved lists cover the whole library, so only a client that sees everything may use them.
        if !anew, readScope == .everything, let saved = try savedResult(of: compiled) {
            return saved
        }
        let fetched = try run(compiled, in: nil)
        results.storeResult(fetched)
        saveResult(fetched, behind: nil)
        return fetched
    }

    /// Runs a plan, with the search index if the plan has words or areas.
    ///
    /// - Throws: ``PositionProblem/expired`` when the client has another read scope than `wanted`, unless that is nil.
    func run(_ compiled: CompiledPlan, in wanted: ReadScope?) throws -> FetchSnapshot {
        guard compiled.isSearch else {
            return try core.readSeeing { db, readScope in
                try Self.checkReadScope(readScope, wanted: wanted)
                return try compiled.fetchSnapshot(in: db, readScope: readScope)
            }
        }
        // The index is read first: an answer for a later state than that of the library would be wrong.
        let answer = words.searchAnswer(for: compiled.plan, in: try core.clientAccess().readScope)
        let base = try answer.flatMap { try compiled.plan.base(of: $0.found).map { try fetch($0) } }
        return try core.readSeeing { db, readScope in
            try Self.checkReadScope(readScope, wanted: wanted)
            guard readScope == .everything, let answer else {
                return try compiled.fetchSnapshot(in: db, readScope: readScope)
            }
            guard let found = try words.foundRows(from: answer, in: db) else {
                return try compiled.fetchSnapshot(in: db, readScope: readScope)
            }
            if let base, let narrowed = try compiled.narrowed(base, to: found, in: db) {
                return narrowed
            }
            return try compiled.fetchSnapshot(in: db, readScope: readScope, found: found)
        }
    }

    private static func checkReadScope(_ readScope: ReadScope, wanted: ReadScope?) throws {
        guard wanted == nil || readScope == wanted else { throw PositionProblem.expired }
    }

    /// Returns a saved result of the plan, brought forward to the present end of the log.
    private func savedResult(of compiled: CompiledPlan) throws -> FetchSnapshot? {
        guard let lists = savedLists,
            let saved = try core.readAll({ db in
                try lists.savedList(of: compiled, identity: self.core.identity, in: db)
            }),
            let present = try presentResult(of: saved.result), !present.list.isDamaged
        else { return nil }
        results.storeResult(present)
        saveResult(present, behind: saved.behind)
        return present
    }

    /// Writes a result to a file, after the fetch, if the library is open for writing.
    private func saveResult(_ result: FetchSnapshot, behind: Int?) {
        guard core.mode == .readWrite else { return }
        savedLists?.save(
            result,
            behind: behind,
            smallest: core.environment.smallestSavedList,
            of: core.identity
        ) { sequence in
            try core.readAll { db in try ChangeLog.position(at: sequence, db) }
        }
    }

    /// Brings a result forward to the present end of the log.
    private func presentResult(of held: FetchSnapshot) throws -> FetchSnapshot? {
        let present = try history.currentPosition().sequence
        if held.sequence == present { return held }
        guard held.plan.isIncremental, held.sequence < present else { return nil }
        return try brought(held, to: present)?.after ?? held
    }

    /// Returns records by row, in a fixed number of statements.
    ///
    /// Records that were deleted meanwhile have their last values from the log. The sequence number is the
    /// log position at which the records are valid.
    package func assets(
        _ rows: some Collection<Int64>
    ) throws -> (records: [Int64: AssetRecord], sequence: Int64) {
        try records(rows)
    }

    package func collections(
        _ rows: some Collection<Int64>
    ) throws -> (records: [Int64: CollectionRecord], sequence: Int64) {
        try records(rows)
    }

    private func records<R: Record>(_ rows: some Collection<Int64>) throws -> ([Int64: R], Int64) {
        try core.readSeeing { db, readScope in
            var records = try R.fetch(rows, in: db, seeing: readScope)
            let missing = rows.filter { records[$0] == nil }
            if !missing.isEmpty {
                records.merge(try deletedRecords(of: missing, in: db)) { present, _ in present }
            }
            return (records, try ChangeLog.current(db).sequence)
        }
    }

    /// Calls `body` with the record of each row and its index in `rows`.
    ///
    /// Rows that were deleted meanwhile come last, with their last values, as in ``assets(_:)``. `body` also
    /// gets the log position at which the records are valid.
    package func forEachAsset(
        in rows: [Int64],
        body: (_ index: Int, _ record: consuming AssetRecord, _ sequence: Int64) throws -> Void
    ) throws {
        try forEachRecord(of: rows, body: body)
    }

    /// Does the same as ``forEachAsset(in:body:)`` for collections.
    package func forEachCollection(
        in rows: [Int64],
        body: (_ index: Int, _ record: consuming CollectionRecord, _ sequence: Int64) throws ->
            Void
    ) throws {
        try forEachRecord(of: rows, body: body)
    }

    private func forEachRecord<R: Record>(
        of rows: [Int64],
        body: (_ index: Int, _ record: consuming R, _ sequence: Int64) throws -> Void
    ) throws {
        try core.readSeeing { db, readScope in
            let sequence = try ChangeLog.current(db).sequence
            var missing: [Int] = []
            var index = 0
            try R.forEachRecord(at: rows, in: db, seeing: readScope) { record in
                // Records come in the order of the rows, so a row that is skipped has no record.
                while rows[index] != record.rowID {
                    missing.append(index)
                    index += 1
                }
                try body(index, record, sequence)
                index += 1
            }
            missing += index..<rows.count
            guard !missing.isEmpty else { return }
            let deletedRecords: [Int64: R] = try deletedRecords(
                of: missing.map { rows[$0] },
                in: db
            )
            for index in missing {
                if let record = deletedRecords[rows[index]] { try body(index, record, sequence) }
            }
        }
    }

    /// Returns the last values of deleted objects, as far as the log still has them, and their identity in
    /// any case.
    private func deletedRecords<R: Record>(of rows: [Int64], in db: Database) throws -> [Int64: R] {
        let tombstones = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT id, uuid, kind, sequence FROM tombstone
                    WHERE entity = ? AND id IN (SELECT value FROM photokit_rows(?))
                    """
            ),
            arguments: [R.entity.rawValue, PackedList.rows(rows)]
        )
        var records: [Int64: R] = [:]
        var sequences: Set<Int64> = []
        while let tombstone = try tombstones.next() {
            guard let uuid = UUID(bytes: Blob.bytes(of: tombstone, at: 1)) else { continue }
            let kind = ObjectKind(rawValue: UInt8(truncatingIfNeeded: tombstone.integer(2)))
            let row = tombstone.integer(0)
            records[row] = R.deleted(row, uuid: uuid, kind: kind)
            sequences.insert(tombstone.integer(3))
        }
        // A block may have deleted many objects, so its change is read once for all of them.
        for sequence in sequences {
            let bytes = try Data.fetchOne(
                db.cachedStatement(sql: "SELECT body FROM change WHERE sequence = ?"),
                arguments: [sequence]
            )
            guard let bytes, let body = try? ChangeBody(encoded: Array(bytes)) else { continue }
            for change in body.objects where change.id.entity == R.entity {
                guard change.kind == .deleted, var record = records[change.id.rowID] else {
                    continue
                }
                for (field, value) in change.values(of: R.Fields.self) { record[field] = value }
                records[change.id.rowID] = record
            }
        }
        return records
    }

    /// Returns the rows of those identifiers that exist.
    package func rows(of uuids: some Collection<UUID>, in entity: Entity) throws -> [UUID: Int64] {
        try core.read { db in try RowLookup.rows(of: uuids, entity: entity, in: db) }
    }

    /// Returns the root folder.
    ///
    /// The rows of the root folder and of the smart albums never change.
    package func rootFolder() throws -> CollectionRecord {
        let (records, _) = try collections([1])
        guard let root = records[1] else {
            throw StoreError(.damaged, "The library has no root folder. Run `photokit check`.")
        }
        return root
    }

    /// Returns the resources of the given assets, by asset, in one statement.
    package func resources(
        ofAssets rows: some Collection<Int64>
    ) throws -> [Int64: [ResourceRecord]] {
        try core.read { db in
            let cursor = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT id, asset_id, type, file, filename, content_type, byte_count, checksum,
                            pixel_width, pixel_height, source_file_id
                        FROM resource WHERE asset_id IN (SELECT value FROM photokit_rows(?))
                        ORDER BY asset_id, type, id
                        """
                ),
                arguments: [PackedList.rows(rows)]
            )
            var resources: [Int64: [ResourceRecord]] = [:]
            while let row = try cursor.next() {
                let resource = ResourceRecord(row: row)
                resources[resource.assetID, default: []].append(resource)
            }
            return resources
        }
    }

    /// Returns resources by their rows.
    package func resources(_ rows: some Collection<Int64>) throws -> [ResourceRecord] {
        try core.readAll { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT id, asset_id, type, file, filename, content_type, byte_count, checksum,
                            pixel_width, pixel_height, source_file_id
                        FROM resource WHERE id IN (SELECT value FROM photokit_rows(?)) ORDER BY id
                        """
                ),
                arguments: [PackedList.rows(rows)]
            ).map { ResourceRecord(row: $0) }
        }
    }

    /// Returns the number of rows of each media type in a list, for the API's counts.
    ///
    /// Deleted assets count with their last media type.
    package func mediaTypeCounts(_ rows: some Collection<Int64>) throws -> [Int: Int] {
        try core.readSeeing { db, _ in
            let counts = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT media_type, count(*) FROM asset
                        WHERE id IN (SELECT value FROM photokit_rows(?)) GROUP BY media_type
                        """
                ),
                arguments: [PackedList.rows(rows)]
            )
            // Values of another type than the schema's count as one number.
            var numbers: [Int: Int] = counts.reduce(into: [:]) {
                $0[Int($1.integer(0)), default: 0] += Int($1.integer(1))
            }
            guard numbers.values.reduce(0, +) < rows.count else { return numbers }
            let present = try Int64.fetchSet(
                db.cachedStatement(
                    sql: "SELECT id FROM asset WHERE id IN (SELECT value FROM photokit_rows(?))"
                ),
                arguments: [PackedList.rows(rows)]
            )
            let deleted: [Int64: AssetRecord] = try deletedRecords(
                of: rows.filter { !present.contains($0) },
                in: db
            )
            for record in deleted.values { numbers[record.mediaType.rawValue, default: 0] += 1 }
            return numbers
        }
    }

    /// Returns the assets outside Recently Deleted whose original has this checksum.
    package func assets(withChecksum checksum: [UInt8]) throws -> [UUID] {
        try core.read { db in
            try Data.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT DISTINCT asset.uuid FROM resource JOIN asset ON asset.id = resource.asset_id
                        WHERE resource.checksum = ? AND resource.type IN (1, 2, 3) AND asset.trashed_date IS NULL
                        """
                ),
                arguments: [Data(checksum)]
            ).compactMap { UUID(bytes: $0) }
        }
    }
}

extension ResourceRecord {
    init(row: Row) {
        self.init(
            rowID: row.integer(0),
            assetID: row.integer(1),
            type: ResourceRole(rawValue: Int(row.integer(2))),
            file: row.text(3),
            filename: String.fromDatabaseValue(row[4]).flatMap(FileName.kept),
            contentType: row.text(5),
            byteCount: row.integer(6),
            checksum: Blob.bytes(of: row, at: 7),
            pixelWidth: Int(row.integer(8)),
            pixelHeight: Int(row.integer(9)),
            sourceFileID: Int64.fromDatabaseValue(row[10])
        )
    }
}

extension LibraryRecords {
    /// Returns the number of rows that a statement gives the library's client.
    ///
    /// Tests use it to check which tables and rows the client may name.
    package func rowCount(of sql: String) throws -> Int {
        try core.read { db in try Row.fetchAll(db, sql: sql).count }
    }
}
