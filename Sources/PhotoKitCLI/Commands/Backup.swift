import ArgumentParser
import OpenPhotoKit

/// The command `photokit backup`.
struct Backup: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes a copy of the library, or brings one up to date.",
        discussion: """
            Others may go on using the library. The copy is a library: read it with --library, or restore by copying \
            its folder back. Every file is compared with its checksum on its way; files that the library has lost are \
            named, and the exit code is then 1. What a backup that ended early has copied is not copied again. A copy \
            that was opened for writing is a library of its own and no backup any more.

            EXAMPLES:
              photokit backup /media/backup/Photos.photolib
              photokit backup /media/backup/Photos.photolib --read
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Flag(
        help: "Read the files that the backup has already, and copy again those that are damaged."
    )
    var read = false

    @Argument(
        help: ArgumentHelp(
            "The backup's folder: a new one, or an earlier backup.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var destination: String

    func run(in library: PHPhotoLibrary) async throws {
        let url = URL(fileURLWithPath: destination, isDirectory: true)
        let report = try await Interruption.cancelling {
            try await library.backUp(to: url, readingAll: read) { done, total in
                Output.shared.status("Backed up \(Wording.bytes(done)) of \(Wording.bytes(total))")
            }
        }
        Output.shared.clearStatus()
        for finding in report.findings {
            guard output.json else {
                Output.shared.complain("\(finding.message) (\(finding.place))")
                continue
            }
            Output.shared.line(
                .object([
                    ("event", "finding"), ("code", JSON(finding.code)),
                    ("place", JSON(finding.place)), ("message", JSON(finding.message)),
                ])
            )
        }
        conclude(report, url)
        if !report.findings.isEmpty { throw ExitStatus.refused }
    }

    private func conclude(_ report: LibraryBackupReport, _ url: URL) {
        guard !output.json else {
            return Output.shared.line(
                .object([
                    ("event", "finished"), ("path", JSON(url.path)),
                    ("files", JSON(report.fileCount)), ("bytes", JSON(report.byteCount)),
                    ("copiedFiles", JSON(report.copiedFileCount)),
                    ("copiedBytes", JSON(report.copiedByteCount)),
                    ("removedFiles", JSON(report.removedFileCount)),
                    ("findings", JSON(report.findings.count)),
                ])
            )
        }
        Output.shared.line(
            "\(url.path) has \(Wording.count(report.fileCount, "file")) (\(Wording.bytes(report.byteCount))): "
                + "copied \(report.copiedFileCount) (\(Wording.bytes(report.copiedByteCount))), removed \(report.removedFileCount)."
        )
    }
}
