import Foundation
import Glibc
import PhotosMedia
import PhotosStore

/// A running export, on its caller's thread.
///
/// Files are planned one asset after another, in the order in which the library got them, so that equal names are told
/// apart the same way each time. Later assets are read ahead, and blocks of planned files are written by other threads,
/// while this thread plans further ones and gives files of earlier blocks their names.
final class ExportRun {
    let library: Library
    let options: ExportOptions
    let target: TargetFolder
    let record: ExportRecord
    let rules: TargetRules
    let reading: AssetReading
    let planner: AssetFilePlanner
    let writer: DraftWriter
    let fileSystem: FileSystemSync
    let isCancelled: () -> Bool
    let notify: (LibraryExport.Event) -> Void
    var summary = LibraryExport.Report()
    var progress = WorkProgress()
    /// Whether an earlier export has changes that the library does not know.
    private(set) var isOlder = false
    /// Whether the manifest must be written anew.
    private(set) var isChanged = false
    /// The paths of files that this run leaves as they are, by their assets: files that an earlier export made from another state
    /// of the asset, and sidecars of other programs.
    var staying: [UUID: Set<ExactText>] = [:]
    /// The files of other programs in the folders that this run has read, see ``otherFiles(beside:)``.
    var otherFileNames: [String: [String: [String]]] = [:]
    var block: [ExportWork] = []
    var blockFiles = 0
    var blockBytes: Int64 = 0
    /// The paths of the files of the block, as they are compared.
    var reserved: Set<String> = []
    /// The blocks that are being written, the earliest first.
    var running: [(block: DraftBlock, ticket: WorkAhead<DraftBlock.Outcome>.Ticket)] = []
    let ahead = WorkAhead<DraftBlock.Outcome>(threads: ExportRun.mostRunning + 1)
    private var draftNumber = 0
    private let start: Date

    init(
        _ library: Library,
        options: ExportOptions,
        to url: URL,
        embed: @escaping CopyEmbedder,
        isCancelled: @escaping () -> Bool,
        notify: @escaping (LibraryExport.Event) -> Void
    ) throws {
        self.library = library
        self.options = options
        self.isCancelled = isCancelled
        self.notify = notify
        start = library.environment.now()
        target = try TargetFolder(url)
        record = try ExportRecord(
            target,
            of: library.identity.library,
            newIdentifier: library.environment.makeUUID()
        )
        rules = record.rules
        writer = DraftWriter(
            library: library,
            folder: try DraftFolder(target.url(of: TargetFolder.drafts)),
            embed: embed
        )
        fileSystem = try FileSystemSync(of: target.url(of: "."))
        reading = try AssetReading(library)
        planner = AssetFilePlanner(library: library, options: options)
        if options.albums == .links, !rules.hasLinks {
            throw StoreError(
                .changeNotSupported,
                "The file system of \(target.path) has no symbolic links. Export albums as copies, or choose another folder."
            )
        }
    }

    /// Exports assets by their rows.
    func export(_ rows: some RandomAccessCollection<Int64>) throws {
        try checkIsKnown()
        try checkManifest()
        try removeDrafts()
        let position = ExportPosition(target: target)
        if !isOlder { try position.write(library.history.currentPosition()) }
        try finishInterrupted()
        try countBytes(of: rows)
        defer { abandonBlocks() }
        try forEachAsset(of: rows) { asset, state in
            try planFiles(of: asset, state: state)
            if isBlockFull { try beginBlock() }
        }
        try beginBlock()
        while !running.isEmpty { try finishBlock() }
        summary.wasCancelled = isCancelled()
        if !summary.wasCancelled { try reportOrRemoveDeletedAssets() }
        try writeManifest()
        try record.sync()
        // An older state takes the export over only after all that it does not know was taken out of the record.
        if !isOlder || options.isWhole && !summary.wasCancelled {
            try position.write(library.history.currentPosition())
        }
        try fileSystem.syncFolders(target.takeChanged())
        try record.compactIfUseful()
        try removeDrafts()
    }

    /// Finds out whether the library has all changes of an earlier export.
    ///
    /// - Throws: ``StoreError`` if it has not, and the caller did not say to go on.
    private func checkIsKnown() throws {
        isOlder = try !ExportPosition(target: target).isKnown(to: library)
        guard isOlder, !options.overNewer else { return }
        throw StoreError(
            .changeNotSupported,
            "\(target.path) has an export with changes that this library does not know: the library was restored from an older state, or the export is of another copy. Choose another folder, or use --older, which moves files of photos that the library does not know to a folder of their own."
        )
    }

    /// The number of assets that are read at once.
    static let batch = 256

    private var isBlockFull: Bool {
        blockFiles >= options.blockFiles || blockBytes >= options.blockBytes
    }

    // MARK: Reading the library

    private func countBytes(of rows: some RandomAccessCollection<Int64>) throws {
        progress.total = rows.count
        var next = rows.startIndex
        while next != rows.endIndex {
            let end = rows.index(next, offsetBy: 8_192, limitedBy: rows.endIndex) ?? rows.endIndex
            progress.bytesTotal += try library.originals.fileTotals(
                ofAssets: Array(rows[next..<end])
            ).bytes
            next = end
        }
    }

    private typealias Part = [(asset: ExportedAsset, state: [UInt8])]

    /// Passes the assets to `body` one after another, until the export is cancelled.
    ///
    /// The next ones are read meanwhile.
    private func forEachAsset(
        of rows: some RandomAccessCollection<Int64>,
        _ body: (ExportedAsset, [UInt8]) throws -> Void
    ) throws {
        let readers = WorkAhead<Result<Part, any Error>>(threads: 1)
        var waiting: [WorkAhead<Result<Part, any Error>>.Ticket] = []
        defer { for ticket in waiting { _ = ticket.wait() } }
        let (reading, options) = (reading, options)
        var next = rows.startIndex
        while true {
            while waiting.count < 2, next != rows.endIndex {
                let end = rows.index(next, offsetBy: Self.batch, limitedBy: rows.endIndex)
                let part = Array(rows[next..<(end ?? rows.endIndex)])
                next = end ?? rows.endIndex
                waiting.append(
                    readers.begin {
                        Result {
                            try reading.read(part).map { ($0, $0.stateChecksum(for: options)) }
                        }
                    }
                )
            }
            guard !waiting.isEmpty, let part = waiting.removeFirst().wait() else { return }
            for (asset, state) in try part.get() {
                if isCancelled() { return }
                try body(asset, state)
            }
        }
    }

    // MARK: Beginning

    private func removeDrafts() throws {
        let folder = target.url(of: TargetFolder.drafts)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names { try target.remove(TargetFolder.drafts + "/" + name) }
    }

    /// Finds out how far a run came that was killed while it gave files their names.
    private func finishInterrupted() throws {
        for (asset, file) in record.interrupted {
            let known = try record.index.asset(asset)?.files.first { $0.part == file.part }
            if let state = try target.state(file.path), try isWritten(file, state: state) {
                var file = file
                file.modification = state.modification
                try record.add(.file(asset, file))
            } else if let known {
                try record.add(.file(asset, known))
            } else {
                try record.add(.removed(asset, part: file.part))
            }
        }
        try clearRetired(record.retired)
        try record.sync()
    }

    private func isWritten(_ file: RecordedFile, state: TargetFolder.State) throws -> Bool {
        if file.kind == .link {
            guard state.isLink, let link = try target.linkTarget(file.path) else { return false }
            return ExportDigest.checksum(of: link) == file.checksum
        }
        guard state.isFile else { return false }
        if state.byteCount == 0, file.byteCount > 0 {
            // The name was claimed with an empty file.
            try target.remove(file.path)
            return false
        }
        return try state.byteCount == file.byteCount
            && target.checksum(file.path) == file.checksum
    }

    /// Removes the earlier files of assets that have new ones.
    func clearRetired(_ lines: [RecordLine]) throws {
        guard !lines.isEmpty else { return }
        for case .retired(let path, let size, let time) in lines {
            guard let state = try target.state(path), state.byteCount == size,
                state.modification == time, try record.index.file(at: path) == nil
            else { continue }
            try target.remove(path)
            target.removeEmptyFolders(above: path)
        }
        try record.add(.cleared)
    }

    // MARK: Helpers

    /// Notes that the manifest is out of date, also for the next run if this one is killed.
    func markManifestOutdated() throws {
        guard !isChanged else { return }
        isChanged = true
        guard options.metadata != .none || record.manifest != nil else { return }
        try record.add(.manifest(byteCount: -1, modification: 0, albums: []))
    }

    func makeDraftName() -> String {
        draftNumber += 1
        return String(draftNumber)
    }

    func shownURL(of path: String) -> URL { target.shown(path) }

    func assetIdentifier(for uuid: UUID) -> String {
        LocalIdentifier(uuid: uuid, kind: .asset).description
    }

    func reportFailure(name: String, of uuid: UUID, reason: String) {
        summary.failedCount += 1
        notify(.failed(name: name, localIdentifier: assetIdentifier(for: uuid), reason: reason))
    }

    func advanceProgress(by bytes: Int64) {
        progress.done += 1
        progress.bytesDone += bytes
        progress.elapsed = library.environment.now().timeIntervalSince(start)
        notify(.progress(LibraryExport.Progress(progress)))
    }
}
