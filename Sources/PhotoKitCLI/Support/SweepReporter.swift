import Foundation
import OpenPhotoKit

/// Prints the events of sweeps, as text or as JSON.
struct SweepReporter: Sendable {
    let json: Bool
    var paths = TypedPaths([])

    func showEvent(_ event: LibrarySource.Event) {
        if json {
            if case .previewsLeft = event { return }
            return Output.shared.writeEvent(JSON(encoding: event))
        }
        switch event {
        case .refused(let url, let reason):
            Output.shared.complain("\(paths.shownPath(of: url)): \(reason)")
        case .incomplete(let url, let reason):
            Output.shared.complain(
                "\(paths.shownPath(of: url)): in the library, but not all of its content could be read. \(reason)"
            )
        case .unread(let url, let reason):
            Output.shared.complain(
                "\(paths.shownPath(of: url)): \(reason) Its photos stay unchanged."
            )
        case .offline(let reason):
            Output.shared.complain(Table.printableText(reason))
        case .movedFolder(let from, let to):
            Output.shared.writeLine(
                "The folder \(paths.shownPath(of: from)) was moved to \(paths.shownPath(of: to))."
            )
        case .withoutFacts(let reason):
            Output.shared.complain(FactsOptions.missingFactsSentence(reason: reason))
        case .withoutPreview(let url, let reason):
            Output.shared.complain(
                "\(paths.shownPath(of: url)): in the library, but it has no preview. \(reason)"
            )
        case .noPreviews(let reason):
            Output.shared.complain("Previews could not be made. \(reason)")
        case .previewsLeft(let count):
            Output.shared.showStatus("making previews, \(count) left")
        case .sharedSidecar(let url, let reason), .leftOutExport(let url, let reason):
            Output.shared.complain("\(paths.shownPath(of: url)): \(reason)")
        case .created, .joined, .duplicate, .healed: break
        }
    }

    func showReport(_ report: LibrarySource.Report, of source: URL) {
        guard json else {
            Output.shared.clearStatus()
            guard report.offlineReason == nil else { return }
            Output.shared.writeSentence(
                "\(paths.shownPath(of: source)): \(reportSentence(report))."
            )
            if let deleted = Wording.equalDeletedSentence(
                count: report.equalDeletedCount,
                file: "file"
            ) {
                Output.shared.writeSentence(deleted)
            }
            return
        }
        Output.shared.writeEvent(JSON(encoding: LibrarySource.WatchEvent.swept(source, report)))
    }

    private func reportSentence(_ report: LibrarySource.Report) -> String {
        let parts: [(Int, String)] = [
            (report.createdCount, "new"),
            (
                report.joinedCount,
                report.joinedCount == 1 ? "added to its photo" : "added to their photos"
            ),
            (report.movedCount, "moved"),
            (
                report.movedFolderCount,
                report.movedFolderCount == 1 ? "folder moved" : "folders moved"
            ),
            (report.editedCount, "edited"),
            (
                report.duplicateCount,
                report.duplicateCount == 1
                    ? "with the same bytes as a photo of the library"
                    : "with the same bytes as photos of the library"
            ),
            (report.healedCount, "healed (the library had lost its own file)"),
            (report.refusedCount - report.refusedSidecarCount, "refused"),
            (
                report.refusedSidecarCount,
                report.refusedSidecarCount == 1
                    ? "sidecar not fully readable" : "sidecars not fully readable"
            ),
            (report.incompleteCount, "not fully readable"),
            (report.otherCount, Wording.otherFiles(loneSidecars: report.loneSidecarCount)),
            (report.withoutPreviewCount, "without a preview"),
            (report.vanishedCount, "now offline"),
            (report.returnedCount, "returned"), (report.busyCount, "still being written"),
        ]
        let news = parts.filter { $0.0 > 0 }.map { count, what in "\(count) \(what)" }
        var rest = news.isEmpty ? "nothing new" : news.joined(separator: ", ")
        if report.passedOverCount > 0 { rest += "; \(report.passedOverCount) left out by a rule" }
        return "checked \(Wording.count(report.fileCount, of: "file")), \(rest)"
    }
}
