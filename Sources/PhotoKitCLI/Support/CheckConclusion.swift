import OpenPhotoKit
import PhotosBase

/// The last lines of a check: what was looked at, and what could not be.
struct CheckConclusion {
    private let report: LibraryCheckReport
    /// The number of findings that are none any more.
    private let repaired: Int
    /// The number of files that a repair brought back.
    private let healed: Int
    /// Whether a repair was tried before, so that nobody is advised to try it.
    private let triedRepair: Bool

    init(_ report: LibraryCheckReport, repaired: Int, healed: Int, triedRepair: Bool) {
        self.report = report
        self.repaired = repaired
        self.healed = healed
        self.triedRepair = triedRepair
    }

    func showConclusion(json: Bool, in library: PHPhotoLibrary) throws {
        guard !json else { return showJSON() }
        Output.shared.writeSentence(summary)
        for remote in report.unansweredRemotes {
            Output.shared.complain(Table.printableText(unansweredSentence(about: remote)))
        }
        for gap in report.sourceGaps {
            for sentence in Self.gapSentences(about: gap) {
                Output.shared.writeSentence(Table.printableText(sentence))
            }
        }
        let forgotten = ForgottenFiles(report.forgottenFiles, triedRepair: triedRepair)
        if let sentence = forgotten.sentence {
            Output.shared.writeSentence(sentence)
        }
        let count = report.elsewhereFileCount
        guard count > 0 else { return }
        let commands = try library.remotes().checkCommands
        Output.shared.writeSentence(
            "\(Wording.count(count, of: "file")) \(count == 1 ? "is" : "are") in remotes alone. To check \(count == 1 ? "it" : "them"): \(commands)."
        )
    }

    /// Says which files could not be looked for in a remote.
    private func unansweredSentence(about remote: LibraryCheckReport.UnansweredRemote) -> String {
        let files = Wording.count(remote.fileCount, of: "file")
        // Two remotes that do not answer may be said to have the same files.
        guard report.unansweredRemotes.count > 1 else {
            return
                "\(files) that \(remote.fileCount == 1 ? "is" : "are") said to be in the remote \(remote.name) alone could not be looked for: \(remote.reason)"
        }
        return
            "\(files) that no remote which can be asked has \(remote.fileCount == 1 ? "is" : "are") said to be in the remote \(remote.name): \(remote.reason)"
    }

    private var summary: String {
        let outcome =
            if !report.findings.isEmpty {
                repaired == 0
                    ? Wording.count(report.findings.count, of: "finding")
                    : "\(Wording.count(report.findings.count, of: "finding")) left, \(repaired) repaired"
            } else if repaired > 0 {
                "\(Wording.count(repaired, of: "finding")) repaired, none left"
            } else if report.unansweredRemotes.isEmpty, report.sourceGaps.isEmpty {
                healed == 0 ? "Nothing found" : "Nothing else found"
            } else {
                report.sourceGaps.contains { $0.fileCount > 0 } || !report.unansweredRemotes.isEmpty
                    ? "No damage found, but not every file was there to be looked at"
                    : "No damage found, but some files have changed"
            }
        return
            "\(outcome): checked \(PhotoCount.text(report.assetCount)), "
            + "\(Wording.count(report.albumCount, of: "album")) and \(Wording.count(report.folderCount, of: "folder")), "
            + "\(Wording.count(report.fileCount, of: "file")) (\(Wording.formattedBytes(report.byteCount))\(allRead)), \(sources)"
            + "\(Wording.count(report.changeCount, of: "change"))."
    }

    private var allRead: String { report.hasReadBytes ? ", all read" : "" }

    /// The files in sources; empty without any.
    private var sources: String {
        guard report.sourceFileCount > 0 else { return "" }
        return
            "\(Wording.count(report.sourceFileCount, of: "file")) in sources (\(Wording.formattedBytes(report.sourceByteCount))\(allRead)), "
    }

    private static func gapSentences(about gap: LibraryCheckReport.SourceGap) -> [String] {
        [
            gap.fileCount > 0 ? missingFilesSentence(about: gap) : nil,
            gap.changedFiles.isEmpty ? nil : changedFilesSentence(about: gap),
        ].compactMap(\.self)
    }

    private static func changedFilesSentence(about gap: LibraryCheckReport.SourceGap) -> String {
        let (count, names) = (gap.changedFiles.count, gap.changedFiles.map(\.path))
        return
            "\(Wording.count(count, of: "file")) of the source \(gap.url.path) \(count == 1 ? "has" : "have") other bytes than at the last sweep, with another size or date: \(Wording.nameList(names)). \"photokit source sweep\" takes the change up."
    }

    private static func missingFilesSentence(about gap: LibraryCheckReport.SourceGap) -> String {
        let (files, path) = (Wording.count(gap.fileCount, of: "file"), gap.url.path)
        guard !gap.isOffline else {
            return
                "The source \(path) is offline: \(files) of photos \(gap.fileCount == 1 ? "was" : "were") not looked for."
        }
        let example = gap.example.map { ", such as \($0.path)" } ?? ""
        return
            "\(files) of the source \(path) \(gap.fileCount == 1 ? "is" : "are") not there\(example). \"photokit source sweep\" finds what was moved, and \"photokit check --repair --from FOLDER\" copies what is lost from a folder that has it.\(remotes(of: gap))"
    }

    /// Says which remotes have files that a source has not any more, and how they come from there.
    private static func remotes(of gap: LibraryCheckReport.SourceGap) -> String {
        let remotes = gap.inRemotes.sorted { $0.key < $1.key }.map { name, count in
            gap.fileCount == 1
                ? "The remote \(name) has it" : "The remote \(name) has \(count) of them"
        }
        guard !remotes.isEmpty else { return "" }
        let fetch = remotes.count == 1 && gap.fileCount == 1 ? "it" : "what remotes have"
        return
            " \(remotes.joined(separator: ". ")): \"photokit remote fetch\" brings \(fetch) after a sweep."
    }

    private static func fileCounts(_ counts: [String: Int]) -> JSON {
        .object(counts.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })
    }

    private func showJSON() {
        let report = report
        Output.shared.writeLine(
            .object([
                ("event", "finished"), ("findings", JSON(report.findings.count)),
                ("repaired", JSON(repaired)),
                ("isDamaged", JSON(report.isDamaged)), ("assets", JSON(report.assetCount)),
                ("collections", JSON(report.collectionCount)),
                ("files", JSON(report.fileCount)),
                ("sourceFiles", JSON(report.sourceFileCount)),
                ("sourceBytes", JSON(report.sourceByteCount)),
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
                                ("inRemotes", Self.fileCounts(gap.inRemotes)),
                                ("changed", JSON(gap.changedFiles.map(\.path))),
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
                                ("hasCopy", JSON(file.hasCopy)),
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
