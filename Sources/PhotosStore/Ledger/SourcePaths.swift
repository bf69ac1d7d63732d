import GRDB

/// The sources of a ledger and the paths of their folders, each of which is read once.
struct SourcePaths {
    private let ledger: SourceLedger
    private let sources: [Int64: SourceRow]
    private var folders: [Int64: String?] = [:]

    init(_ db: Database) throws {
        ledger = SourceLedger(db)
        sources = try Dictionary(uniqueKeysWithValues: ledger.sources().map { ($0.id, $0) })
    }

    func source(_ row: Int64) -> SourceRow? { sources[row] }

    /// Returns the path of a folder; nil where the ledger has none.
    mutating func path(ofFolder row: Int64) throws -> String? {
        if let path = folders[row] { return path }
        let path = try ledger.path(ofFolder: row)
        folders[row] = path
        return path
    }
}
