import ArgumentParser
import OpenPhotoKit

/// The command `photokit backup`.
struct Backup: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes a copy of the library, or brings one up to date.",
        discussion: """
            Others may go on using the library. The copy is a library: read it with --library, or restore by copying \
            its folder back. Every file is compared with its checksum on its way; files that the library has lost are \
            named, and the exit code is then 1. What an earlier copy still has of them stays in the copy: "check \
            --repair --from" brings it back. What a backup that ended early has copied is not copied again. A copy \
            that was opened for writing is a library of its own and no backup any more.

            Photos that stay in sources are counted and not copied, unless you say --with-sources: then the copy has their \
            files, too, and needs no source. Sources that are offline are named, as are files that changed since the last \
            sweep or cannot be read; the exit code is then 1. A later backup without --with-sources keeps the files that \
            the copy has of them, and copies no more.

            EXAMPLES:
              photokit backup /media/backup/Photos.photolib
              photokit backup /media/backup/Photos.photolib --with-sources
              photokit backup /media/backup/Photos.photolib --read
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Flag(
        help: "Read the files that the backup has already, and copy again those that are damaged."
    )
    var read = false

    @Flag(help: "Copy the photos that stay in sources, too.")
    var withSources = false

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
            try await library.backUp(to: url, readingAll: read, withSources: withSources) {
                done,
                total in
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
            for part in report.leftOut {
                Output.shared.line(
                    .object([
                        ("event", "leftOut"), ("source", JSON(part.source?.path)),
                        ("assets", JSON(part.assetCount)), ("files", JSON(part.fileCount)),
                        ("bytes", JSON(part.byteCount)),
                    ])
                )
            }
            return Output.shared.line(
                .object([
                    ("event", "finished"), ("path", JSON(url.path)),
                    ("files", JSON(report.fileCount)), ("bytes", JSON(report.byteCount)),
                    ("copiedFiles", JSON(report.copiedFileCount)),
                    ("copiedBytes", JSON(report.copiedByteCount)),
                    ("removedFiles", JSON(report.removedFileCount)),
                    ("findings", JSON(report.findings.count)),
                    ("leftOutAssets", JSON(report.leftOut.reduce(0) { $0 + $1.assetCount })),
                    ("leftOutBytes", JSON(report.leftOut.reduce(0) { $0 + $1.byteCount })),
                ])
            )
        }
        Output.shared.line(
            "\(url.path) has \(Wording.count(report.fileCount, "file")) (\(Wording.bytes(report.byteCount))): "
                + "copied \(report.copiedFileCount) (\(Wording.bytes(report.copiedByteCount))), removed \(report.removedFileCount)."
        )
        for part in report.leftOut { Output.shared.line(sentence(part)) }
    }

    private func sentence(_ part: LibraryBackupReport.LeftOut) -> String {
        let photos =
            Wording.count(part.assetCount, "photo or video", "photos and videos")
            + " (\(Wording.bytes(part.byteCount)))"
        guard let source = part.source else {
            return "Not in the copy: \(photos) without a file, since their source was forgotten."
        }
        let advice = withSources ? "" : " \"--with-sources\" copies such files, too."
        return "Not in the copy: \(photos) in the source \(source.path).\(advice)"
    }
}
