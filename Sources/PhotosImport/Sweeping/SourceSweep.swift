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
    let notify: (LibrarySource.Event) -> Void
    var report = LibrarySource.Report()
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
    /// The rows of the assets of which a file was missing, and is present again.
    var returnedAssets: Set<Int64> = []
    /// Known sidecars that were read, with the rows of their folders and of the assets to which they belonged.
    var readSidecars: [(folder: Int64, name: String, asset: Int64)] = []
    /// The sidecars that are read when the photos beside them are known, by the indexes of their folders.
    var waitingSidecars: [Int: [WaitingSidecar]] = [:]
    /// Recipes of edits that were left out in an earlier sweep, and are unchanged beside new photos with their names, by the
    /// indexes of their folders.
    var refusedRecipes: [Int: [WaitingSidecar]] = [:]
    /// New files that may be the changed edited versions of photos beside them.
    var waitingEdits: [WaitingEdits] = []
    /// The rows of the assets of whose pictures and movies one is not where it was, or has other bytes.
    var assetsWithVacancies: Set<Int64> = []
    /// The rows of the assets of which the recipe of an edit is not where it was.
    var assetsWithoutRecipe: Set<Int64> = []
    /// Whether a sidecar is left for a later sweep, because a program is writing it.
    var leavesSidecars = false
    /// The unchanged sidecars of one folder that are read again.
    let repeated = RepeatedSidecars()
    /// The keys of the names of new and changed photos in folders with known sidecars, by the indexes of these folders.
    var keysOfNewPhotos: [Int: Set<Int>] = [:]
    /// The rows of the assets in Recently Deleted; nil until they are needed.
    var trashedAssets: Set<Int64>?
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
        /// Whether sidecars of the folder may be known.
        var hasSidecars = false
    }

    /// Prepares a sweep of an in-place source.
    ///
    /// `notify` is called on the thread that runs the sweep.
    package init(
        _ library: Library,
        source: Int64,
        options: Options = Options(),
        isCancelled: @escaping () -> Bool = { false },
        notify: @escaping (LibrarySource.Event) -> Void = { _ in }
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
    package func run() throws -> LibrarySource.Report {
        try library.core.checkIsWritable()
        var sweep = self
        guard try sweep.isOnline() else {
            try sweep.serveWaiting()
            try sweep.reportOffline()
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
        if options.readsAll {
            do {
                try library.sources.compareSidecarChecksums(inSource: source.id) {
                    if isCancelled() { throw CancellationError() }
                }
            } catch is CancellationError {
                try sweep.finishPreviews()
                return sweep.cancelled()
            }
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
        report.returnedCount += taken.count
    }

    private func cancelled() -> LibrarySource.Report {
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

    /// Reports that the source is offline, after other sources gave files to its assets.
    private mutating func reportOffline() throws {
        guard let reason = report.offlineReason else { return }
        let hasAssets = try library.sources.assetCount(ofSource: source.id) > 0
        let effect =
            hasAssets
            ? "Until then its photos are offline."
            : "The source has no photos. If it is not to come back, remove it with `photokit source forget`."
        report.offlineReason = "\(reason) \(effect)"
        notify(.offline(reason: "\(reason) \(effect)"))
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
            assetID: assetID,
            name: name,
            sidecarKey: ShotName.namesSidecar(name) ? ClusterSplit.key(name) : nil,
            isSettings: ShotName.namesSettings(name)
        )
    }
}
