import Foundation
import PhotosStore

/// Reading folders: finding the new files, and the files among them that may belong together.
extension ImportRun {
    /// Imports folders and files.
    ///
    /// - Parameters:
    ///   - paths: The paths.
    ///   - areNamed: Whether a person named the files. Others that are no pictures are counted, and not refused.
    ///   - catalogs: Gets the libraries and exports that lie in the folders, to be imported as a whole.
    /// - Throws: ``StoreError``, and what ends an import.
    func importFolders(
        _ paths: [URL],
        areNamed: Bool = true,
        noting catalogs: inout FoundCatalogs
    ) throws {
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
                    catalogs.foreignLibraries.append(url)
                } else {
                    reporting.reportRefused(
                        url,
                        reason: "It is no library of Photos that can be read."
                    )
                }
            case .export(let url): catalogs.exports.append(url)
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

    /// Returns the position of a folder in its source, and the folder's row.
    func pathAndRow(of folder: URL) throws -> (SourceFolderPath?, SourceFolderRow?) {
        if !sources.holds(folder) {
            // All units of a block come from one source, so the present block is committed first.
            try finishWaiting()
            try sources.enter(folder)
        }
        return try sources.pathAndRow(of: folder)
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
            sources.isVolumeKnown
            ? FileDates(listing, now: library.environment.volumeEnvironment.fileClock()) : nil
        let ledger = FolderLedger(
            library: library,
            verifier: verifier,
            options: options,
            isCancelled: isCancelled,
            folder: folder,
            listing: listing,
            row: row,
            rules: rules,
            areNamed: areNamed,
            dates: dates
        )
        let findings = try ledger.compareFiles(except: shown)
        let news = findings.news
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
        let relatives = try ledger.relatives(of: Set(keys), in: findings)
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
            guard !findings.released.contains(row.id) else {
                reporting.reportReleased(file)
                continue
            }
            let isInSource = findings.inSourcesAlone.contains(row.id)
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
        var titles = options.album.map { [(title: $0, isOfFolder: false)] } ?? []
        let name = folder.lastPathComponent
        if options.makesAlbumsOfFolders, options.album.map(ExactText.init) != ExactText(name) {
            titles.append((title: name, isOfFolder: true))
        }
        for (title, isOfFolder) in titles {
            let album = try library.records.album(titled: title)
            missing.formUnion(
                try album.map {
                    try albums.absentees(of: $0, among: assets, sparesRemoved: isOfFolder)
                } ?? assets
            )
        }
        for asset in assets where missing.contains(asset) {
            if isCancelled() { return }
            var unit = ImportUnit(noting: asset, at: path)
            unit.unchangedFolder = folder.lastPathComponent
            block.add(unit)
            if block.isFull(options) { try commitBlock() }
        }
    }
}
