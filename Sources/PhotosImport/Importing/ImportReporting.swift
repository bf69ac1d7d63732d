import Foundation
import PhotosStore

/// Counts the events of an import, passes them to the caller, and writes the report.
struct ImportReporting {
    private(set) var summary = ImportSummary()
    private(set) var progress = ImportProgress()
    private let start: Date
    private let now: @Sendable () -> Date
    private let notify: (ImportEvent) -> Void
    private var report: ImportReport?

    init(
        report: ImportReport?,
        now: @escaping @Sendable () -> Date,
        notify: @escaping (ImportEvent) -> Void
    ) {
        self.report = report
        self.now = now
        self.notify = notify
        start = now()
    }

    /// Notes that a folder, a file or another program's library was read, so that the report has a subject.
    mutating func beginReading() { report?.begin() }

    mutating func found(files: Int, bytes: Int64) {
        progress.filesTotal += files
        progress.bytesTotal += bytes
        notify(.found(files: progress.filesTotal, bytes: progress.bytesTotal))
    }

    mutating func imported(_ file: FoundFile, _ asset: UUID) {
        summary.imported += 1
        summary.bytesImported += file.byteCount
        notify(.imported(file.url, LocalIdentifier(uuid: asset, kind: .asset)))
        advance(file)
    }

    /// Counts an imported file whose bytes an asset in Recently Deleted has, too.
    mutating func equalDeleted() { summary.equalDeleted += 1 }

    /// Counts a photo of the library that got properties of an exported one with the same bytes.
    mutating func filled() { summary.filled += 1 }

    mutating func joined(_ file: FoundFile, _ asset: UUID) {
        summary.joined += 1
        summary.bytesImported += file.byteCount
        notify(.joined(file.url, LocalIdentifier(uuid: asset, kind: .asset)))
        advance(file)
    }

    /// Reports a file that tells of a folder's photos, of which one is named.
    mutating func joinedSettings(_ file: FoundFile, _ asset: UUID) {
        summary.joined += 1
        notify(.joined(file.url, LocalIdentifier(uuid: asset, kind: .asset)))
    }

    /// Counts a file that is not reported now.
    mutating func passedBy(_ file: FoundFile) { advance(file) }

    mutating func duplicate(_ file: FoundFile, of twin: UUID) {
        summary.duplicates += 1
        notify(.duplicate(file.url, of: LocalIdentifier(uuid: twin, kind: .asset)))
        advance(file)
    }

    mutating func inSource(_ file: FoundFile, of twin: UUID) {
        summary.inSources += 1
        notify(.inSource(file.url, of: LocalIdentifier(uuid: twin, kind: .asset)))
        advance(file)
    }

    mutating func removed(_ file: FoundFile, of twin: UUID) {
        summary.removed += 1
        notify(.removed(file.url, of: LocalIdentifier(uuid: twin, kind: .asset)))
        advance(file)
    }

    mutating func healed(_ file: FoundFile, _ asset: UUID) {
        summary.healed += 1
        let name = LocalIdentifier(uuid: asset, kind: .asset)
        report?.add(
            "healed",
            file.url.path,
            "The library had lost a file of asset \(name), and has it again with these bytes."
        )
        notify(.healed(file.url, name))
        advance(file)
    }

    mutating func unchanged(_ folder: URL, files: Int, bytes: Int64) {
        guard files > 0 else { return }
        summary.unchanged += files
        notify(.unchanged(folder, files: files))
        progress.filesDone += files
        progress.bytesDone += bytes
        reportProgress()
    }

    mutating func other(
        _ file: FoundFile,
        _ reason: String = "It is neither a picture nor a movie."
    ) {
        summary.others += 1
        report?.add("other", file.url.path, reason)
        notify(.other(file.url))
        advance(file)
    }

    /// Counts a file that an earlier import has reported as neither picture nor movie.
    mutating func unchangedOther(_ file: FoundFile) {
        summary.others += 1
        notify(.other(file.url))
        advance(file)
    }

    mutating func complaint(_ file: FoundFile, _ reason: String, isSidecar: Bool) {
        summary.complaints += 1
        if isSidecar { summary.unreadableSidecars += 1 }
        report?.add("incomplete", file.url.path, reason)
        notify(.complaint(file.url, reason: reason))
    }

    /// Reports a file that was imported, and is not as an export wrote it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - isSidecar: Whether the file is a sidecar.
    ///   - removed: What it does not state any more, so that the photo has it no more.
    mutating func changed(_ file: FoundFile, isSidecar: Bool, _ removed: [EditedProperty]) {
        var reason = isSidecar ? Self.sidecarIsChanged : Self.isChanged
        if !removed.isEmpty {
            reason +=
                " It does not state the \(EditedProperty.list(removed)) of the photo any more, so the photo came in without \(removed.count == 1 && removed != [.keywords] ? "it" : "them")."
        }
        summary.changed += 1
        report?.add("changed", file.url.path, reason)
        notify(.changed(file.url, reason: reason))
    }

    /// Nobody can tell an edit from damage that left a picture.
    private static let isChanged =
        "Its bytes are not those that the export wrote: another program has changed it, or it is damaged. If you did not change it, compare the photo with another copy."
    private static let sidecarIsChanged =
        "Its bytes are not those that the export wrote: another program has changed it. What was changed in it comes in, except for what was changed in the library since the export."

    /// Reports a file of an export of which values are left out, because the library has changed the same.
    mutating func conflict(_ file: FoundFile, _ asset: UUID, _ edit: ImportUnit.EditNote) {
        let identifier = LocalIdentifier(uuid: asset, kind: .asset)
        let reason = EditDecision.reason(edit.conflicts, photo: edit.photo, identifier)
        summary.conflicts += 1
        report?.add("conflict", file.url.path, reason)
        notify(
            .conflict(file.url, identifier, edit.conflicts.map(\.property), reason: reason)
        )
    }

    /// Remembers a change of the library that the import made.
    mutating func committed(_ block: CommittedBlock) {
        if block.isLogged { summary.changes.append(block.position) }
    }

    /// Reports a sidecar whose words were read for several photos.
    mutating func sharedSidecar(_ url: URL, _ reason: String = nameOfSeveral) {
        summary.sharedSidecars += 1
        report?.add("shared", url.path, reason)
        notify(.sharedSidecar(url, reason: reason))
    }

    private static let nameOfSeveral =
        "It has the name of several photos and does not state which of them it describes, so its words were read for each of them."

    /// Reports a file of an export whose photo the exported library has deleted since.
    mutating func deleted(_ url: URL, _ reason: String, isChanged: Bool) {
        summary.deleted += 1
        report?.add("deleted", url.path, reason)
        notify(.deleted(url, reason: reason, isChanged: isChanged))
    }

    mutating func stayed(_ file: FoundFile, _ reason: String) {
        summary.stayed += 1
        report?.add("stayed", file.url.path, reason)
        notify(.stayed(file.url, reason: reason))
    }

    mutating func unmoved(_ count: Int) { summary.unmoved += count }

    mutating func passedOver(_ folder: URL, _ count: Int) {
        guard count > 0 else { return }
        summary.passedOver += count
        notify(.passedOver(folder, names: count))
    }

    mutating func refused(_ file: FoundFile, _ reason: String) {
        refused(file.url, reason)
        if file.url.pathExtension.lowercased() == "xmp" { summary.refusedSidecars += 1 }
        advance(file)
    }

    mutating func refused(_ url: URL, _ reason: String) {
        summary.refused += 1
        report?.add("refused", url.path, reason)
        notify(.refused(url, reason: reason))
    }

    mutating func loss(_ loss: ImportCatalog.Loss) {
        summary.losses += 1
        report?.add("loss", loss.path, loss.reason)
        notify(.loss(path: loss.path, reason: loss.reason))
    }

    mutating func withoutPreview(_ url: URL, _ reason: String) {
        summary.withoutPreview += 1
        report?.add("without preview", url.path, reason)
        notify(.withoutPreview(url, reason: reason))
    }

    mutating func noPreviews(_ library: URL, _ reason: String) {
        report?.add("without preview", library.path, reason)
        notify(.noPreviews(reason: reason))
    }

    mutating func withoutFacts(_ reason: String) {
        notify(.withoutFacts(reason: reason))
    }

    mutating func reportPreviewsLeft(_ count: Int) {
        notify(.previewsLeft(count))
    }

    /// Closes the report, and returns the counts.
    ///
    /// `wasCancelled` says whether the import was cancelled.
    mutating func conclude(wasCancelled: Bool) throws -> ImportSummary {
        summary.wasCancelled = wasCancelled
        summary.report = try report?.finish(summary)
        return summary
    }

    private mutating func advance(_ file: FoundFile) {
        progress.filesDone += 1
        progress.bytesDone += file.byteCount
        reportProgress()
    }

    private mutating func reportProgress() {
        progress.elapsed = now().timeIntervalSince(start)
        notify(.progress(progress))
    }
}
