import GRDB
import PhotosStore

/// Collects the decisions of a sweep, and commits them in blocks of bounded size.
struct SweepWriter {
    private let library: Library
    private let source: Int64
    private let options: SourceSweep.Options
    private var block = SourceConclusions()
    /// Whether the files of other sources can be reached, for the sources that were checked.
    private var reachable: [Int64: Bool]
    private(set) var reattached = 0
    /// The resources that got files, also those of a block that is not committed yet.
    private var given: Set<Int64> = []

    init(
        _ library: Library,
        source: Int64,
        options: SourceSweep.Options
    ) {
        self.library = library
        self.source = source
        self.options = options
        reachable = [source: true]
    }

    mutating func add(found ledgerRow: SourceConclusions.LedgerRow) throws {
        block.found.append(ledgerRow)
        try commitIfFull()
    }

    mutating func add(edited edit: SourceConclusions.Edit) throws {
        block.edited.append(edit)
        try commitIfFull()
    }

    mutating func add(noted ledgerRow: SourceConclusions.LedgerRow) throws {
        block.noted.append(ledgerRow)
        try commitIfFull()
    }

    mutating func add(forgotten row: Int64) throws {
        block.forgotten.append(row)
        try commitIfFull()
    }

    /// Adds a missing file of an asset, and the sidecars that the asset has lost with its last missing file.
    mutating func add(missing row: Int64, sidecars: [Int64]) throws {
        block.missing.append(row)
        block.lostSidecars += sidecars
        try commitIfFull()
    }

    /// Returns a resource with the given bytes that cannot reach its own file, and got none from this sweep.
    mutating func waitingResource(
        of checksum: [UInt8]
    ) throws -> LibrarySources.WaitingResource? {
        var reachable = reachable
        let library = library
        defer { self.reachable = reachable }
        return try library.sources.waitingResource(of: checksum, besides: given) { source in
            if let known = reachable[source] { return known }
            let row = try library.sources.readLedger { try $0.source(source) }
            let isReachable = row.map(library.core.isReachable) ?? false
            reachable[source] = isReachable
            return isReachable
        }
    }

    /// Assigns a file to a resource that has the same bytes and cannot reach its own file.
    mutating func add(
        taken ledgerRow: SourceConclusions.LedgerRow,
        for waiting: LibrarySources.WaitingResource
    ) throws {
        block.taken.append(
            SourceConclusions.Taken(
                ledgerRow: ledgerRow,
                resource: waiting.resource,
                before: waiting.before
            )
        )
        given.insert(waiting.resource)
        reattached += 1
        try commitIfFull()
    }

    private mutating func commitIfFull() throws {
        if block.count >= options.blockRows {
            try commit()
        }
    }

    /// Commits the collected decisions if one of them is about a file of a folder, so that the ledger has its files.
    mutating func commitFiles(in folder: Int64) throws {
        let rows = [
            block.found, block.noted, block.edited.map(\.ledgerRow), block.taken.map(\.ledgerRow),
        ]
        if rows.joined().contains(where: { $0.folder == folder }) { try commit() }
    }

    /// Commits the collected decisions.
    mutating func commit() throws {
        guard !block.isEmpty else { return }
        let conclusions = block
        block = SourceConclusions()
        try library.commits.commit(
            ChangeBlock([.follow(conclusions)], work: .imported, sourceID: source)
        )
    }
}
