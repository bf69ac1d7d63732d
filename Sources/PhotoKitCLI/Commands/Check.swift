import ArgumentParser
import OpenPhotoKit

/// The command `photokit check`.
struct Check: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Looks after every promise about files and rows.",
        discussion: """
            A check changes nothing, and others may go on using the library. With --repair, files that no photo has \
            are moved to the folder "quarantine" of the library, and what died processes left is finished; photos \
            and their files are never touched. The exit code is 1 when something is found and not repaired.

            EXAMPLES:
              photokit check
              photokit check --read
              photokit check --repair
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Read every file and compare its checksum.")
    var read = false

    @Flag(help: "Put right what can be put right without losing anything.")
    var repair = false

    var accessMode: PHPhotoLibrary.AccessMode { repair ? .readWrite : .readOnly }

    func run(in library: PHPhotoLibrary) async throws {
        var report = try await look(library)
        if repair, report.findings.contains(where: \.isRepairable) {
            tell(report)
            tell(try await library.repair())
            report = try await look(library)
        }
        tell(report)
        conclude(report)
        if !report.findings.isEmpty { throw ExitStatus.refused }
    }

    private func look(_ library: PHPhotoLibrary) async throws -> LibraryCheckReport {
        let report = try await library.check(readingBytes: read) { done, total in
            Output.shared.status("Read \(Wording.bytes(done)) of \(Wording.bytes(total))")
        }
        Output.shared.clearStatus()
        return report
    }

    private func tell(_ report: LibraryCheckReport) {
        for finding in report.findings {
            guard !output.json else {
                Output.shared.line(
                    .object([
                        ("event", "finding"), ("code", JSON(finding.code)),
                        ("severity", JSON(finding.severity.rawValue)),
                        ("place", JSON(finding.place)),
                        ("message", JSON(finding.message)),
                        ("isRepairable", JSON(finding.isRepairable)),
                    ])
                )
                continue
            }
            Output.shared.line("\(finding.severity.rawValue): \(finding.message)")
            Output.shared.line("  \(Table.printable(finding.place)) (\(finding.code))")
        }
    }

    private func tell(_ repair: LibraryRepairReport) {
        guard !output.json else {
            return Output.shared.line(
                .object([
                    ("event", "repaired"),
                    ("quarantined", JSON(repair.quarantinedFiles.map(\.path))),
                    ("stagingFoldersRemoved", JSON(repair.removedStagingFolders)),
                    ("filesRemoved", JSON(repair.removedFiles)),
                ])
            )
        }
        Output.shared.line(
            "Repaired: \(Wording.count(repair.quarantinedFiles.count, "file")) moved to quarantine, "
                + "\(repair.removedStagingFolders + repair.removedFiles) leftovers removed."
        )
        for file in repair.quarantinedFiles { Output.shared.line("  \(file.path)") }
    }

    private func conclude(_ report: LibraryCheckReport) {
        guard !output.json else {
            return Output.shared.line(
                .object([
                    ("event", "finished"), ("findings", JSON(report.findings.count)),
                    ("isDamaged", JSON(report.isDamaged)), ("assets", JSON(report.assetCount)),
                    ("collections", JSON(report.collectionCount)),
                    ("files", JSON(report.fileCount)),
                    ("bytes", JSON(report.byteCount)), ("changes", JSON(report.changeCount)),
                    ("hasReadBytes", JSON(report.hasReadBytes)),
                ])
            )
        }
        let outcome =
            report.findings.isEmpty
            ? "Nothing found" : Wording.count(report.findings.count, "finding")
        Output.shared.line(
            "\(outcome): looked at \(Wording.count(report.assetCount, "item")), "
                + "\(Wording.count(report.collectionCount, "collection")), "
                + "\(Wording.count(report.fileCount, "file")) (\(Wording.bytes(report.byteCount))\(report.hasReadBytes ? ", all read" : "")), "
                + "\(Wording.count(report.changeCount, "change"))."
        )
    }
}
