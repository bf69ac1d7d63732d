import Foundation
import PhotosStore

/// Reading folders: finding the new files, and the files among them that may belong together.
extension ImportRun {
    /// Imports folders and files.
    ///
    /// - Parameters:
    ///   - paths: The paths.
    ///   - areNamed: Whether a person named the files. Others that are no pictures are counted, and not refused.
    /// - Throws: ``StoreError``, and what ends an import.
    func importFolders(_ paths: [URL], areNamed: Bool = true) throws {
        let rules = KnownFileRules(trashed: try library.records.trashedRows())
        var walk = folderWalk(through: paths)
        var named: [FoundFile] = []
        while !isCancelled(), let step = walk.next() {
            if case .file(let file) = step {
                reporting.beginReading()
                if let last = named.last,
                    last.url.deletingLastPathComponent() != file.url.deletingLastPathComponent()
                {
                    try submitFiles(named: &named, rules: rules, areNamed: areNamed)
                }
                named.append(file)
                continue
            }
            try submitFiles(named: &named, rules: rules, areNamed: areNamed)
            switch step {
            case .folder(let folder, let listing, let shown):
                reporting.beginReading()
                try scanFolder(through: folder, listing: listing, except: shown, rules: rules)
            case .foreignLibrary(let url):
                if ApplePhotosLibrary.recognises(url) {
                    foreignLibraries.append(url)
                } else {
                    reporting.reportRefused(
                        url,
                        reason: "It is no library of Photos that can be read."
                    )
                }
            case .export(let url): nestedExports.append(url)
            case .remote(let url): reporting.reportRemote(url)
            case .problem(let url, let reason): reporting.reportRefused(url, reason: reason)
            case .file: break
            }
        }
        try submitFiles(named: &named, rules: rules, areNamed: areNamed)
        try finishWaiting()
        try addPicasaWords()
    }

    /// Prepares a walk that shows exports of this software as a whole.
    func folderWalk(through paths: [URL]) -> FolderWalk {
        FolderWalk(paths, without: options.rules) { folder, listing in
            listing.entry(named: ExportManifest.filename, among: listing.files) != nil
                && ManifestCatalog.recognises(folder)
        }
    }

    private func submitFiles(
        named: inout [FoundFile],
        rules: KnownFileRules,
        areNamed: Bool
    ) throws {
        guard let first = named.first else { return }
        let folder = first.url.deletingLastPathComponent()
        let listing = FolderListing(
            files: named.map { ($0.name, $0.inode, $0.byteCount, $0.modification) }
        )
        named = []
        var rules = rules
        rules.rereadsOthers = true
        try scanFolder(
            through: folder,
            listing: listing,
            except: [],
            rules: rules,
            isWhole: false,
            areNamed: areNamed
        )
    }

    private func scanFolder(
        through folder: URL,
        listing: FolderListing,
        except shown: Set<ExactText>,
        rules: KnownFileRules,
        isWhole: Bool = true,
        areNamed: Bool = false
    ) throws {
        reporting.countPassedOver(in: folder, count: listing.passedOver)
        var listing = listing
        if isWhole { separatePicasaFiles(in: folder, from: &listing) }
        guard !listing.files.isEmpty else { return }
        let (path, row) = try pathAndRow(of: folder)
        let dates =
            isVolumeKnown
            ? FileDates(listing, now: library.environment.volumeEnvironment.fileClock()) : nil
        let known =
            try dates == nil
            ? KnownFiles()
            : row.map { try knownFiles(in: listing, row: $0, rules: rules) } ?? KnownFiles()
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
        try compareFiles(of: listing, to: row) { news.addDifference($0) }
        news.leaveOut(try unchangedEntries(among: news.unproven, of: listing, in: folder))
        news.finish(except: shown)
        let sidecars =
            moves || news.unchangedFiles == 0 || news.fresh.isEmpty
            ? [] : try sidecarsOfOtherPhotos(in: listing, row: row, rules: rules, news: news)
        news.readAgain(sidecars)
        let fresh = news.fresh
        reporting.reportUnchanged(
            in: folder,
            files: news.unchangedFiles,
            bytes: news.unchangedBytes
        )
        for entry in news.others {
            reporting.countUnchangedOther(FoundFile(entry, of: listing, in: folder))
        }
        let keys = fresh.map { ClusterSplit.key(listing.name(of: $0)) }
        let relatives =
            news.unchangedFiles + news.singles.count > 0 && !fresh.isEmpty
            ? try relatives(
                in: listing,
                row: row,
                of: Set(keys),
                except: Set(sidecars.map(\.id)),
                rules: rules,
                news: news
            ) : [:]
        for cluster in ClusterSplit.clusters(ofKeys: keys) {
            if isCancelled() { return }
            try submitCluster(
                ImportCluster(
                    folder: path,
                    files: cluster.map { index in
                        var file = FoundFile(fresh[index], of: listing, in: folder)
                        file.isNamed = areNamed
                        return file
                    },
                    relatives: relatives[keys[cluster[0]]] ?? []
                )
            )
        }
        if options.fillsAlbums {
            try addMembers(
                Set(news.unchangedAssets + news.singles.compactMap(\.row.assetID)),
                of: folder,
                at: path
            )
        }
        let assets = try library.history.identifiers(
            Set(news.singles.compactMap(\.row.assetID)),
            in: .asset
        )
        for (entry, row) in news.singles {
            if isCancelled() { return }
            guard let asset = row.assetID.flatMap({ assets[$0]?.uuid }) else { continue }
            let file = FoundFile(entry, of: listing, in: folder)
            let isInSource = known.inSourcesAlone.contains(row.id)
            try reportKnown(file, of: asset, isInSourcesAlone: isInSource)
        }
    }

    /// Adds the assets of a folder's unchanged files to the requested albums.
    private func addMembers(
        _ rows: Set<Int64>,
        of folder: URL,
        at path: SourceFolderPath?
    ) throws {
        guard !rows.isEmpty else { return }
        let names = try library.history.identifiers(rows, in: .asset)
        let assets = rows.sorted().compactMap { names[$0]?.uuid }
        var missing: Set<UUID> = []
        var titles = options.album.map { [$0] } ?? []
        if options.makesAlbumsOfFolders { titles.append(folder.lastPathComponent) }
        for title in titles {
            let album = try library.records.album(titled: title)
            missing.formUnion(
                try album.map { try library.records.nonmembers(of: $0, among: assets) } ?? assets
            )
        }
        for asset in assets where missing.contains(asset) {
            if isCancelled() { return }
            var unit = ImportUnit(work: .note, folder: path, files: [])
            unit.noted = asset
            unit.unchangedFolder = folder.lastPathComponent
            block.add(unit)
            if block.isFull(options) { try commitBlock() }
        }
    }

    private func compareFiles(
        of listing: FolderListing,
        to folder: SourceFolderRow?,
        notify: @escaping (FolderComparison.Difference) throws -> Void
    ) throws {
        var comparison = FolderComparison(listing, notify: notify)
        if let folder {
            try library.sources.readLedger { ledger in
                try ledger.forEachFile(in: folder.id) { try comparison.compareFile($0) }
            }
        }
        try comparison.finish()
    }

    /// Returns the files that have the bytes of the known files with their names.
    ///
    /// This is asked only where duplicates become assets: otherwise their bytes show that the library has them.
    private func unchangedEntries(
        among files: [(entry: FolderListing.Entry, known: SourceFileRow)],
        of listing: FolderListing,
        in folder: URL
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

    /// Returns the unchanged sidecars that have the names of new or changed photos, and not that of their own photo.
    ///
    /// Such a photo may be another one that has got the name.
    private func sidecarsOfOtherPhotos(
        in listing: FolderListing,
        row folder: SourceFolderRow?,
        rules: KnownFileRules,
        news: FolderNews
    ) throws -> [SourceFileRow] {
        var photos = PhotosBeside()
        for name in news.fresh.map(listing.name(of:)) where !ShotName.namesSidecar(name) {
            photos.files[ClusterSplit.key(name)] = []
        }
        guard !photos.files.isEmpty else { return [] }
        var sidecars: [SourceFileRow] = []
        try compareFiles(of: listing, to: folder) { difference in
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
    private func relatives(
        in listing: FolderListing,
        row folder: SourceFolderRow?,
        of keys: Set<Int>,
        except sidecars: Set<Int64>,
        rules: KnownFileRules,
        news: FolderNews
    ) throws -> [Int: [ImportCluster.Relative]] {
        var relatives: [Int: [ImportCluster.Relative]] = [:]
        try compareFiles(of: listing, to: folder) { difference in
            guard case .same(let known) = difference, news.isSame(known),
                !sidecars.contains(known.id),
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
    private func knownFiles(
        in listing: FolderListing,
        row folder: SourceFolderRow,
        rules: KnownFileRules
    ) throws -> KnownFiles {
        var done: [Int64] = []
        try compareFiles(of: listing, to: folder) { difference in
            if let row = rules.rowToCheck(difference) { done.append(row) }
        }
        var known = KnownFiles()
        for start in stride(from: 0, to: done.count, by: Self.page) {
            if isCancelled() { break }
            var files = try library.originals.heldFiles(
                ofSourceFiles: Array(done[start..<min(start + Self.page, done.count)])
            )
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
            known.lost.formUnion(
                try library.originals.lostKeptFiles(
                    ofSourceFiles: Array(done[start..<min(start + Self.page, done.count)])
                )
            )
            if !options.isDryRun { try verifier.noteStates(least: 256) }
        }
        return known
    }

    private static let page = 8_192
}
