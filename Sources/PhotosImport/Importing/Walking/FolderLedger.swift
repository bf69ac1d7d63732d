import Foundation
import PhotosStore

/// The files of a folder beside what the ledger of sources has of them: decides which files an import reads.
struct FolderLedger {
    let library: Library
    let verifier: OriginalVerifier
    let options: ImportOptions
    let isCancelled: () -> Bool
    let folder: URL
    /// The present files of the folder.
    let listing: FolderListing
    /// The row of the folder; nil if the ledger has none.
    let row: SourceFolderRow?
    let rules: KnownFileRules
    /// Which dates distinguish the folder's files; nil if it is not known to be on the volume on which the known files were.
    let dates: FileDates?

    /// Compares the files with the ledger.
    ///
    /// - Parameter shown: The names of files that were read before.
    /// - Returns: The files to read, and the rows of known files whose bytes are in files that stay in sources alone.
    /// - Throws: ``StoreError`` where the library cannot be read.
    func compareFiles(
        except shown: Set<ExactText>
    ) throws -> (news: FolderNews, inSourcesAlone: Set<Int64>) {
        let known = dates == nil || row == nil ? KnownFiles() : try knownFiles()
        // A dry run checks them, too, because it says what the import would remove.
        let moves = options.transfer == .move
        var news = FolderNews(
            listing,
            rules: rules,
            lost: known.lost,
            dates: dates,
            gathersAssets: options.fillsAlbums
        ) { row in
            known.inSourcesAlone.contains(row.id) || moves && row.checksum != nil
        }
        try forEachDifference { news.addDifference($0) }
        news.leaveOut(try unchangedEntries(among: news.unproven))
        news.finish(except: shown)
        return (news, known.inSourcesAlone)
    }

    private func forEachDifference(
        notify: @escaping (FolderComparison.Difference) throws -> Void
    ) throws {
        var comparison = FolderComparison(listing, notify: notify)
        if let row {
            try library.sources.readLedger { ledger in
                try ledger.forEachFile(in: row.id) { try comparison.compareFile($0) }
            }
        }
        try comparison.finish()
    }

    /// Returns the files that have the bytes of the known files with their names.
    ///
    /// This is asked only where duplicates become assets: otherwise their bytes show that the library has them.
    private func unchangedEntries(
        among files: [(entry: FolderListing.Entry, known: SourceFileRow)]
    ) throws -> Set<FolderListing.Entry> {
        guard options.duplicates == .keep else { return [] }
        var unchanged: Set<FolderListing.Entry> = []
        for (entry, known) in files where !isCancelled() {
            let file = FoundFile(entry, of: listing, in: folder)
            // A file that cannot be read is reported when it is inspected.
            guard let checksum = file.presentChecksum(), checksum == known.checksum else {
                continue
            }
            unchanged.insert(entry)
        }
        return unchanged
    }

    /// Returns the assets that files with the same names belong to since earlier imports.
    ///
    /// - Parameters:
    ///   - keys: The keys of the names.
    ///   - news: The differences between the folder and the ledger.
    /// - Returns: The assets, by the keys of the names.
    /// - Throws: ``StoreError`` where the library cannot be read.
    func relatives(
        of keys: Set<Int>,
        beside news: FolderNews
    ) throws -> [Int: [ImportCluster.Relative]] {
        guard news.unchangedFiles + news.singles.count > 0, !keys.isEmpty else { return [:] }
        var relatives: [Int: [ImportCluster.Relative]] = [:]
        try forEachDifference { difference in
            guard case .same(let known) = difference, news.isSame(known),
                let (name, asset) = rules.relativeName(in: difference)
            else { return }
            let key = ClusterSplit.key(name)
            guard keys.contains(key) else { return }
            relatives[key, default: []].append(.init(name: name, asset: asset))
        }
        return relatives
    }

    /// Rows of files that an earlier import has processed, by where their bytes are now.
    private struct KnownFiles {
        /// Files whose bytes the library has lost since.
        var lost: Set<Int64> = []
        /// Files whose bytes are in files that stay in sources, and not in the library's own folder.
        var inSourcesAlone: Set<Int64> = []
    }

    /// Finds where the bytes of files are that an earlier import has processed.
    private func knownFiles() throws -> KnownFiles {
        var done: [Int64] = []
        try forEachDifference { difference in
            if let row = rules.rowToCheck(difference) { done.append(row) }
        }
        var known = KnownFiles()
        for start in stride(from: 0, to: done.count, by: Self.page) {
            if isCancelled() { break }
            let rows = Array(done[start..<min(start + Self.page, done.count)])
            var files = try library.originals.heldFiles(ofSourceFiles: rows)
            // The files are checked in the order of their inodes. Reading a cold disk in this order is many
            // times faster.
            files.sort { ($0.file.state?.inode ?? 0) < ($1.file.state?.inode ?? 0) }
            let conditions = try verifier.conditions(
                of: files.map(\.file),
                isCancelled: isCancelled
            )
            for (file, condition) in zip(files, conditions) {
                if condition != .whole {
                    known.lost.insert(file.sourceFile)
                } else if file.file.sourceFileID != nil {
                    known.inSourcesAlone.insert(file.sourceFile)
                }
            }
            known.lost.formUnion(try library.originals.lostKeptFiles(ofSourceFiles: rows))
            if !options.isDryRun { try verifier.noteStates(least: 256) }
        }
        return known
    }

    private static let page = 8_192
}
