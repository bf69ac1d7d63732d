import Foundation
import Glibc
import PhotosBase
import PhotosMedia
package import PhotosStore

/// Scans a source whose files stay in their folder, and updates the library accordingly.
///
/// First, all folders are read and compared with the known state. Then each file is identified. Finally, the
/// decisions are written in blocks. No asset is ever deleted.
package struct SourceSweep {
    /// The options of a sweep.
    package struct Options {
        /// The folders to scan, as names from the top of the source; nil for all folders.
        package var folders: [[String]]?
        /// Returns whether a file is complete, given its path.
        ///
        /// A file that is still being written is skipped.
        package var isQuiet: ((String, SourceIdentity.Numbers) -> Bool)?
        /// Reads files whose inode, size and date are unchanged, too.
        package var readsAll = false
        /// The number of files that become assets in one block.
        package var blockFiles = 64
        /// The number of other rows that are written in one block.
        package var blockRows = 2_000
        /// Continues with the facts from headers and names if the media worker is missing or does not work.
        package var allowsMissingFacts = false
        /// Makes previews of new and edited assets.
        package var makesPreviews = false
        /// Returns the identity of the volume at a path.
        package var volume: (String) -> String? = { SourceVolume.system.identity(of: $0) }
        /// Returns what earlier versions recorded for the volume at a path.
        package var formerVolume: (String) -> String? = { SourceVolume.formerIdentity(of: $0) }

        package init() {}
    }

    let library: Library
    let reader: FactReader
    var source: SourceRow
    let options: Options
    let rules: PassedOver
    let isCancelled: () -> Bool
    let notify: (SweepEvent) -> Void
    var report = SweepReport()
    /// Creates assets from new files.
    ///
    /// Nil until a new file is found.
    var importRun: ImportRun?
    /// Nil where no previews are made, or none was started yet.
    var previews: PreviewMaker?
    /// Assets whose files other programs have changed, so that their previews are outdated.
    var editedAssets: [Int64] = []
    var tree: SweptFolders
    /// New and changed files, by folder.
    var arrivals: [Arrivals] = []
    var vacancies: [SourceIdentity.Vacancy] = []
    var displaced: Set<Int64> = []
    /// Known files whose name and inode a file with another size or date has.
    var kept: [SourceIdentity.Vacancy] = []
    /// Files that were missing, and are present again without a change.
    var returned: [SourceConclusions.LedgerRow] = []
    /// Known sidecars that were read, with the rows of their folders and of the assets to which they belonged.
    var readSidecars: [(folder: Int64, name: String, asset: Int64)] = []
    /// The volume on which the source is now, where it was on another one before.
    ///
    /// The volume is recorded when all files were seen there.
    private var nextVolume: String?
    /// Whether files on another volume than before have to be read where their dates do not distinguish them.
    private(set) var isElsewhere = false

    struct Arrivals {
        var folder: Int
        var new: FolderListing
        var changed: [FolderFindings.Changed]
        /// Which dates distinguish the folder's files; nil where inodes, sizes and dates are those of one volume.
        var dates: FileDates?
        /// The names of files that a camera wrote beside movies for its own display.
        var helpers: Set<String> = []
    }

    /// Prepares a sweep of an in-place source.
    ///
    /// `notify` is called on the thread that runs the sweep.
    package init(
        _ library: Library,
        source: Int64,
        options: Options = Options(),
        isCancelled: @escaping () -> Bool = { false },
        notify: @escaping (SweepEvent) -> Void = { _ in }
    ) throws {
        guard let row = try library.sources.readLedger({ try $0.source(source) }),
            row.kind == .inPlace
        else {
            throw StoreError(
                .objectMissing,
                "There is no such source. `photokit source list` names them."
            )
        }
        self.library = library
        reader = try FactReader(
            library.environment,
            allowsMissingFacts: options.allowsMissingFacts
        )
        self.source = row
        self.options = options
        self.isCancelled = isCancelled
        self.notify = notify
        rules = PassedOver(try library.sources.readLedger { try $0.exclusions(ofSource: row.id) })
        tree = SweptFolders(known: try library.sources.readLedger { try $0.folders(row.id) })
    }

    /// Runs the sweep.
    ///
    /// - Returns: The counts of the sweep. If the source is offline, only the reason is set.
    package func run() throws -> SweepReport {
        try library.core.checkIsWritable()
        var sweep = self
        guard try sweep.isOnline() else {
            try sweep.serveWaiting()
            return sweep.report
        }
        sweep.reportMissingFacts()
        try sweep.scanFolders()
        guard !isCancelled() else { return sweep.cancelled() }
        try sweep.writeFolderPositions()
        try sweep.decideAboutFiles()
        guard !sweep.report.wasCancelled else {
            try sweep.finishPreviews()
            return sweep.cancelled()
        }
        try sweep.finish()
        if options.folders == nil { try sweep.serveWaiting() }
        try sweep.makePreviewsOfEdited()
        try sweep.finishPreviews()
        return sweep.report
    }

    /// Reports once that only headers and names of files are read.
    func reportMissingFacts() {
        if let problem = reader.newProblem() { notify(.withoutFacts(reason: "\(problem)")) }
    }

    /// Assigns known duplicates to assets whose own file cannot be reached.
    ///
    /// This works in whatever order sources were added, lost and forgotten.
    private mutating func serveWaiting() throws {
        let unreachable = try library.sources.unreachableSources()
        let taken = try library.sources.substitutes(without: unreachable)
        try library.sources.serve(taken)
        report.returned += taken.count
    }

    private func cancelled() -> SweepReport {
        var report = report
        report.wasCancelled = true
        return report
    }

    // MARK: The source as a whole

    private mutating func isOnline() throws -> Bool {
        let presence = library.environment.folders.presence(of: source.path, .long)
        // A folder that hangs is not touched again.
        let isThere = presence == .there
        let volume = isThere ? options.volume(source.path) : nil
        let isSame = volume == source.volume || isThere && isRecordedAsBefore()
        let state = try SourceAvailability(
            path: source.path,
            presence: presence,
            isEmpty: isThere && FolderListing.isEmpty(url([])),
            knowsFiles: !sampleFiles(1).isEmpty,
            isSameVolume: isSame,
            hasKnownFiles: { try mostAreThere(sampleFiles(64)) }
        )
        let before = source
        switch state {
        case .offline(let reason):
            source.isOffline = true
            report.offlineReason = reason
            notify(.offline(reason: reason))
        case .moved:
            source.isOffline = false
            isElsewhere = true
            nextVolume = volume
        case .online:
            source.isOffline = false
            source.volume = volume
        }
        if source != before { try library.sources.writeLedger { [source] in try $0.write(source) } }
        return !source.isOffline
    }

    /// Returns whether the row has the text of an earlier version for the present volume.
    private func isRecordedAsBefore() -> Bool {
        source.volume.map { $0 == options.formerVolume(source.path) } ?? false
    }

    /// Records the volume on which a sweep of the whole source has found the files.
    mutating func recordVolume() {
        if isElsewhere, options.folders == nil { source.volume = nextVolume }
    }

    /// Returns some files of assets from all over the source, with their paths.
    private func sampleFiles(_ count: Int) throws -> [(path: String, row: SourceFileRow)] {
        try library.sources.readLedger { [source] ledger in
            try ledger.sampleFiles(of: source.id, count: count).compactMap { row in
                try ledger.path(ofFile: row.id).map { ($0, row) }
            }
        }
    }

    private func mostAreThere(_ files: [(path: String, row: SourceFileRow)]) -> Bool {
        let present = files.count { file in
            var facts = stat()
            return stat(file.path, &facts) == 0 && Int64(facts.st_size) == file.row.byteCount
        }
        return present * 2 > files.count
    }

    // MARK: Scanning

    private mutating func scanFolders() throws {
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
            report.passedOver += 1
            return notify(
                .leftOutExport(folder, reason: RemoteFolder.reasonText(for: folder))
            )
        }
        if try leavesOut(export: folder, knownAs: tree.folders[index].row, listing: listing) {
            tree.leaveAlone(index)
            report.passedOver += 1
            return notify(
                .leftOutExport(
                    folder,
                    reason: "It is an export of a photo library, and \(ManifestCatalog.wayIn)"
                )
            )
        }
        report.folders += 1
        report.files += listing.files.count
        report.passedOver += listing.passedOver
        for problem in listing.problems {
            report.refused += 1
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
            report.busy += listing.files.count - ready.count
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
        var comparison = FolderComparison(listing) { difference in
            guard case .same(let known) = difference,
                readsAll || isElsewhere && !dates.distinguish(known.modification),
                let entry = listing.entry(named: known.name, among: listing.files)
            else { return findings.addDifference(difference) }
            findings.addDifference(.changed(entry, known))
        }
        try library.sources.readLedger { ledger in
            try ledger.forEachFile(in: row.id) { try comparison.compareFile($0) }
        }
        try comparison.finish()
        findings.finish { isReady($0, of: listing, in: folder) }
        report.same += findings.same
        report.busy += findings.busy
        vacancies += findings.vacancies
        displaced.formUnion(findings.displaced)
        kept += findings.kept
        returned += findings.returned
        guard !findings.new.isEmpty || !findings.changed.isEmpty else { return }
        let kept =
            findings.new.count == listing.files.count
            ? listing : listing.keeping(files: findings.new)
        arrivals.append(
            Arrivals(
                folder: index,
                new: kept,
                changed: findings.changed,
                dates: isElsewhere ? dates : nil
            )
        )
    }

    /// Returns whether a file is not being written any more.
    private func isReady(
        _ entry: FolderListing.Entry,
        of listing: FolderListing,
        in folder: String
    ) -> Bool {
        options.isQuiet?(folder + "/" + listing.name(of: entry), entry.numbers) ?? true
    }
}

extension FolderListing.Entry {
    var numbers: SourceIdentity.Numbers {
        SourceIdentity.Numbers(inode: inode, byteCount: byteCount, modification: modification)
    }
}

extension SourceFileRow {
    var numbers: SourceIdentity.Numbers {
        SourceIdentity.Numbers(inode: inode, byteCount: byteCount, modification: modification)
    }

    func vacancy(in folder: Int64) -> SourceIdentity.Vacancy {
        SourceIdentity.Vacancy(
            row: id,
            folder: folder,
            numbers: numbers,
            outcome: outcome,
            assetID: assetID
        )
    }
}
