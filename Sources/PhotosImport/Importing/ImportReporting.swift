import Foundation
import PhotosStore

/// Counts the events of an import, passes them to the caller, and writes the report.
struct ImportReporting {
    private(set) var summary = LibraryImport.Report()
    /// The number of sidecars among the refused files.
    private(set) var refusedSidecarCount = 0
    /// The ends of the changes that the import made, the oldest first.
    private var changes: [LogPosition] = []
    private var progress = WorkProgress()
    private let start: Date
    private let now: @Sendable () -> Date
    private let notify: (LibraryImport.Event) -> Void
    private var report: ImportReport?

    init(
        report: ImportReport?,
        now: @escaping @Sendable () -> Date,
        notify: @escaping (LibraryImport.Event) -> Void
    ) {
        self.report = report
        self.now = now
        self.notify = notify
        start = now()
    }

    /// Notes that a folder, a file or another program's library was read, so that the report has a subject.
    mutating func beginReading() { report?.begin() }

    private static func identifier(of asset: UUID) -> String {
        LocalIdentifier(uuid: asset, kind: .asset).description
    }

    mutating func reportFound(files: Int, bytes: Int64) {
        progress.total += files
        progress.bytesTotal += bytes
        notify(.found(files: progress.total, bytes: progress.bytesTotal))
    }

    mutating func reportImported(_ file: FoundFile, as asset: UUID) {
        summary.importedCount += 1
        summary.importedBytes += file.byteCount
        notify(.imported(file.url, localIdentifier: Self.identifier(of: asset)))
        advanceProgress(past: file)
    }

    /// Counts an imported file whose bytes an asset in Recently Deleted has, too.
    mutating func countEqualDeleted() { summary.equalDeletedCount += 1 }

    /// Counts a photo of the library that got properties of an exported one with the same bytes.
    mutating func countFilled() { summary.filledCount += 1 }

    mutating func reportJoined(_ file: FoundFile, to asset: UUID) {
        summary.joinedCount += 1
        summary.importedBytes += file.byteCount
        notify(.joined(file.url, localIdentifier: Self.identifier(of: asset)))
        advanceProgress(past: file)
    }

    /// Reports a file about the photos of a folder, of which one is named.
    mutating func reportJoinedSettings(_ file: FoundFile, to asset: UUID) {
        summary.joinedCount += 1
        notify(.joined(file.url, localIdentifier: Self.identifier(of: asset)))
    }

    /// Counts a file that is not reported now.
    mutating func countPassedBy(_ file: FoundFile) { advanceProgress(past: file) }

    mutating func reportDuplicate(_ file: FoundFile, of twin: UUID) {
        summary.duplicateCount += 1
        notify(.duplicate(file.url, of: Self.identifier(of: twin)))
        advanceProgress(past: file)
    }

    mutating func reportInSource(_ file: FoundFile, of twin: UUID) {
        summary.inSourceCount += 1
        notify(.inSource(file.url, of: Self.identifier(of: twin)))
        advanceProgress(past: file)
    }

    mutating func reportRemoved(_ file: FoundFile, of twin: UUID) {
        summary.removedCount += 1
        notify(.removed(file.url, of: Self.identifier(of: twin)))
        advanceProgress(past: file)
    }

    mutating func reportHealed(_ file: FoundFile, in asset: UUID) {
        summary.healedCount += 1
        let name = Self.identifier(of: asset)
        report?.addLine(
            kind: "healed",
            path: file.url.path,
            reason:
                "The library had lost a file of asset \(name), and has it again with these bytes."
        )
        notify(.healed(file.url, localIdentifier: name))
        advanceProgress(past: file)
    }

    mutating func reportUnchanged(in folder: URL, files: Int, bytes: Int64) {
        guard files > 0 else { return }
        summary.unchangedCount += files
        notify(.unchanged(folder, files: files))
        progress.done += files
        progress.bytesDone += bytes
        reportProgress()
    }

    mutating func reportOther(
        _ file: FoundFile,
        reason: String = "It is neither a picture nor a movie."
    ) {
        countOther(file)
        report?.addLine(kind: "other", path: file.url.path, reason: reason)
        notify(.other(file.url))
        advanceProgress(past: file)
    }

    /// Counts a file that an earlier import has reported as neither a photo nor a part of one.
    mutating func countUnchangedOther(_ file: FoundFile) {
        countOther(file)
        notify(.other(file.url))
        advanceProgress(past: file)
    }

    private mutating func countOther(_ file: FoundFile) {
        summary.otherCount += 1
        // A JSON file may be anything.
        let isJSON = file.url.pathExtension.lowercased() == "json"
        if ShotName.namesSidecar(file.name), !isJSON { summary.loneSidecarCount += 1 }
    }

    mutating func reportComplaint(about file: FoundFile, reason: String, isSidecar: Bool) {
        summary.incompleteCount += 1
        if isSidecar { summary.unreadableSidecarCount += 1 }
        report?.addLine(kind: "incomplete", path: file.url.path, reason: reason)
        notify(.incomplete(file.url, reason: reason))
    }

    /// Reports a file that was imported, and is not as an export wrote it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - isSidecar: Whether the file is a sidecar.
    ///   - isRead: Whether something could be taken from it.
    ///   - removed: The properties that it does not state any more, so that the photo loses them.
    mutating func reportChanged(
        _ file: FoundFile,
        isSidecar: Bool,
        isRead: Bool,
        removed: [EditedProperty]
    ) {
        var reason = isSidecar ? Self.sidecarIsChanged : Self.isChanged
        if isSidecar, isRead { reason += Self.changesComeIn }
        if !removed.isEmpty {
            reason +=
                " It does not state the \(EditedProperty.list(removed)) of the photo any more, so the photo came in without \(removed.count == 1 && removed != [.keywords] ? "it" : "them")."
        }
        summary.changedCount += 1
        report?.addLine(kind: "changed", path: file.url.path, reason: reason)
        notify(.changed(file.url, reason: reason))
    }

    /// Nobody can tell an edit from damage that left a picture.
    private static let isChanged =
        "Its bytes are not those that the export wrote: another program has changed it, or it is damaged. If you did not change it, compare the photo with another copy."
    private static let sidecarIsChanged =
        "Its bytes are not those that the export wrote: another program has changed it."
    private static let changesComeIn =
        " What was changed in it comes in, except for what was changed in the library since the export."

    /// Reports a file of an export of which values are left out, because the library has changed the same.
    mutating func reportConflict(in file: FoundFile, with asset: UUID, edit: ImportUnit.EditNote) {
        let identifier = LocalIdentifier(uuid: asset, kind: .asset)
        let reason = EditDecision.reasonText(
            for: edit.conflicts,
            photo: edit.photo,
            identifier: identifier
        )
        summary.conflictCount += 1
        report?.addLine(kind: "conflict", path: file.url.path, reason: reason)
        notify(
            .conflict(
                file.url,
                localIdentifier: identifier.description,
                properties: edit.conflicts.map(\.property.rawValue),
                reason: reason
            )
        )
    }

    /// Remembers a change of the library that the import made.
    mutating func recordCommit(of block: CommittedBlock) {
        if block.isLogged { changes.append(block.position) }
    }

    /// Reports a sidecar whose words were read for several photos.
    mutating func reportSharedSidecar(_ url: URL, reason: String = nameOfSeveral) {
        summary.sharedSidecarCount += 1
        report?.addLine(kind: "shared", path: url.path, reason: reason)
        notify(.sharedSidecar(url, reason: reason))
    }

    private static let nameOfSeveral =
        "It has the name of several photos and does not state which of them it describes, so its words were read for each of them."

    /// Reports a file of an earlier import that the library let go since.
    mutating func reportReleased(_ file: FoundFile) {
        reportDeleted(file.url, reason: Self.isReleased, isChanged: false)
        advanceProgress(past: file)
    }

    private static let isReleased =
        "The library does not have the file any more: a person reverted or replaced the edit, or the photo goes on without the file. To import it nevertheless, name it together with the other files of its photo."

    /// Reports a file whose photo, version or part was deleted since.
    mutating func reportDeleted(_ url: URL, reason: String, isChanged: Bool) {
        summary.deletedCount += 1
        report?.addLine(kind: "deleted", path: url.path, reason: reason)
        notify(.deleted(url, reason: reason, isChanged: isChanged))
    }

    mutating func reportStayed(_ file: FoundFile, reason: String) {
        summary.stayedCount += 1
        report?.addLine(kind: "stayed", path: file.url.path, reason: reason)
        notify(.stayed(file.url, reason: reason))
    }

    mutating func countUnmoved(_ count: Int) { summary.unmovedCount += count }

    mutating func countPassedOver(in folder: URL, count: Int) {
        guard count > 0 else { return }
        summary.passedOverCount += count
        notify(.passedOver(folder, names: count))
    }

    /// Reports a remote of a library that lies in a folder of photos, and is left out by a rule.
    mutating func reportRemote(_ folder: URL) {
        let reason = RemoteFolder.reasonText(for: folder)
        countPassedOver(in: folder.deletingLastPathComponent(), count: 1)
        report?.addLine(kind: "loss", path: folder.path, reason: reason)
        notify(.loss(path: folder.path, reason: reason))
    }

    mutating func reportRefused(_ file: FoundFile, reason: String) {
        reportRefused(file.url, reason: reason)
        if file.url.pathExtension.lowercased() == "xmp" { refusedSidecarCount += 1 }
        advanceProgress(past: file)
    }

    mutating func reportRefused(_ url: URL, reason: String) {
        summary.refusedCount += 1
        report?.addLine(kind: "refused", path: url.path, reason: reason)
        notify(.refused(url, reason: reason))
    }

    mutating func reportLoss(_ loss: ImportCatalog.Loss) {
        summary.lossCount += 1
        report?.addLine(kind: "loss", path: loss.path, reason: loss.reason)
        notify(.loss(path: loss.path, reason: loss.reason))
    }

    mutating func reportWithoutPreview(_ url: URL, reason: String) {
        summary.withoutPreviewCount += 1
        report?.addLine(kind: "without preview", path: url.path, reason: reason)
        notify(.withoutPreview(url, reason: reason))
    }

    /// Reports why previews could not be made, once for all photos.
    ///
    /// - Parameters:
    ///   - library: The folder of the library.
    ///   - reason: The reason.
    ///   - count: The number of photos that count as those without a preview.
    mutating func reportNoPreviews(of library: URL, reason: String, count: Int = 0) {
        summary.withoutPreviewCount += count
        report?.addLine(kind: "without preview", path: library.path, reason: reason)
        notify(.noPreviews(reason: reason))
    }

    mutating func reportWithoutFacts(_ reason: String) {
        notify(.withoutFacts(reason: reason))
    }

    mutating func reportPreviewsLeft(_ count: Int) {
        notify(.previewsLeft(count))
    }

    /// Closes the report, and returns the result.
    ///
    /// `wasCancelled` says whether the import was cancelled, and `hasAllFiles` whether it had processed all files before. The
    /// history makes tokens of the changes.
    mutating func concludeReport(
        wasCancelled: Bool,
        hasAllFiles: Bool,
        history: LibraryHistory
    ) throws -> LibraryImport.Report {
        summary.wasCancelled = wasCancelled
        summary.hasAllFiles = hasAllFiles
        summary.changes = changes.map { history.token(for: $0).description }
        summary.reportURL = try report?.finish(with: summary)
        return summary
    }

    private mutating func advanceProgress(past file: FoundFile) {
        progress.done += 1
        progress.bytesDone += file.byteCount
        reportProgress()
    }

    private mutating func reportProgress() {
        progress.elapsed = now().timeIntervalSince(start)
        notify(.progress(LibraryImport.Progress(progress)))
    }
}
