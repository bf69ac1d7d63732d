import Foundation
import PhotosMedia
import PhotosStore

/// A running import, on its caller's thread.
///
/// The threads of `inspections` inspect files in advance. All other work happens on the caller's thread, in the
/// order in which the files were found. So the outcome does not depend on which thread is faster.
final class ImportRun {
    let library: Library
    let options: ImportOptions
    /// Nil where the files that come may exceed the rule for space.
    let space: SpaceKeeper?
    let reader: FactReader
    let isCancelled: () -> Bool
    var reporting: ImportReporting
    var block = ImportBlock()
    var sources: ImportSources
    /// The source of the present block.
    var source: SourceRow? { sources.present }
    let albums: ImportAlbums
    var catalogMembers = CatalogMembers()
    /// The sidecars that earlier imports took from the present export or other program's library; nil before the first one.
    var takenSidecars: TakenSidecars?
    /// Where the files of that export or library are recorded.
    var exportPlace: ExportPlace? { takenSidecars?.place }
    /// The items whose photos the library has, and that may give something to these.
    var knownItems: [KnownItem] = []
    /// The folders with files of Picasa, whose words are taken when their photos are in the library.
    var picasaFolders: [PicasaFolder] = []
    /// The rows of the assets that undos of imports changed; nil until they are needed.
    var undoneRows: Set<Int64>?
    /// The values that undos of imports took back; nil until a file of this import concerns one of these assets.
    var undone: UndoneImports?
    /// Nil where no previews are made.
    private let previews: PreviewMaker?
    private let finishesPreviews: Bool
    let area: StagingArea
    let verifier: OriginalVerifier
    private(set) var inspections: Inspections

    init(
        _ library: Library,
        options: ImportOptions,
        writesReport: Bool = true,
        space: SpaceKeeper? = nil,
        reader: FactReader,
        previews: PreviewMaker? = nil,
        isCancelled: @escaping () -> Bool,
        notify: @escaping (LibraryImport.Event) -> Void
    ) throws {
        self.library = library
        self.options = options
        self.space = space
        self.reader = reader
        self.isCancelled = isCancelled
        let verifier = OriginalVerifier(library.remotes)
        let environment = library.environment
        let area = try library.commits.makeStagingArea()
        (self.verifier, self.area) = (verifier, area)
        sources = ImportSources(library, isDryRun: options.isDryRun)
        inspections = Inspections(
            FileInspection(
                library: library,
                reader: reader,
                verifier: verifier,
                area: options.isDryRun ? nil : area,
                space: space,
                options: options
            )
        )
        // If the caller passed a preview maker, the caller also finishes it.
        finishesPreviews = previews == nil
        self.previews =
            previews
            ?? (options.makesPreviews && !options.isDryRun
                ? PreviewMaker(library.pictures, threads: options.workers, isLastReader: true)
                : nil)
        albums = ImportAlbums(library)
        reporting = ImportReporting(
            report: options.isDryRun || !writesReport
                ? nil
                : ImportReport(
                    folder: library.layout.reports,
                    date: environment.now(),
                    mark: environment.random()
                ),
            now: environment.now,
            notify: notify
        )
    }

    // MARK: Files in flight

    /// Starts the inspection of a cluster.
    ///
    /// Processes earlier clusters when enough are in flight.
    func submitCluster(_ cluster: ImportCluster) throws {
        inspections.add(cluster)
        while inspections.isFull, let next = inspections.next() { try processInspected(next) }
    }

    /// Processes all clusters in flight, and commits them.
    func finishWaiting() throws {
        while let next = inspections.next() { try processInspected(next) }
        try settleKnownItems()
        try commitBlock()
    }

    private func processInspected(
        _ inspected: (cluster: ImportCluster, files: [InspectedFile])
    ) throws {
        let (cluster, files) = inspected
        guard !isCancelled() else { return }
        reportMissingFacts()
        if let obstacle = files.lazy.compactMap(\.obstacle).first { throw obstacle }
        if let item = cluster.item {
            try processItem(item, in: cluster, files: files)
        } else {
            try processCluster(cluster, files: files)
        }
        if block.isFull(options) { try commitBlock() }
    }

    // MARK: Beginning and end

    /// Counts the files to import, for the progress.
    func countFiles(at paths: [URL]) throws {
        var walk = folderWalk(through: paths)
        var files = 0
        var bytes: Int64 = 0
        while let step = walk.next(), !isCancelled() {
            switch step {
            case .folder(_, let listing, let shown):
                files += listing.files.count - shown.count
                bytes += listing.files.reduce(0) { $0 + $1.byteCount }
            case .file(let file):
                files += 1
                bytes += file.byteCount
            case .foreignLibrary, .export, .remote, .problem: break
            }
        }
        reporting.reportFound(files: files, bytes: bytes)
    }

    /// Reports once that only headers and names of files are read.
    func reportMissingFacts() {
        if let problem = reader.newProblem() { reporting.reportWithoutFacts("\(problem)") }
    }

    func concludeImport() throws -> LibraryImport.Report {
        reportMissingFacts()
        let hasAllFiles = !isCancelled()
        try finishPreviews()
        if !options.isDryRun { try verifier.noteStatesIfRoom() }
        return try library.core.makingRoom(for: 0, by: space) {
            try reporting.concludeReport(
                wasCancelled: isCancelled(),
                hasAllFiles: hasAllFiles,
                history: library.history
            )
        }
    }

    // MARK: Previews

    /// Starts to make the previews of a block, and returns the files that are read for them.
    func makePreviews(of units: [ImportUnit]) throws -> Set<String> {
        // Without the worker every preview would fail, and the missing worker is reported once.
        guard let previews, reader.problem == nil else { return [] }
        let assets = units.filter { !$0.isNote }.compactMap(\.asset)
        let rows = try library.records.rows(of: assets, in: .asset)
        var files: [Int64: [ImportUnit.File]] = [:]
        for unit in units where !unit.isNote {
            if let row = unit.asset.flatMap({ rows[$0] }) { files[row, default: []] += unit.files }
        }
        let shown = try library.records.shownResources(ofAssets: assets.compactMap { rows[$0] })
        let read = previews.makePreviews(of: shown) { resource in
            let files = files[resource.assetID] ?? []
            return (files.first { $0.file.name == resource.filename } ?? files.first)?.file.url
        }
        return Set(read.map(\.file))
    }

    private func finishPreviews() throws {
        guard let previews, finishesPreviews else { return }
        var outcome = waitForPreviews(previews)
        var lacking = outcome.failures.count(where: \.isForSpace)
        let roomMaker: any RoomMaker = space ?? library.space
        // All photos are in, so a failure to make room leaves previews out, and does not end the import.
        while lacking > 0, !isCancelled(),
            (try? roomMaker.makeRoom(for: 0, keeping: []))?.hasLeft == true
        {
            previews.makeAgain()
            outcome = waitForPreviews(previews)
            let left = outcome.failures.count(where: \.isForSpace)
            guard left < lacking else { break }
            lacking = left
        }
        if let obstacle = outcome.obstacle {
            reporting.reportNoPreviews(of: library.layout.root, reason: "\(obstacle)")
        }
        // A full disk has one reason for all of them.
        if let full = outcome.failures.first(where: \.isForSpace) {
            reporting.reportNoPreviews(
                of: library.layout.root,
                reason: full.reason,
                count: outcome.failures.count(where: \.isForSpace)
            )
        }
        for failure in outcome.failures where !failure.isForSpace {
            reporting.reportWithoutPreview(
                try failure.file ?? library.originals.url(of: failure.resource),
                reason: failure.reason
            )
        }
    }

    private func waitForPreviews(_ previews: PreviewMaker) -> PreviewMaker.Outcome {
        while let left = previews.left(after: 0.2) {
            if isCancelled() { previews.stop() }
            reporting.reportPreviewsLeft(left)
        }
        return previews.finish()
    }

    func removeArea() {
        // Inspections still in flight would add files while the area is being removed.
        while inspections.next() != nil {}
        area.remove()
    }

    /// Removes staged files that are not needed.
    func dropStaged(_ media: ImportedMedia) {
        dropStaged(media.resource)
        if let movie = media.movie { dropStaged(movie) }
    }

    func dropStaged(_ resource: StagedResource) {
        if resource.area != nil { area.drop(resource.file) }
    }
}
