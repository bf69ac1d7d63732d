import Foundation
import OpenPhotoKit
import PhotosBase

/// Prints what happens with remotes.
struct RemoteReporter: Sendable {
    let json: Bool

    // MARK: Bringing a remote up to date

    func showProgress(_ progress: LibraryRemote.Progress, of remote: LibraryRemote) {
        Output.shared.showStatus(
            "\(Table.printableText(remote.name)): \(progress.done.count) of \(Wording.count(progress.total.count, of: "file")), \(Wording.formattedBytes(progress.done.byteCount)) of \(Wording.formattedBytes(progress.total.byteCount))"
        )
    }

    func complain(_ sentence: String, of remote: LibraryRemote) {
        guard json else { return Output.shared.complain("\(remote.name): \(sentence)") }
        Output.shared.writeLine(
            .object([
                ("event", "failed"), ("remote", JSON(remote.name)), ("reason", JSON(sentence)),
            ])
        )
    }

    func showReport(_ report: LibraryRemote.Report, of remote: LibraryRemote) {
        Output.shared.clearStatus()
        if json { return concludeJSON(report, of: remote) }
        for refusal in report.refusals {
            complain("\(Wording.count(refusal.count, of: "file")): \(refusal.sentence)", of: remote)
        }
        var parts = ["sent \(Self.amountText(report.sent))"]
        if report.proved.count > 0 {
            parts.append(
                "read back \(Self.amountText(report.proved)) that \(report.proved.count == 1 ? "was" : "were") there"
            )
        }
        if report.lostCount > 0 { parts.append("found \(report.lostCount) lost") }
        if report.removed.count > 0 { parts.append("removed \(Self.amountText(report.removed))") }
        if let database = report.database {
            parts.append("sent \(Wording.formattedBytes(database.byteCount)) of the database")
        }
        if report.released.count > 0 {
            parts.append("let \(Self.amountText(report.released)) leave this disk")
        }
        Output.shared.writeSentence(
            "\(Table.printableText(remote.name)): \(parts.joined(separator: ", "))."
        )
        for name in report.removedDatabaseNames {
            complain(
                "The copy of the database \(name) was not whole, and was removed. A newer one is whole.",
                of: remote
            )
        }
        if report.unfetched.count > 0 {
            let isOne = report.unfetched.count == 1
            complain(
                "This disk is full. \(Self.amountText(report.unfetched)) that other remotes have \(isOne ? "was" : "were") not sent, because \(isOne ? "it has" : "they have") no room here to come back. Free some space, and run \"photokit remote sync \(ShellWord.operand(remote.name))\" again.",
                of: remote
            )
        }
        if let reason = report.endReason { complain(reason, of: remote) }
        for obstacle in report.releaseObstacles { Output.shared.complain(obstacle) }
    }

    /// Shows what left this disk after several remotes, the last of which could not be brought up to date.
    func showSpaceReport(_ report: LibrarySpaceReport) {
        guard !json else {
            return Output.shared.writeLine(
                .object([
                    ("event", "released"), ("releasedFiles", JSON(report.released.count)),
                    ("releasedBytes", JSON(report.released.byteCount)),
                    ("releaseObstacles", JSON(report.obstacles)),
                    ("missingBytes", JSON(report.missingByteCount)),
                    ("stuckBytes", JSON(report.stuckByteCount)),
                ])
            )
        }
        if report.released.count > 0 {
            Output.shared.writeSentence("\(Self.amountText(report.released)) left this disk.")
        }
        for obstacle in report.obstacles { Output.shared.complain(obstacle) }
    }

    /// Says that files stay which should leave this disk, and why.
    func complain(stuck byteCount: Int64, reasons: [String]) {
        guard !json else { return }
        let sentences =
            ["\(Wording.formattedBytes(byteCount)) more should leave, but stay."] + reasons
        Output.shared.complain(sentences.joined(separator: " "))
    }

    private func concludeJSON(_ report: LibraryRemote.Report, of remote: LibraryRemote) {
        Output.shared.writeLine(
            .object([
                ("event", "synced"), ("remote", JSON(remote.name)),
                ("sentFiles", JSON(report.sent.count)), ("sentBytes", JSON(report.sent.byteCount)),
                ("provedFiles", JSON(report.proved.count)), ("lostFiles", JSON(report.lostCount)),
                ("removedFiles", JSON(report.removed.count)),
                ("unfetchedFiles", JSON(report.unfetched.count)),
                ("removedDatabases", JSON(report.removedDatabaseNames)),
                ("releasedFiles", JSON(report.released.count)),
                ("releasedBytes", JSON(report.released.byteCount)),
                ("releaseObstacles", JSON(report.releaseObstacles)),
                ("stuckBytes", JSON(report.stuckByteCount)),
                ("databaseBytes", JSON(report.database?.byteCount)),
                ("refusals", Self.problemList(report.refusals)),
                ("endProblem", JSON(report.endProblem?.rawValue)),
                ("endReason", JSON(report.endReason)),
            ])
        )
    }

    // MARK: Space

    func showSpace(
        rule: LibrarySpaceRule?,
        use: LibrarySpaceUse,
        freed report: LibrarySpaceReport?,
        unfreed reasons: [String] = []
    ) {
        guard !json else {
            return Output.shared.writeLine(
                .object([
                    ("space", JSON(rule?.byteCount)), ("copies", JSON(rule?.copies)),
                    ("proofDays", JSON(rule?.proofDays)),
                    ("localFiles", JSON(use.local.count)),
                    ("localBytes", JSON(use.local.byteCount)),
                    ("elsewhereFiles", JSON(use.elsewhere.count)),
                    ("elsewhereBytes", JSON(use.elsewhere.byteCount)),
                    ("lostFiles", JSON(use.lost.count)),
                    ("lostBytes", JSON(use.lost.byteCount)),
                    ("forgottenFiles", JSON(use.forgotten.count)),
                    ("forgottenBytes", JSON(use.forgotten.byteCount)),
                    ("absentFiles", JSON(use.missing.count)),
                    ("pinnedFiles", JSON(use.pinned.count)),
                    ("pinnedBytes", JSON(use.pinned.byteCount)),
                    ("releasedFiles", JSON(report?.released.count)),
                    ("releasedBytes", JSON(report?.released.byteCount)),
                    ("missingBytes", JSON(report?.missingByteCount)),
                    ("stuckBytes", JSON(report?.stuckByteCount)),
                    ("obstacles", report.map { JSON($0.obstacles) } ?? .null),
                ])
            )
        }
        if let report {
            Output.shared.writeSentence("\(Self.amountText(report.released)) left this disk.")
            for obstacle in report.obstacles { Output.shared.complain(obstacle) }
            if report.missingByteCount > 0 {
                complain(stuck: report.missingByteCount, reasons: reasons)
            }
        }
        Output.shared.writeSentence("On this disk: \(Self.amountText(use.local)).")
        Output.shared.writeSentence("In remotes alone: \(Self.amountText(use.elsewhere)).")
        if use.lost.count > 0 {
            Output.shared.writeSentence(
                "Lost: \(Self.amountText(use.lost)) that left this disk, and that no remote had at the last look. \"photokit check\" names \(Wording.them(use.lost.count))."
            )
        }
        if use.missing.count > 0 {
            Output.shared.writeSentence(
                "Missing: \(Self.amountText(use.missing)) that should be on this disk. \"photokit check\" names \(Wording.them(use.missing.count))."
            )
        }
        if use.forgotten.count > 0 {
            Output.shared.writeSentence(
                "Not here, in folders of forgotten sources: \(Self.amountText(use.forgotten)). \"photokit check\" names \(Wording.them(use.forgotten.count))."
            )
        }
        if use.pinned.count > 0 {
            Output.shared.writeSentence("Pinned: \(Self.amountText(use.pinned)).")
        }
        guard let rule else {
            return Output.shared.writeSentence(
                "No file leaves this disk: there is no rule for space."
            )
        }
        let remotes = rule.copies == 1 ? "a remote" : "\(rule.copies) remotes"
        Output.shared.writeSentence(
            "Rule: at most \(Wording.formattedBytes(rule.byteCount)); a file leaves only if \(remotes) gave it back within the last \(Wording.count(rule.proofDays, of: "day"))."
        )
    }

    // MARK: Status

    private static func completeSentence(
        for status: LibraryRemote.Status,
        name: String
    ) -> String {
        let whole =
            status.sourceAssetCount > 0
            ? "all of the library's own files"
            : status.forgottenFileCount > 0
                ? "every file that the library can reach" : "everything"
        let proof = status.oldestProofDate.map {
            ", each read back since \(Wording.formattedDate($0))"
        }
        return
            "\(name) has \(whole), as far as the last sync saw: \(amountText(status.proved))\(proof ?? "")."
    }

    /// Shows how much a remote has.
    ///
    /// - Parameters:
    ///   - status: The status of the remote.
    ///   - remote: The remote.
    ///   - forgotten: The files of forgotten sources.
    func showStatus(
        _ status: LibraryRemote.Status,
        of remote: LibraryRemote,
        forgotten: ForgottenFiles
    ) {
        guard !json else {
            return Output.shared.writeLine(
                .object([
                    ("remote", JSON(remote.name)), ("address", JSON(remote.address)),
                    ("isEncrypted", JSON(remote.encryptionKeyURL != nil)),
                    ("isComplete", JSON(status.isComplete)),
                    ("sourceAssets", JSON(status.sourceAssetCount)),
                    ("forgottenFiles", JSON(status.forgottenFileCount)),
                    ("wantedFiles", JSON(status.wanted.count)),
                    ("wantedBytes", JSON(status.wanted.byteCount)),
                    ("provedFiles", JSON(status.proved.count)),
                    ("provedBytes", JSON(status.proved.byteCount)),
                    ("refusedFiles", JSON(status.refused.count)),
                    ("unneededFiles", JSON(status.unneeded.count)),
                    ("oldestProof", JSON(status.oldestProofDate)),
                    ("adoptedDate", JSON(remote.adoptedDate)),
                    ("databaseDate", JSON(remote.databaseDate)),
                    ("isDatabaseCurrent", JSON(status.isDatabaseCurrent)),
                    ("problems", Self.problemList(status.problems)),
                    ("doubt", JSON(status.doubt)),
                ])
            )
        }
        let encrypted = remote.encryptionKeyURL == nil ? "" : ", encrypted"
        let name = Table.printableText("\(remote.name) (\(remote.address)\(encrypted))")
        Output.shared.writeSentence(
            status.isComplete
                ? Self.completeSentence(for: status, name: name)
                : "\(name) has \(Self.amountText(status.proved)) of \(Self.amountText(status.wanted)), as far as the last sync read \(Wording.them(status.wanted.count)) back."
        )
        if !status.isDatabaseCurrent {
            Output.shared.writeSentence(
                remote.databaseDate.map {
                    "  Its copy of the database is older than the last change: \(Wording.formattedDate($0))."
                } ?? "  It has no copy of the database yet."
            )
        }
        if status.sourceAssetCount > 0 {
            Output.shared.writeSentence(
                "  Not in the remote: \(Wording.count(status.sourceAssetCount, of: "photo or video", plural: "photos and videos")) whose files stay in sources. A remote that was added with \"--with-sources\" gets such files, too."
            )
        }
        if let sentence = forgotten.sentence(besides: remote) {
            Output.shared.writeSentence("  \(sentence)")
        }
        if let doubt = status.doubt {
            Output.shared.writeSentence("  \(Table.printableText(doubt))")
        }
        for problem in status.problems {
            Output.shared.writeSentence(
                "  \(Wording.count(problem.count, of: "file")): \(Table.printableText(problem.sentence))"
            )
        }
        if status.unneeded.count > 0 {
            let isOne = status.unneeded.count == 1
            let unneeded =
                "  \(Self.amountText(status.unneeded)) in the remote \(isOne ? "is" : "are") not needed any more, since no file of the library has \(isOne ? "its" : "their") bytes"
            Output.shared.writeSentence(
                remote.adoptedDate.map { date in
                    "\(unneeded). Those that this copy of the library stored are removed after 30 days. Those that were there on \(Wording.formattedDate(date)) stay. If no other copy of the library uses them, run \"photokit remote adopt \(ShellWord.operand(remote.name, "--other-is-gone"))\"."
                }
                    ?? "\(unneeded), and \(isOne ? "is" : "are") removed after 30 days."
            )
        }
    }

    // MARK: Checking

    func showCheck(_ report: LibraryRemote.CheckReport, of remote: LibraryRemote, wasRead: Bool) {
        guard !json else {
            return Output.shared.writeLine(
                .object([
                    ("event", "checked"), ("remote", JSON(remote.name)),
                    ("wholeFiles", JSON(report.whole.count)),
                    ("wholeBytes", JSON(report.whole.byteCount)),
                    ("lostFiles", JSON(report.lostCount)),
                    ("unsentFiles", JSON(report.unsentCount)),
                    ("filesWithoutCopy", JSON(report.namesWithoutCopy)),
                    ("unprovedFiles", JSON(report.unproved.count)),
                    ("orphans", JSON(report.orphans.count)),
                    ("orphanBytes", JSON(report.orphans.byteCount)),
                    ("orphanNames", JSON(report.orphanNames)),
                    ("databases", JSON(report.databaseCount)),
                    ("brokenDatabases", JSON(report.brokenDatabaseNames)),
                ])
            )
        }
        // Files that were not read back yet are there, too, as after a remote was adopted.
        let count = report.whole.count + report.unproved.count
        let byteCount = report.whole.byteCount + report.unproved.byteCount
        Output.shared.writeSentence(
            "\(Table.printableText(remote.name)): \(Wording.count(count, of: "file")) (\(Wording.formattedBytes(byteCount))) \(Self.conditionText(of: count, wasRead: wasRead)), and \(Wording.count(report.databaseCount, of: "copy", plural: "copies")) of the database."
        )
        showLosses(report)
        if report.unproved.count > 0 {
            Output.shared.writeSentence(
                report.unproved.count == 1
                    ? "\(Self.amountText(report.unproved)) in the remote was not read back yet. \"photokit remote sync\" reads it."
                    : "\(Self.amountText(report.unproved)) in the remote were not read back yet. \"photokit remote sync\" reads them."
            )
        }
        if !report.hasDatabase {
            Output.shared.complain(
                "No library can be rebuilt from it without a copy of the database. \"photokit remote sync\" stores one."
            )
        }
        for name in report.brokenDatabaseNames {
            Output.shared.complain(
                "The copy of the database \(name) is not whole. \"photokit remote sync\" removes it when a newer one is whole."
            )
        }
        if report.orphans.count > 0 {
            Output.shared.writeSentence(
                "\(Self.amountText(report.orphans)) in the remote \(report.orphans.count == 1 ? "belongs" : "belong") to no file of the library, such as \(report.orphanNames.first ?? ""), and \(report.orphans.count == 1 ? "is" : "are") left alone."
            )
        }
    }

    private static func conditionText(of count: Int, wasRead: Bool) -> String {
        switch (count == 1, wasRead) {
        case (true, true): "was read back and is whole"
        case (true, false): "is there with its size"
        case (false, true): "were read back and are whole"
        case (false, false): "are there with their sizes"
        }
    }

    private func showLosses(_ report: LibraryRemote.CheckReport) {
        let (lost, unsent, names) = (
            report.lostCount, report.unsentCount, report.namesWithoutCopy
        )
        if lost > 0 {
            Output.shared.complain(
                "\(Wording.count(lost, of: "file")) \(lost == 1 ? "is" : "are") lost there."
            )
        }
        if unsent > 0 {
            Output.shared.complain(
                "\(Wording.count(unsent, of: "file")) of the library \(unsent == 1 ? "is" : "are") not there."
            )
        }
        let sendable = lost + unsent - names.count
        if sendable > 0 {
            Output.shared.complain(
                "\"photokit remote sync\" sends \(names.isEmpty ? (sendable == 1 ? "it" : "them") : "\(sendable) of them"), or says why not."
            )
        }
        guard !names.isEmpty else { return }
        Output.shared.complain(
            "\(Wording.count(names.count, of: "file")) \(names.count == 1 ? "is" : "are") neither there, nor on this disk, nor in another remote: \(Table.printableText(Wording.nameList(names))). To bring \(names.count == 1 ? "it" : "them") back, run \"photokit check --repair --from FOLDER\" with a folder that has \(names.count == 1 ? "it" : "them"), or import \(names.count == 1 ? "it" : "them") again."
        )
    }

    // MARK: Restoring

    func showRestore(_ report: LibraryRemote.RestoreReport, at url: URL) {
        Output.shared.clearStatus()
        for finding in report.findings where !json {
            Output.shared.complain("\(finding.message) (\(finding.subject))")
        }
        if !report.damagedCopies.isEmpty, !json {
            Output.shared.complain(
                "Damaged in the remote: \(Wording.count(report.damagedCopies.count, of: "newer copy", plural: "newer copies")) of the database (\(report.damagedCopies.joined(separator: ", "))). The newest whole copy was restored, without later changes."
            )
        }
        guard !json else {
            for finding in report.findings {
                Output.shared.writeLine(
                    .object([
                        ("event", "finding"), ("code", JSON(finding.code)),
                        ("place", JSON(finding.subject)), ("message", JSON(finding.message)),
                    ])
                )
            }
            return Output.shared.writeLine(
                .object([
                    ("event", "restored"), ("path", JSON(url.path)),
                    ("files", JSON(report.fileCount)), ("bytes", JSON(report.byteCount)),
                    ("inSources", JSON(report.inSourcesCount)),
                    ("forgotten", JSON(report.forgottenFilenames)),
                    ("findings", JSON(report.findings.count)),
                    ("damagedCopies", JSON(report.damagedCopies)),
                ])
            )
        }
        Output.shared.writeSentence(
            "Restored \(Wording.count(report.fileCount, of: "file")) (\(Wording.formattedBytes(report.byteCount))) to \(url.path)."
        )
        if report.inSourcesCount > 0 {
            Output.shared.writeSentence(
                "\(Wording.count(report.inSourcesCount, of: "file")) \(report.inSourcesCount == 1 ? "stays" : "stay") in sources. \"photokit source sweep\" finds \(Wording.them(report.inSourcesCount)) again."
            )
        }
        let forgotten = report.forgottenFilenames
        if !forgotten.isEmpty {
            Output.shared.writeSentence(
                Table.printableText(
                    "Not in the remote: \(Wording.count(forgotten.count, of: "file of a forgotten source", plural: "files of forgotten sources")): \(Wording.nameList(forgotten)). In the restored library, \"photokit source add FOLDER\" with \(forgotten.count == 1 ? "its" : "their") folder gives \(Wording.them(forgotten.count)) back."
                )
            )
        }
    }

    private static func amountText(_ amount: LibraryRemote.Amount) -> String {
        "\(Wording.count(amount.count, of: "file")) (\(Wording.formattedBytes(amount.byteCount)))"
    }

    private static func problemList(_ problems: [LibraryRemote.Problem]) -> JSON {
        .list(
            problems.map {
                .object([("reason", JSON($0.sentence)), ("files", JSON($0.count))])
            }
        )
    }
}
