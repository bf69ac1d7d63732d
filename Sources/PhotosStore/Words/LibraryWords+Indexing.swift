import GRDB

/// Searches for words and areas with an index, and the making of that index.
///
/// A search is right whether or not there is an index, and however far the index is: assets that have changed since are
/// compared one by one. Clients that see a part of the library never read the index.
extension LibraryWords {
    /// The number of assets of one transaction of the index.
    private static let part = 2_000

    /// The largest number of changed assets that a fetch compares one by one.
    static let mostChanged = 4_096

    /// Asks the index for the words and areas of a plan, before the library is read.
    ///
    /// - Returns: Nil where the plan has nothing that an index has, or there is no complete index.
    func searchAnswer(for plan: FetchPlan, in readScope: ReadScope) -> SearchIndex.Answer? {
        // The table of places may have been replaced, also by another process.
        if plan.filter.readsPlaceNames { core.environment.places?.refresh() }
        guard readScope == .everything else { return nil }
        let words = plan.filter.words.filter(\.isIndexed)
        let areas = plan.filter.areas
        guard !words.isEmpty || !areas.isEmpty else { return nil }
        // An index that cannot be read is made again, and the search reads all assets meanwhile.
        let answer = try? index.answer(words, areas: areas)
        guard let answer, isUsable(answer.progress) else {
            scheduleSearchIndexing()
            return nil
        }
        return answer
    }

    /// Corrects an answer of the index by the changes since, at the state that a connection reads.
    ///
    /// - Returns: Nil where the index is not of this log, or is too far behind.
    func foundRows(from answer: SearchIndex.Answer, in db: Database) throws -> FoundRows? {
        let position = answer.progress.position
        guard try ChangeLog.problem(with: position, db) == nil else {
            scheduleSearchIndexing()
            return nil
        }
        let changed = try Self.mentionedAssets(
            after: position.sequence,
            atMost: Self.mostChanged,
            db
        )
        if !changed.isEmpty { scheduleSearchIndexing() }
        guard changed.count <= Self.mostChanged else { return nil }
        var found = FoundRows()
        for (area, rows) in answer.found.areas {
            // Where these assets are now is decided by their coordinates.
            found.areas[area] = changed.isEmpty ? rows : FoundRows.united([rows, Array(changed)])
        }
        for (condition, rows) in answer.found.words {
            var rows = changed.isEmpty ? rows : rows.filter { !changed.contains($0) }
            var others: Set<Int64> = []
            if !changed.isEmpty {
                others = try Self.matchingRows(
                    among: changed,
                    condition: condition.ofOwnTexts,
                    in: db
                )
            }
            for field in condition.fields where field.isOfAlbums {
                let isFolder = field == .related(.folderTitles)
                others.formUnion(
                    try Self.memberRows(matching: condition, isFolder: isFolder, in: db)
                )
            }
            if !others.isEmpty {
                others.formUnion(rows)
                rows = others.sorted()
            }
            found.words[condition] = rows
        }
        return found
    }

    func isUsable(_ progress: SearchIndex.Progress) -> Bool {
        progress.recipe == SearchTexts.recipe && progress.library == core.identity.library
            && progress.incarnation == core.identity.incarnation
            && progress.places == core.environment.places?.identity ?? 0
    }

    /// Returns the assets that the log mentions after a sequence number.
    static func allMentionedAssets(after sequence: Int64, _ db: Database) throws -> Set<Int64> {
        try mentionedAssets(after: sequence, atMost: .max, db)
    }

    /// Returns the assets that the log mentions after a sequence number, or some of them if there are more than `most`.
    static func mentionedAssets(
        after sequence: Int64,
        atMost most: Int,
        _ db: Database
    ) throws -> Set<Int64> {
        var rows: Set<Int64> = []
        let statement = try db.cachedStatement(sql: "SELECT body FROM change WHERE sequence > ?")
        try statement.forEachRow([sequence], in: db) { (columns) -> Void in
            guard rows.count <= most else { return }
            for change in try ChangeBody.outline(encoded: columns.blob() ?? [])
            where change.id.entity == .asset { rows.insert(change.id.rowID) }
        }
        return rows
    }

    private static func matchingRows(
        among rows: Set<Int64>,
        condition: WordCondition,
        in db: Database
    ) throws -> Set<Int64> {
        let fragment = Condition.words(condition).sql(tableAlias: "asset") { "NULL" }
        return try Int64.fetchSet(
            db,
            sql: """
                SELECT asset.id FROM photokit_rows(?) AS list CROSS JOIN asset ON asset.id = list.value
                WHERE \(fragment.sql)
                """,
            arguments: [PackedList.rows(rows)]
                + StatementArguments(fragment.values.compactMap(\.text))
        )
    }

    private static func memberRows(
        matching condition: WordCondition,
        isFolder: Bool,
        in db: Database
    ) throws -> Set<Int64> {
        let query = RelatedSQL.memberRows(ofAlbumsTitled: condition.pattern, isFolder: isFolder)
        return try Int64.fetchSet(
            db,
            sql: query.sql,
            arguments: StatementArguments(query.values.compactMap(\.text))
        )
    }

    // MARK: Making the index

    /// Brings the index forward some time later, or makes it, if the library is open for writing.
    func scheduleSearchIndexing() {
        guard core.mode == .readWrite else { return }
        let limit = core.environment.largestWithoutIndex
        indexing.schedule { [weak self] in
            guard let self, (try? self.lastAsset()) ?? 0 > limit else { return }
            // A failure costs time only, and the next search tries again.
            try? self.indexWords()
        }
    }

    private func lastAsset() throws -> Int64 {
        try core.readAll { db in try Int64.fetchOne(db, sql: "SELECT max(id) FROM asset") ?? 0 }
    }

    /// Makes the index of words, or brings it forward to the end of the log.
    ///
    /// The work can end at any moment, and a later call goes on where it ended.
    ///
    /// - Parameters:
    ///   - isCancelled: Whether to stop after the present part.
    ///   - progress: Called after each part with the last rows of the index and of the library.
    /// - Throws: ``StoreError`` where the library cannot be read, or the index not written.
    package func indexWords(
        isCancelled: () -> Bool = { false },
        progress: (_ done: Int64, _ last: Int64) -> Void = { _, _ in }
    ) throws {
        try core.checkIsWritable()
        try core.requireEverything("make the index of words")
        do {
            while try !isCancelled() && indexNextWords(progress) {}
        } catch let error as DatabaseError where error.isOfRuinedFile {
            // The damaged file was removed, so the index is made again.
            do {
                while try !isCancelled() && indexNextWords(progress) {}
            } catch { throw StoreError(error) }
        } catch {
            throw StoreError(error)
        }
    }

    /// Deletes the index of words.
    ///
    /// - Throws: ``StoreError`` where the library is read-only.
    package func removeSearchIndex() throws {
        try core.checkIsWritable()
        index.removeAll()
    }

    /// Indexes one part.
    ///
    /// - Returns: Whether there may be more to do.
    private func indexNextWords(_ progress: (Int64, Int64) -> Void) throws -> Bool {
        core.environment.places?.refresh()
        guard let known = try index.progress(), isUsable(known),
            try core.readAll({ db in try ChangeLog.problem(with: known.position, db) }) == nil
        else {
            let position = try core.readAll { db in try ChangeLog.current(db) }
            try index.begin(
                core.identity,
                at: position,
                places: core.environment.places?.identity ?? 0
            )
            return true
        }
        guard let filled = known.filled else { return try followWords(known) }
        let (texts, last) = try core.readAll { db in
            (
                try SearchTexts.read(
                    from: "asset WHERE asset.id > ? ORDER BY asset.id LIMIT ?",
                    arguments: [filled, Self.part],
                    in: db
                ),
                try Int64.fetchOne(db, sql: "SELECT max(id) FROM asset") ?? 0
            )
        }
        let isLast = texts.count < Self.part
        try index.add(texts, to: known, filled: isLast ? nil : texts.last?.row)
        progress(texts.last?.row ?? last, last)
        return true
    }

    private func followWords(_ known: SearchIndex.Progress) throws -> Bool {
        let (position, rows) = try core.readAll { db in
            (
                try ChangeLog.current(db),
                try Self.allMentionedAssets(after: known.position.sequence, db).sorted()
            )
        }
        guard position != known.position else { return false }
        var (start, removed) = (0, 0)
        repeat {
            let part = Array(rows.dropFirst(start).prefix(Self.part))
            start += part.count
            // Later changes of these assets are mentioned after the position, so newer texts do no harm.
            let texts = try core.readAll { db in
                try SearchTexts.read(
                    from: """
                        photokit_rows(?) AS list CROSS JOIN asset ON asset.id = list.value ORDER BY asset.id
                        """,
                    arguments: [PackedList.rows(part)],
                    in: db
                )
            }
            removed += part.count - texts.count
            try index.replace(
                part,
                with: texts,
                in: known,
                upTo: start >= rows.count ? position : nil
            )
        } while start < rows.count
        if removed > 0 { try index.eraseRemovedWords() }
        return true
    }
}

extension LibraryWords {
    /// Waits until the work on the index that is due has ended.
    package func finishIndexing() { indexing.wait() }
}
