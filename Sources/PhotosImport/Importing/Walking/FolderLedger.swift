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
    /// Whether a person named the files, and not their folder.
    let areNamed: Bool
    /// Which dates distinguish the folder's files; nil if it is not known to be on the volume on which the known files were.
    let dates: FileDates?

    /// The comparison of the folder's files with those that the ledger has.
    struct Findings {
        /// Which files the import reads.
        var news: FolderNews
        /// The rows of known files whose bytes are in files that stay in sources, and not in the library's own folder.
        ///
        /// Bytes that were there until another program changed these files count, too.
        var inSourcesAlone: Set<Int64>
        /// The rows of known files that the library let go, and that stay away.
        var released: Set<Int64>
        /// The rows of unchanged sidecars that are read again.
        var sidecarsToRead: Set<Int64>
    }

    /// Compares the files with the ledger.
    ///
    /// - Parameter shown: The names of files that were read before.
    /// - Returns: The findings.
    /// - Throws: ``StoreError`` where the library cannot be read.
    func compareFiles(except shown: Set<ExactText>) throws -> Findings {
        let mayBeKnown = row != nil && (dates != nil || comparesBytes)
        let known = try mayBeKnown ? knownFiles() : KnownFiles()
        // A dry run checks them, too, because it says what the import would remove.
        let moves = options.transfer == .move
        var news = FolderNews(
            listing,
            rules: rules,
            lost: known.lost,
            dates: dates,
            gathersAssets: options.fillsAlbums
        ) { row in
            known.inSourcesAlone.contains(row.id) || known.released.contains(row.id)
                || moves && row.checksum != nil
        }
        try forEachDifference { news.addDifference($0) }
        news.leaveOut(try unchangedEntries(among: news.unproven))
        news.finish(except: shown)
        let sidecars =
            moves || news.unchangedFiles == 0 || news.fresh.isEmpty
            ? []
            : try sidecarsOfOtherPhotos(beside: news).filter {
                !known.lost.contains($0.id) && !shown.contains(ExactText($0.name))
            }
        news.readAgain(sidecars)
        return Findings(
            news: news,
            inSourcesAlone: known.inSourcesAlone,
            released: known.released,
            sidecarsToRead: Set(sidecars.map(\.id))
        )
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

    /// Whether the bytes of a file show that it is the known file with its name.
    ///
    /// This is asked only where duplicates become assets: otherwise the bytes show that the library has them.
    private var comparesBytes: Bool { options.duplicates == .keep }

    /// Returns the files that have the bytes of the known files with their names.
    private func unchangedEntries(
        among files: [(entry: FolderListing.Entry, known: SourceFileRow)]
    ) throws -> Set<FolderListing.Entry> {
        guard comparesBytes else { return [] }
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

    /// Returns the unchanged sidecars that have the names of new or changed photos, and not that of their own photo.
    ///
    /// A new or changed photo may be another one that has got the name.
    private func sidecarsOfOtherPhotos(beside news: FolderNews) throws -> [SourceFileRow] {
        var photos = PhotosBeside()
        for name in news.fresh.map(listing.name(of:)) where !ShotName.namesSidecar(name) {
            photos.files[ClusterSplit.key(name)] = []
        }
        guard !photos.files.isEmpty else { return [] }
        var sidecars: [SourceFileRow] = []
        try forEachDifference { difference in
            let file: PhotosBeside.File
            switch difference {
            case .same(let known) where known.outcome == .sidecar:
                guard news.isSame(known), rules.isDone(known) else { return }
                return sidecars.append(known)
            case .same(let known): file = .init(name: known.name, asset: known.assetID)
            case .new(let entry): file = .init(name: listing.name(of: entry), asset: nil)
            case .changed(_, let known): file = .init(name: known.name, asset: nil)
            case .missing: return
            }
            guard !ShotName.namesSidecar(file.name) else { return }
            photos.files[ClusterSplit.key(file.name)]?.append(file)
        }
        return sidecars.filter { photos.claim($0.name, from: $0.assetID) }
    }

    /// Returns the assets that files with the same names belong to since earlier imports.
    ///
    /// Sidecars that are read again belong to no photo by then.
    ///
    /// - Parameters:
    ///   - keys: The keys of the names.
    ///   - findings: The findings about the files of the folder.
    /// - Returns: The assets, by the keys of the names.
    /// - Throws: ``StoreError`` where the library cannot be read.
    func relatives(
        of keys: Set<Int>,
        in findings: Findings
    ) throws -> [Int: [ImportCluster.Relative]] {
        let news = findings.news
        guard news.unchangedFiles + news.singles.count > 0, !keys.isEmpty else { return [:] }
        var relatives: [Int: [ImportCluster.Relative]] = [:]
        try forEachDifference { difference in
            guard case .same(let known) = difference, news.isSame(known),
                !findings.sidecarsToRead.contains(known.id),
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
        /// Files that the library let go: edited versions that a person reverted or replaced, and files that a photo goes on without.
        ///
        /// The files stay away. A file counts as lost instead where it may be the last copy, because the import removes it, or
        /// where a person wants it again, and so names it.
        var released: Set<Int64> = []
        /// Files whose bytes are in files that stay in sources, and not in the library's own folder, or are a former state of these.
        var inSourcesAlone: Set<Int64> = []
    }

    /// Finds where the bytes of files are that an earlier import has processed.
    private func knownFiles() throws -> KnownFiles {
        var done: [Int64] = []
        try forEachDifference { difference in
            if let row = rules.rowToCheck(difference, evenUndated: comparesBytes) {
                done.append(row)
            }
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
            let gone = try library.originals.releasedFiles(ofSourceFiles: rows)
            if options.transfer == .move || areNamed {
                known.lost.formUnion(gone.released)
            } else {
                known.released.formUnion(gone.released)
            }
            known.inSourcesAlone.formUnion(gone.replacedInSources)
            if !options.isDryRun { try verifier.noteStatesIfRoom(least: 256) }
        }
        return known
    }

    private static let page = 8_192
}
