import Foundation
import OpenPhotoKit

/// Prints the events of an import, as text or as JSON.
struct ImportReporter: Sendable {
    let json: Bool
    let isDryRun: Bool
    let isMove: Bool
    let report: FileReport?
    let paths: TypedPaths
    /// For a dry run.
    let invented: InventedIdentifiers?

    func showEvent(_ event: LibraryImport.Event) {
        let event = invented?.withoutInvented(event) ?? event
        report?.addLine(ReportLine(event))
        if json { showJSON(event) } else { showText(event) }
    }

    private func showJSON(_ event: LibraryImport.Event) {
        switch event {
        case .progress, .previewsLeft: return
        default: Output.shared.writeEvent(JSON(encoding: event))
        }
    }

    private func showText(_ event: LibraryImport.Event) {
        switch event {
        case .refused(let url, let reason):
            Output.shared.complain("\(paths.shownPath(of: url)): \(reason)")
        case .incomplete(let url, let reason):
            Output.shared.complain(
                "\(paths.shownPath(of: url)): \(isDryRun ? "would be imported" : "imported"), but not all of its content could be read. \(reason)"
            )
        case .changed(let url, let reason):
            Output.shared.complain(
                "\(paths.shownPath(of: url)): \(isDryRun ? "would be imported" : "imported"). \(reason)"
            )
        case .conflict(let url, _, _, let reason):
            Output.shared.complain("\(paths.shownPath(of: url)): \(Table.printableText(reason))")
        case .stayed(let url, let reason):
            Output.shared.complain("\(paths.shownPath(of: url)): \(reason)")
        case .loss(let path, let reason):
            Output.shared.complain("\(paths.shownPath(of: path)): \(reason)")
        case .withoutPreview(let url, let reason):
            Output.shared.complain(
                "\(paths.shownPath(of: url)): \(isDryRun ? "would be imported" : "imported"), but it has no preview. \(reason)"
            )
        case .noPreviews(let reason):
            Output.shared.complain("Previews could not be made. \(reason)")
        case .withoutFacts(let reason):
            Output.shared.complain(FactsOptions.missingFactsSentence(reason: reason))
        case .previewsLeft(let count):
            Output.shared.showStatus("making previews, \(count) left")
        case .progress(let progress):
            Output.shared.showStatus(Self.progressSentence(progress))
        case .imported(let url, _):
            if isDryRun { Output.shared.writeLine("import  \(paths.shownPath(of: url))") }
        case .joined(let url, _):
            if isDryRun { Output.shared.writeLine("  with  \(paths.shownPath(of: url))") }
        case .duplicate(let url, _):
            if isDryRun { Output.shared.writeLine("known   \(paths.shownPath(of: url))") }
        case .inSource(let url, _):
            if isDryRun { Output.shared.writeLine("in a source  \(paths.shownPath(of: url))") }
        case .healed(let url, _):
            if isDryRun { Output.shared.writeLine("heal    \(paths.shownPath(of: url))") }
        case .other(let url):
            if isDryRun { Output.shared.writeLine("no photo  \(paths.shownPath(of: url))") }
        case .removed(let url, _):
            if isDryRun { Output.shared.writeLine("remove  \(paths.shownPath(of: url))") }
        case .deleted(let url, let reason, isChanged: true):
            Output.shared.complain(
                "\(paths.shownPath(of: url)): \(isDryRun ? "would be left out" : "left out"). \(Table.printableText(reason))"
            )
        case .deleted(let url, _, isChanged: false):
            if isDryRun { Output.shared.writeLine("deleted  \(paths.shownPath(of: url))") }
        case .found, .unchanged, .passedOver, .sharedSidecar: break
        }
    }

    static func progressSentence(_ progress: LibraryImport.Progress) -> String {
        var parts = [
            "\(progress.filesDone) of \(Wording.count(progress.filesTotal, of: "file"))",
            "\(Wording.formattedBytes(progress.bytesDone)) of \(Wording.formattedBytes(progress.bytesTotal))",
        ]
        if let rate = progress.bytesPerSecond {
            parts.append("\(Wording.formattedBytes(Int64(rate)))/s")
        }
        if let left = progress.secondsLeft {
            parts.append("\(Wording.formattedDuration(left)) left")
        }
        return parts.joined(separator: ", ")
    }

    func showReport(_ report: LibraryImport.Report, token: PHPersistentChangeToken) {
        if json {
            Output.shared.writeLine(
                JSON(encoding: report).adding([("token", JSON(token.stringValue))])
            )
            return
        }
        Output.shared.clearStatus()
        let verb = isDryRun ? "Would import" : "Imported"
        var sentence = "\(verb) \(Wording.count(report.importedCount, of: "file"))"
        if report.joinedCount > 0 {
            sentence +=
                report.joinedCount == 1
                ? " and 1 that belongs to a photo"
                : " and \(report.joinedCount) that belong to photos"
        }
        sentence += " (\(Wording.formattedBytes(report.importedBytes)))"
        let known = report.duplicateCount + report.unchangedCount
        if known > 0 { sentence += ", \(known) already in the library" }
        if report.removedCount > 0 {
            sentence +=
                ", \(report.removedCount) \(isDryRun ? "would be removed" : "removed"), because the library's own folder has \(report.removedCount == 1 ? "its" : "their") bytes"
        }
        if report.inSourceCount > 0 {
            sentence +=
                ", \(report.inSourceCount) \(isDryRun ? "would not be" : "not") copied, because the library shows \(report.inSourceCount == 1 ? "it" : "them") from a source (the files of the source must stay)"
        }
        if report.healedCount > 0 {
            sentence +=
                ", \(report.healedCount) \(isDryRun ? "would be " : "")healed (the library \(isDryRun ? "has" : "had") lost \(report.healedCount == 1 ? "its file" : "their files"))"
        }
        if report.otherCount > 0 {
            sentence +=
                ", \(report.otherCount) \(Wording.otherFiles(loneSidecars: report.loneSidecarCount))"
        }
        if report.deletedCount > 0 {
            sentence +=
                ", \(report.deletedCount) \(isDryRun ? "would be " : "")left out, because \(report.deletedCount == 1 ? "its photo, version or part was" : "their photos, versions or parts were") deleted since"
        }
        if report.passedOverCount > 0 {
            sentence +=
                ", \(report.passedOverCount) \(isDryRun ? "would be " : "")left out by a rule"
        }
        if report.sharedSidecarCount > 0 {
            sentence +=
                ", \(Wording.count(report.sharedSidecarCount, of: "sidecar")) \(isDryRun ? "would be " : "")read for several photos of one name each"
        }
        if report.stayedCount > 0 {
            sentence +=
                ", \(report.stayedCount) \(isDryRun ? "would not be" : "not") removed from \(report.stayedCount == 1 ? "its folder" : "their folders")"
        }
        let sidecars = report.unreadableSidecarCount
        for (count, noun) in [
            (report.incompleteCount - sidecars, "imported file"), (sidecars, "sidecar"),
        ] where count > 0 {
            sentence += ", \(Wording.count(count, of: noun)) not fully readable"
        }
        if report.filledCount > 0 {
            let (get, they) = (
                isDryRun ? "would get" : "got", report.filledCount == 1 ? "it" : "they"
            )
            sentence +=
                ", \(report.filledCount) of which \(get) words, marks, dates or places that \(they) lacked"
        }
        if report.changedCount > 0 {
            sentence += ", \(report.changedCount) of them changed since the export"
        }
        if report.conflictCount > 0 {
            sentence +=
                ", \(report.conflictCount) with values that \(isDryRun ? "would be" : "were") left out, because the library has changed the same"
        }
        if report.withoutPreviewCount > 0 {
            sentence += ", \(report.withoutPreviewCount) without a preview"
        }
        if report.released.count > 0 {
            sentence +=
                ", let \(Wording.count(report.released.count, of: "file")) (\(Wording.formattedBytes(report.released.byteCount))) leave this disk"
        }
        if report.refusedCount > 0 {
            sentence += ", \(report.refusedCount) \(isDryRun ? "would be " : "")refused"
        }
        if report.lossCount > 0 {
            sentence += ", \(report.lossCount) without some metadata of the other program"
        }
        Output.shared.writeSentence(sentence + ".")
        if let deleted = Wording.equalDeletedSentence(
            count: report.equalDeletedCount,
            file: isDryRun ? "file to be imported" : "imported file",
            files: isDryRun ? "files to be imported" : "imported files"
        ) {
            Output.shared.writeSentence(deleted)
        }
        if isMove, let left = leftBehind(report) { Output.shared.writeSentence(left) }
        if report.unmovedCount > 0 {
            let files = Wording.count(report.unmovedCount, of: "file")
            let stay =
                isDryRun ? "would stay" : report.unmovedCount == 1 ? "stays" : "stay"
            Output.shared.writeSentence(
                "--move takes copies from exports and from libraries of other programs, because these are never changed: \(files) \(stay) there."
            )
        }
        if let url = report.reportURL {
            Output.shared.writeLine("Report: \(Table.printableText(url.path))")
        }
        if report.wasCancelled {
            Output.shared.complain(
                report.hasAllFiles
                    ? "The import was stopped after the last file, while it made previews. \"photokit previews --make\" makes the others."
                    : "The import was stopped. Run the same command again to import the other files."
            )
        }
    }

    /// Returns what a moving import leaves in the folders; nil if it leaves nothing.
    private func leftBehind(_ report: LibraryImport.Report) -> String? {
        let parts = [
            (report.otherCount, "neither a photo nor a part of one"),
            (report.refusedCount, "refused"),
            (report.stayedCount, "not removable"), (report.inSourceCount, "of a source"),
            (report.deletedCount, "deleted since the export"),
            (report.passedOverCount, "left out by a rule"),
        ]
        let left = parts.filter { $0.0 > 0 }.map { count, what in "\(count) \(what)" }
        guard !left.isEmpty else { return nil }
        return
            "\(isDryRun ? "Would be left where they are" : "Left where they were"): \(left.joined(separator: ", "))."
    }

    /// Says what an import achieved before the disk was full, and how to go on.
    ///
    /// - Parameters:
    ///   - error: The error that ended the import.
    ///   - count: The number of files that were imported, joined or healed before.
    /// - Returns: The error for the end of the program.
    static func fullDisk(_ error: PHPhotosError, after count: Int) -> CommandFailure {
        CommandFailure(
            ExitStatus(error),
            "\(error.localizedDescription) Then start the same import again: it goes on where it ended. \(Wording.count(count, of: "file")) \(count == 1 ? "is" : "are") in the library by now, and \(count == 1 ? "stays" : "stay") there."
        )
    }
}
