import OpenPhotoKit

/// The last lines of a check: what was looked at, and what could not be.
struct CheckConclusion {
    private let report: LibraryCheckReport
    /// The number of findings that are none any more.
    private let repaired: Int

    init(_ report: LibraryCheckReport, repaired: Int) {
        self.report = report
        self.repaired = repaired
    }

    func show(json: Bool, _ library: PHPhotoLibrary) throws {
        guard !json else { return showJSON() }
        Output.shared.sentence(summary)
        for remote in report.unansweredRemotes {
            Output.shared.complain(
                Table.printable(
                    "\(Wording.count(remote.fileCount, "file")) that \(remote.fileCount == 1 ? "is" : "are") said to be in the remote \(remote.name) alone could not be looked for: \(remote.reason)"
                )
            )
        }
        for gap in report.sourceGaps { Output.shared.sentence(Table.printable(Self.sentence(gap))) }
        if let sentence = ForgottenFiles(report.forgottenFiles).sentence {
            Output.shared.sentence(sentence)
        }
        let count = report.elsewhereFileCount
        guard count > 0 else { return }
        let commands = try library.remotes().map {
            "\"photokit remote check \(Table.printable($0.name))\""
        }
        Output.shared.sentence(
            "\(Wording.count(count, "file")) \(count == 1 ? "is" : "are") in remotes alone. To check \(count == 1 ? "it" : "them"): \(commands.joined(separator: ", "))."
        )
    }

    private var summary: String {
        let outcome =
            if !report.findings.isEmpty {
                repaired == 0
                    ? Wording.count(report.findings.count, "finding")
                    : "\(Wording.count(report.findings.count, "finding")) left, \(repaired) repaired"
            } else if repaired > 0 {
                "\(Wording.count(repaired, "finding")) repaired, none left"
            } else if report.unansweredRemotes.isEmpty, report.sourceGaps.isEmpty {
                "Nothing found"
            } else {
                "No damage found, but not every file was there to be looked at"
            }
        return
            "\(outcome): checked \(PhotoCount.text(report.assetCount)), "
            + "\(Wording.count(report.albumCount, "album")) and \(Wording.count(report.folderCount, "folder")), "
            + "\(Wording.count(report.fileCount, "file")) (\(Wording.bytes(report.byteCount))\(report.hasReadBytes ? ", all read" : "")), "
            + "\(Wording.count(report.changeCount, "change"))."
    }

    private static func sentence(_ gap: LibraryCheckReport.SourceGap) -> String {
        let (files, path) = (Wording.count(gap.fileCount, "file"), gap.url.path)
        guard !gap.isOffline else {
            return
                "The source \(path) is offline: \(files) of photos \(gap.fileCount == 1 ? "was" : "were") not looked for."
        }
        let example = gap.example.map { ", such as \($0.path)" } ?? ""
        return
            "\(files) of the source \(path) \(gap.fileCount == 1 ? "is" : "are") not there\(example). \"photokit source sweep\" finds what was moved."
    }

    private func showJSON() {
        let report = report
        Output.shared.line(
            .object([
                ("event", "finished"), ("findings", JSON(report.findings.count)),
                ("repaired", JSON(repaired)),
                ("isDamaged", JSON(report.isDamaged)), ("assets", JSON(report.assetCount)),
                ("collections", JSON(report.collectionCount)),
                ("files", JSON(report.fileCount)),
                ("filesElsewhere", JSON(report.elsewhereFileCount)),
                (
                    "unansweredRemotes",
                    .list(
                        report.unansweredRemotes.map { remote in
                            .object([
                                ("remote", JSON(remote.name)), ("files", JSON(remote.fileCount)),
                                ("reason", JSON(remote.reason)),
                            ])
                        }
                    )
                ),
                (
                    "sourceGaps",
                    .list(
                        report.sourceGaps.map { gap in
                            .object([
                                ("source", JSON(gap.url.path)), ("isOffline", JSON(gap.isOffline)),
                                ("files", JSON(gap.fileCount)),
                                ("example", JSON(gap.example?.path)),
                            ])
                        }
                    )
                ),
                (
                    "forgottenFiles",
                    .list(
                        report.forgottenFiles.map { file in
                            .object([
                                ("identifier", JSON(file.localIdentifier)),
                                ("filename", JSON(file.filename)),
                                ("isInRemote", JSON(file.isInRemote)),
                            ])
                        }
                    )
                ),
                ("bytes", JSON(report.byteCount)), ("changes", JSON(report.changeCount)),
                ("hasReadBytes", JSON(report.hasReadBytes)),
            ])
        )
    }
}
