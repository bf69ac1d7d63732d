import ArgumentParser
import OpenPhotoKit

/// The command `photokit backup`.
struct Backup: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copies the library to a folder, or updates an earlier copy.",
        discussion: """
            The library stays usable. The copy is a library: open it with --library, or copy its folder back to \
            restore it, after all programs that use the library have ended. Every file is compared with its checksum. \
            If files of the library are lost, photokit prints their names and exits with code 1. An earlier copy keeps \
            its versions of lost files; "check --repair --from" restores them. An interrupted backup continues at the \
            next call. Commands that write refuse a backup where it was made, because no later backup could be made \
            there; --as-library makes it a library of its own.

            Files in sources are only counted. With --with-sources they are copied, too, with the sidecars and \
            settings files beside them, and the copy needs no source. If a source is offline, or if a file was \
            changed since the last sweep or cannot be read, photokit prints its name and exits with code 1. A later \
            backup without --with-sources keeps the source files in the copy, and adds none.

            A backup that has changes which this library does not know is refused, as after the library was restored \
            from an older state. With --older it is written over, and what only it has moves to a folder "newer-DATE" \
            inside it.

            EXAMPLES:
              photokit backup /media/backup/Photos.photolib
              photokit backup /media/backup/Photos.photolib --with-sources
              photokit backup /media/backup/Photos.photolib --read
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Flag(
        help: "Read all files that are already in the backup, and copy damaged ones again."
    )
    var read = false

    @Flag(help: "Also copy the files of photos that stay in sources, and the sidecars beside them.")
    var withSources = false

    @Flag(help: "Write over a backup that is newer than this library, and keep what only it has.")
    var older = false

    @Argument(
        help: ArgumentHelp(
            "The folder of the backup: a new folder or an earlier backup.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var destination: String

    func validate() throws { try PathArgument.checkPaths([destination]) }

    func run(in library: PHPhotoLibrary) async throws {
        let url = URL(fileURLWithPath: destination, isDirectory: true)
        let report = try await Fault.inOutput {
            try await Interruption.cancelling {
                try await library.backUp(
                    to: url,
                    readingAll: read,
                    withSources: withSources,
                    overNewer: older
                ) { done, total in
                    Output.shared.showStatus(
                        "Backed up \(Wording.formattedBytes(done)) of \(Wording.formattedBytes(total))"
                    )
                }
            }
        }
        Output.shared.clearStatus()
        for finding in report.findings {
            guard output.json else {
                Output.shared.complain(
                    Table.printableText("\(finding.message) (\(finding.subject))")
                )
                continue
            }
            Output.shared.writeLine(
                .object([
                    ("event", "finding"), ("code", JSON(finding.code)),
                    ("place", JSON(finding.subject)), ("message", JSON(finding.message)),
                ])
            )
        }
        showReport(report, at: url)
        if !report.findings.isEmpty { throw ExitStatus.refused }
    }

    private func showReport(_ report: LibraryBackupReport, at url: URL) {
        guard !output.json else {
            for part in report.leftOut {
                Output.shared.writeLine(
                    .object([
                        ("event", "leftOut"), ("source", JSON(part.source?.path)),
                        ("assets", JSON(part.assetCount)), ("files", JSON(part.fileCount)),
                        ("bytes", JSON(part.byteCount)),
                        ("missingFiles", JSON(part.missingFileCount)),
                        ("sidecars", JSON(part.sidecarCount)),
                    ])
                )
            }
            return Output.shared.writeLine(
                .object([
                    ("event", "finished"), ("path", JSON(url.path)),
                    ("files", JSON(report.fileCount)), ("bytes", JSON(report.byteCount)),
                    ("copiedFiles", JSON(report.copiedFileCount)),
                    ("copiedBytes", JSON(report.copiedByteCount)),
                    ("removedFiles", JSON(report.removedFileCount)),
                    ("keptFiles", JSON(report.keptFileCount)),
                    ("kept", JSON(report.keptURL?.path)),
                    ("findings", JSON(report.findings.count)),
                    ("leftOutAssets", JSON(report.leftOut.reduce(0) { $0 + $1.assetCount })),
                    ("leftOutBytes", JSON(report.leftOut.reduce(0) { $0 + $1.byteCount })),
                    ("elsewhereFiles", JSON(report.elsewhereFileCount)),
                    ("elsewhereBytes", JSON(report.elsewhereByteCount)),
                    ("unansweredFiles", JSON(report.unansweredFileCount)),
                    ("unansweredBytes", JSON(report.unansweredByteCount)),
                ])
            )
        }
        Output.shared.writeSentence(
            "\(TypedPaths([destination]).shownPath(of: url)) has \(Wording.count(report.fileCount, of: "file")) (\(Wording.formattedBytes(report.byteCount))): "
                + "copied \(report.copiedFileCount) (\(Wording.formattedBytes(report.copiedByteCount))), removed \(report.removedFileCount)."
        )
        if let kept = report.keptURL {
            Output.shared.writeSentence(
                "\(Wording.count(report.keptFileCount, of: "file")) that only the newer backup had, and its database, are in \(TypedPaths([destination]).shownPath(of: kept))."
            )
        }
        for part in report.leftOut { Output.shared.writeSentence(leftOutSentence(about: part)) }
        if report.elsewhereFileCount > 0 {
            Output.shared.writeSentence(
                "Not in the copy: \(Wording.count(report.elsewhereFileCount, of: "file")) (\(Wording.formattedBytes(report.elsewhereByteCount))) that \(report.elsewhereFileCount == 1 ? "is" : "are") in remotes alone. \"photokit remote fetch --all\" brings \(report.elsewhereFileCount == 1 ? "it" : "them") back first."
            )
        }
        if report.unansweredFileCount > 0 { Output.shared.complain(unansweredSentence(report)) }
    }

    private func unansweredSentence(_ report: LibraryBackupReport) -> String {
        let count = report.unansweredFileCount
        let (verb, them) = count == 1 ? ("is", "it") : ("are", "them")
        let remotes = report.unansweredRemotes.map { "\($0.name): \($0.reason)" }
        return Table.printableText(
            "Not in the copy: \(Wording.count(count, of: "file")) (\(Wording.formattedBytes(report.unansweredByteCount))) that \(verb) said to be in remotes alone. The remotes could not be asked for \(them). \(remotes.joined(separator: " "))"
        )
    }

    private func leftOutSentence(about part: LibraryBackupReport.LeftOut) -> String {
        let photos =
            Wording.count(part.assetCount, of: "photo or video", plural: "photos and videos")
            + " (\(Wording.formattedBytes(part.byteCount)))"
        guard let source = part.source else {
            return
                "Not in the copy: \(photos) whose files stay in folders that are no longer sources of the library. \"photokit check\" names them, and says how they come back."
        }
        var advice = withSources ? "" : " \"--with-sources\" copies such files, too."
        if part.missingFileCount > 0 {
            advice +=
                " The last sweep did not find \(Wording.count(part.missingFileCount, of: "file")) of them. Put back what is missing. If a part of a photo is gone for good, such as the RAW beside a JPEG, \"photokit edit PHOTO --without-missing-files\" keeps the photo without it."
        }
        var parts: [String] = []
        if part.assetCount > 0 { parts.append(withSources ? "files of \(photos)" : photos) }
        if part.sidecarCount > 0 {
            parts.append(
                Wording.count(
                    part.sidecarCount,
                    of: "sidecar or settings file",
                    plural: "sidecars and settings files"
                )
            )
        }
        return
            "Not in the copy: \(parts.joined(separator: " and ")) in the source \(source.path).\(advice)"
    }
}
