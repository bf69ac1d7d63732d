import Foundation
import Glibc
import PhotosBase
import PhotosMedia
import PhotosStore

/// Reading folders, and comparing their files with the known state.
extension SourceSweep {
    /// Reads the folders, and compares their files with the known ones.
    mutating func scanFolders() throws {
        try start()
        while !isCancelled(), let index = try tree.next(isSame: holdsMost) {
            try scanFolder(index)
        }
    }

    private mutating func start() throws {
        var started: Set<Int64> = []
        for path in options.folders ?? [[]] where try !isInExport(path) {
            var path = path
            while true {
                let row = try library.sources.readLedger { [source] in
                    try $0.folder(of: source.id, path: path)
                }
                var facts = stat()
                let isThere = lstat(url(path).path, &facts) == 0 || path.isEmpty
                if path.isEmpty { _ = stat(source.path, &facts) }
                let inode = Int64(bitPattern: UInt64(facts.st_ino))
                // If the folder is missing or has another inode, its parent folder is scanned instead.
                if let row, isThere, path.isEmpty || row.inode == inode {
                    if started.insert(row.id).inserted {
                        tree.start(row, path: path, inode: inode, isDeep: options.folders == nil)
                    }
                    break
                }
                guard !path.isEmpty else { break }
                path.removeLast()
            }
        }
    }

    func url(_ path: [String]) -> URL {
        path.reduce(URL(fileURLWithPath: source.path, isDirectory: true)) {
            $0.appendingPathComponent($1, isDirectory: true)
        }
    }

    /// Returns whether most known files of a folder row are in another folder.
    private func holdsMost(_ index: Int, of row: SourceFolderRow) throws -> Bool {
        guard let listing = try? listing(of: url(tree.path(index))) else { return false }
        var (known, present) = (0, 0)
        try library.sources.readLedger { ledger in
            try ledger.forEachFile(in: row.id) { file in
                known += 1
                if let entry = listing.entry(named: file.name, among: listing.files),
                    entry.byteCount == file.byteCount, entry.modification == file.modification
                {
                    present += 1
                }
            }
        }
        return known == 0 || present * 2 > known
    }

    private func listing(of folder: URL) throws -> FolderListing {
        try FolderListing(of: folder, below: url([]), without: rules)
    }

    private mutating func scanFolder(_ index: Int) throws {
        let path = tree.path(index)
        let folder = url(path)
        let listing: FolderListing
        do {
            listing = try self.listing(of: folder)
        } catch {
            tree.leaveAlone(index)
            return notify(.unread(folder, reason: StoreError(error).message))
        }
        if !path.isEmpty, RemoteFolder.isRemote(folder) {
            tree.leaveAlone(index)
            report.passedOverCount += 1
            return notify(
                .leftOutExport(folder, reason: RemoteFolder.reasonText(for: folder))
            )
        }
        if try leavesOut(export: folder, knownAs: tree.folders[index].row, listing: listing) {
            tree.leaveAlone(index)
            report.passedOverCount += 1
            return notify(
                .leftOutExport(
                    folder,
                    reason: "It is an export of a photo library, and \(ManifestCatalog.wayIn)"
                )
            )
        }
        report.fileCount += listing.files.count
        report.passedOverCount += listing.passedOver
        for problem in listing.problems {
            report.refusedCount += 1
            notify(.refused(folder.appendingPathComponent(problem.name), reason: problem.reason))
        }
        tree.addSubfolders(
            listing.folders.map { (listing.name(of: $0), $0.inode) },
            in: index
        )
        let before = arrivals.count
        try compareFiles(of: listing, index: index, folder: folder.path)
        if arrivals.count > before {
            arrivals[before].helpers = listing.cameraHelpers(in: folder)
        }
    }

    private mutating func compareFiles(of listing: FolderListing, index: Int, folder: String) throws
    {
        guard let row = tree.folders[index].row else {
            let ready = listing.files.filter { isReady($0, of: listing, in: folder) }
            report.busyCount += listing.files.count - ready.count
            if !ready.isEmpty {
                let new =
                    ready.count == listing.files.count ? listing : listing.keeping(files: ready)
                arrivals.append(Arrivals(folder: index, new: new, changed: []))
            }
            return
        }
        var findings = FolderFindings(folder: row.id)
        let dates = FileDates(listing, now: library.environment.volumeEnvironment.fileClock())
        let (isElsewhere, readsAll) = (isElsewhere, options.readsAll)
        var refused: [WaitingSidecar] = []
        var comparison = FolderComparison(listing) { difference in
            if case .same(let known) = difference, known.outcome == .refused,
                ShotName.namesRecipe(known.name)
            {
                refused.append(WaitingSidecar(name: known.name, numbers: known.numbers))
            }
            guard case .same(let known) = difference,
                readsAll || isElsewhere && !dates.distinguish(known.modification),
                let entry = listing.entry(named: known.name, among: listing.files)
            else { return findings.addDifference(difference) }
            findings.addDifference(.changed(entry, known))
        }
        var hasSidecars = false
        try library.sources.readLedger { ledger in
            try ledger.forEachFile(in: row.id) { file in
                if file.outcome == .sidecar || file.outcome == .refused { hasSidecars = true }
                try comparison.compareFile(file)
            }
        }
        try comparison.finish()
        findings.finish { isReady($0, of: listing, in: folder) }
        report.sameCount += findings.same
        report.busyCount += findings.busy
        vacancies += findings.vacancies
        displaced.formUnion(findings.displaced)
        kept += findings.kept
        returned += findings.returned
        guard !findings.new.isEmpty || !findings.changed.isEmpty else { return }
        if !refused.isEmpty {
            let names = findings.new.map(listing.name(of:)).filter { !ShotName.namesSidecar($0) }
            let photos = Set(names.map { ShotName($0).plain })
            refused.removeAll { !photos.contains(ShotName($0.name).plain) }
            if !refused.isEmpty { refusedRecipes[index] = refused }
        }
        let kept =
            findings.new.count == listing.files.count
            ? listing : listing.keeping(files: findings.new)
        arrivals.append(
            Arrivals(
                folder: index,
                new: kept,
                changed: findings.changed,
                dates: isElsewhere ? dates : nil,
                hasSidecars: hasSidecars
            )
        )
    }

    /// Returns whether a file is not being written any more.
    private mutating func isReady(
        _ entry: FolderListing.Entry,
        of listing: FolderListing,
        in folder: String
    ) -> Bool {
        let name = listing.name(of: entry)
        let isReady = options.isQuiet?(folder + "/" + name, entry.numbers) ?? true
        if !isReady, ShotName.namesSidecar(name) { leavesSidecars = true }
        return isReady
    }
}
