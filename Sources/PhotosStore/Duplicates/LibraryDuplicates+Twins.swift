import GRDB

/// Photos whose files stay in a folder that is no longer a source, or cannot be reached, and whose bytes another photo has.
///
/// A photo of this kind was in Recently Deleted when its files came in again as another photo.
extension LibraryDuplicates {
    /// The steps by which restored photos have their files again.
    package struct TwinPlan: Hashable, Sendable {
        /// A photo that makes way for a restored one when that has copies of its files.
        struct MakingWay: Hashable, Sendable {
            var heir: Int64
            var twin: Int64
        }

        /// The photos whose files in sources become those of restored ones.
        package var replacements: [TwinReplacement] = []
        var makingWay: [MakingWay] = []
        /// The photos that get copies of files, from photos that stay or make way.
        package var copied: Set<Int64> = []
    }

    /// Returns what is to be done so that photos have their files again when they are restored.
    ///
    /// - Parameter rows: The photos. Photos that have all their files are left out.
    /// - Returns: The plan, which is empty for a client that sees a part of the library.
    /// - Throws: ``StoreError``.
    package func twinPlan(for rows: [Int64]) throws -> TwinPlan {
        var plan = TwinPlan()
        guard try core.clientAccess().readWrite == .authorized else { return plan }
        let forgotten = Dictionary(grouping: try lackingFiles(ofAssets: rows), by: \.assetRow)
        let unreachable = Dictionary(
            grouping: try unreachableFiles(ofAssets: rows),
            by: \.assetRow
        )
        var taken = Set(rows)
        let heirs = Set(forgotten.keys).union(unreachable.keys).sorted()
        let held = Dictionary(grouping: try originals.heldFiles(ofAssets: heirs), by: \.assetRow)
        for heir in heirs {
            var wanted = (forgotten[heir] ?? []) + (unreachable[heir] ?? [])
            // The source may come back: its files are handed over from another source, and not copied.
            let mayCopy = unreachable[heir] == nil
            let restored = held[heir] ?? []
            for twin in try twins(of: wanted) where !taken.contains(twin) && !wanted.isEmpty {
                let files = try originals.heldFiles(ofAssets: [twin])
                let decision = TwinDecision(
                    twin: files,
                    isUntouched: try isUntouched(twin),
                    restored: restored,
                    lacking: wanted
                )
                if !mayCopy {
                    guard decision == .handOver, try unreachableFiles(ofAssets: [twin]).isEmpty
                    else { continue }
                }
                if decision != .handOver { plan.copied.insert(heir) }
                switch decision {
                case .stay: continue
                case .makeWay: plan.makingWay.append(.init(heir: heir, twin: twin))
                case .handOver:
                    let given = TwinReplacement(heir: heir, twin: twin, from: files, to: &wanted)
                    plan.replacements.append(given)
                }
                taken.insert(twin)
            }
        }
        return plan
    }

    /// Returns the files of present photos that stay in a forgotten source.
    ///
    /// - Throws: ``StoreError`` if the library cannot be read.
    func lackingFiles() throws -> [HeldFile] {
        try lackingFiles(where: "asset.trashed_date IS NULL ORDER BY resource.id")
    }

    /// Returns the files of photos that stay in a forgotten source, and that a remote is said to have.
    ///
    /// - Parameter rows: The photos; nil takes all, also those in Recently Deleted.
    /// - Returns: The files, in the order of their rows.
    /// - Throws: ``StoreError`` if the library cannot be read.
    func lackingFilesInRemotes(ofAssets rows: [Int64]?) throws -> [HeldFile] {
        let chosen =
            rows == nil ? "?" : "asset.id IN (SELECT value FROM photokit_rows(?))"
        return try lackingFiles(
            where: "\(ElsewhereLedger.isStoredInRemote) AND \(chosen) ORDER BY resource.id"
        ) {
            if let rows {
                $0.list(PackedList.rows(rows))
            } else {
                $0.integer(1)
            }
        }
    }

    /// Returns the files of photos that stay in a forgotten source.
    ///
    /// - Throws: ``StoreError`` if the library cannot be read.
    func lackingFiles(ofAssets rows: [Int64]) throws -> [HeldFile] {
        try lackingFiles(
            where: "asset.id IN (SELECT value FROM photokit_rows(?)) ORDER BY resource.id"
        ) { $0.list(PackedList.rows(rows)) }
    }

    /// Returns the files of photos that stay in sources which cannot be reached, or do not have them any more.
    private func unreachableFiles(ofAssets rows: [Int64]) throws -> [HeldFile] {
        let files = try originals.heldFiles(ofAssets: rows).filter { $0.sourceFileID != nil }
        let sources = try core.readAll { db in
            try SourceLedger(db).sources(ofFiles: files.compactMap(\.sourceFileID))
        }
        var isReachable: [Int64: Bool] = [:]
        return files.filter { file in
            guard let (source, isAbsent) = file.sourceFileID.flatMap({ sources[$0] }), !isAbsent
            else { return true }
            let isThere = isReachable[source.id] ?? core.isReachable(source)
            isReachable[source.id] = isThere
            return !isThere
        }
    }

    private func lackingFiles(
        where condition: String,
        bind: (inout ColumnWriter) -> Void = { _ in }
    ) throws -> [HeldFile] {
        try originals.heldFiles(where: "WHERE \(ElsewhereLedger.isForgotten) AND \(condition)") {
            columns in
            columns.integer(AssetTraits.offline.rawValue)
            bind(&columns)
        }
        .filter { FileOperations.size(core.layout.original($0.file)) == nil }
    }

    /// Returns the present assets with the bytes of given files, the oldest first.
    private func twins(of files: [HeldFile]) throws -> [Int64] {
        var rows: Set<Int64> = []
        for checksum in Set(files.map(\.checksum)) {
            rows.formUnion(try originals.heldFiles(ofChecksum: checksum).map(\.assetRow))
        }
        return rows.sorted()
    }

    /// Whether nobody has changed a photo since it came in, and nothing of the library refers to it.
    func isUntouched(_ row: Int64) throws -> Bool {
        guard let record = try records.assets([row]).records[row] else { return false }
        let metadata =
            try facts.recorded(ofAsset: row).knownMetadata
            ?? FileMetadata(original: nil, companion: nil)
        guard record.isUntouched(since: metadata) else { return false }
        return try core.readAll { db in
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT NOT EXISTS (SELECT 1 FROM member WHERE asset_id = :row)
                            AND NOT EXISTS (SELECT 1 FROM pinned_asset WHERE asset_id = :row)
                            AND NOT EXISTS (SELECT 1 FROM selection WHERE asset_id = :row)
                            AND NOT EXISTS (SELECT 1 FROM kept_file WHERE asset_id = :row)
                            AND NOT EXISTS (SELECT 1 FROM different_pair WHERE :row IN (asset_id, other_id))
                        """
                ),
                arguments: ["row": row]
            ) ?? false
        }
    }
}

extension TwinReplacement {
    /// Chooses files of a twin for the lacking files of an asset, and removes these from the list.
    fileprivate init(
        heir: Int64,
        twin: Int64,
        from files: [HeldFile],
        to lacking: inout [HeldFile]
    ) {
        self.init(heir: heir, twin: twin, files: [])
        for file in files {
            guard let source = file.sourceFileID,
                let index = lacking.firstIndex(where: { $0.checksum == file.checksum })
            else { continue }
            let wanted = lacking.remove(at: index)
            self.files.append(
                File(
                    sourceFile: source,
                    heir: wanted.row,
                    former: wanted.sourceFileID,
                    twin: file.row
                )
            )
        }
    }
}
