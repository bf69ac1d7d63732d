import Foundation
import OpenPhotoKit

/// Prints the events of an export.
struct ExportReporter: Sendable {
    let json: Bool
    let report: FileReport?
    let paths: TypedPaths
    private let complaints = RepeatedComplaints()

    init(json: Bool, report: FileReport?, paths: TypedPaths) {
        self.json = json
        self.report = report
        self.paths = paths
    }

    func showEvent(_ event: LibraryExport.Event) {
        report?.addLine(ReportLine(event))
        if json { return showJSON(event) }
        switch event {
        case .progress(let progress): Output.shared.showStatus(Self.progressSentence(progress))
        case .failed(let name, let identifier, let reason):
            complaints.complain(
                "\(Wording.shortIdentifier(identifier)) (\(Table.printableText(name))) was not exported",
                because: reason
            )
        case .kept(let url, _, let reason), .remains(let url, _, let reason),
            .unreadableSidecar(let url, _, let reason), .givenUp(let url, _, let reason):
            Output.shared.complain("\(paths.shownPath(of: url)): \(reason)")
        case .leftOut(let title, _, let reason):
            Output.shared.complain("\(Table.printableText(title)): \(reason)")
        case .deleted(let url, _, let isRemoved):
            Output.shared.clearStatus()
            Output.shared.writeLine(
                "\(isRemoved ? "removed" : "deleted")  \(paths.shownPath(of: url))"
            )
        case .written, .present, .moved, .unchanged: break
        }
    }

    private func showJSON(_ event: LibraryExport.Event) {
        switch event {
        case .unchanged, .progress: return
        default: Output.shared.writeLine(JSON(encoding: event))
        }
    }

    static func progressSentence(_ progress: LibraryExport.Progress) -> String {
        var parts = [
            "\(progress.assetsDone) of \(Wording.count(progress.assetsTotal, of: "photo"))",
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

    func showReport(
        _ report: LibraryExport.Report,
        in folder: URL,
        options: LibraryExport.Options,
        isMetadataChosen: Bool
    ) {
        guard !json else { return Output.shared.writeLine(JSON(encoding: report)) }
        Output.shared.clearStatus()
        complaints.writeSummary("were not exported")
        var sentence =
            "Exported \(Wording.count(report.writtenCount, of: "file")) to \(paths.shownPath(of: folder))"
        if report.sidecarCount > 0 {
            sentence += ", with \(Wording.count(report.sidecarCount, of: "sidecar"))"
        }
        if report.albumFileCount > 0 {
            sentence += ", \(report.albumFileCount) in folders of albums"
        }
        if report.movedCount > 0 { sentence += ", \(report.movedCount) moved" }
        if report.presentCount > 0 {
            sentence += ", \(report.presentCount) there already, sidecars included"
        }
        if report.removedCount > 0 { sentence += ", \(report.removedCount) removed" }
        if report.keptCount > 0 { sentence += ", \(report.keptCount) kept" }
        if report.givenUpCount > 0 {
            sentence += ", \(report.givenUpCount) that the library has no more"
        }
        Output.shared.writeSentence(sentence + ".")
        let left = report.deletedCount - report.removedCount
        if left > 0 {
            Output.shared.writeSentence(
                "\(Wording.count(left, of: "file")) of what the library has deleted since \(left == 1 ? "is" : "are") still there; --delete-removed removes \(left == 1 ? "it, unless another program wrote or changed it" : "them, except those that another program wrote or changed")."
            )
        }
        if report.unstatedAssetCount > 0, !isMetadataChosen {
            let count = report.unstatedAssetCount
            Output.shared.writeSentence(
                "The exported files lack what people said about \(Wording.count(count, of: "photo or video", plural: "photos and videos")): captions, keywords, ratings, dates or places. --sidecars writes \(count == 1 ? "a sidecar beside it" : "sidecars beside them"), --embed writes into \(count == 1 ? "its copy" : "their copies")."
            )
        }
        for (name, count) in report.losses.sorted(by: { $0.key < $1.key }) {
            Output.shared.writeSentence(
                "\(Wording.count(count, of: "file")) cannot state the \(name) of the photo in a sidecar; the manifest has it."
            )
        }
        if let url = report.manifestURL {
            let lost =
                Self.failureTexts(count: report.failedCount)
                + Self.lostKinds(in: report, options: options)
            Output.shared.writeSentence(
                "\"photokit import\" restores this from \(Table.printableText(url.lastPathComponent)), except \(lost.dropLast().joined(separator: ", ")) and \(lost.last ?? "")."
            )
        }
        if report.wasCancelled {
            Output.shared.complain(
                "The export was stopped. Run the same command again to export the other files."
            )
        }
    }

    /// Returns the files that the export lacks, in words.
    static func failureTexts(count: Int) -> [String] {
        count == 0 ? [] : ["the \(Wording.count(count, of: "file")) that could not be exported"]
    }

    /// Returns what an import of the export does not bring back, in the words of `Documentation/Export.md`.
    private static func lostKinds(
        in report: LibraryExport.Report,
        options: LibraryExport.Options
    ) -> [String] {
        var lost = ["identifiers", "the history", "access decisions", "dates of albums"]
        if options.versions != .both { lost.append("edits") }
        if options.metadata == .embedded { lost.append("the exact bytes of originals") }
        if options.withheld.contains(.places) { lost.append("places") }
        if options.withheld.contains(.persons) { lost.append("persons") }
        if report.leftOutCount > 0 { lost.append("smart albums") }
        return lost
    }
}
