import GRDB

/// Gathers what a sweep concluded, and commits it in blocks of bounded size.
struct SweepWriter {
    private let library: Library
    private let source: Int64
    private let options: SourceSweep.Options
    private var block = SourceConclusions()
    private(set) var reattached = 0

    init(
        _ library: Library,
        source: Int64,
        _ options: SourceSweep.Options
    ) {
        self.library = library
        self.source = source
        self.options = options
    }

    mutating func add(found place: SourceConclusions.Place) throws {
        block.found.append(place)
        try commitIfFull()
    }

    mutating func add(edited edit: SourceConclusions.Edit) throws {
        block.edited.append(edit)
        try commitIfFull()
    }

    mutating func add(noted place: SourceConclusions.Place) throws {
        block.noted.append(place)
        try commitIfFull()
    }

    mutating func add(forgotten row: Int64) throws {
        block.forgotten.append(row)
        try commitIfFull()
    }

    mutating func add(missing row: Int64) throws {
        block.missing.append(row)
        try commitIfFull()
    }

    /// Gives a file to the offline asset that has its bytes and waits for one.
    ///
    /// - Returns: whether there is such an asset.
    mutating func gives(_ place: SourceConclusions.Place) throws -> Bool {
        guard try library.waitsForFile(place.row.checksum ?? []) else { return false }
        block.taken.append(place)
        reattached += 1
        try commitIfFull()
        return true
    }

    private mutating func commitIfFull() throws {
        if block.count >= options.blockRows {
            try commit()
        }
    }

    /// Commits what is gathered.
    mutating func commit() throws {
        guard !block.isEmpty else { return }
        let conclusions = block
        block = SourceConclusions()
        try library.commit(
            ChangeBlock([.follow(conclusions)], work: .imported, sourceID: source)
        )
    }
}

extension Library {
    /// Whether the first asset outside Recently Deleted whose original has some bytes is without its file.
    fileprivate func waitsForFile(_ checksum: [UInt8]) throws -> Bool {
        try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT resource.source_file_id IS NULL AND asset.traits & ? <> 0
                    FROM resource JOIN asset ON asset.id = resource.asset_id
                    WHERE resource.checksum = ? AND resource.type IN (1, 2, 3) AND asset.trashed_date IS NULL
                    ORDER BY resource.id LIMIT 1
                    """
            )
            return try statement.first(in: db) { columns in
                columns.integer(AssetTraits.offline.rawValue)
                columns.blob(checksum)
            } _: { columns in
                columns.flag()
            } ?? false
        }
    }
}
