import ArgumentParser
import Glibc
import OpenPhotoKit

/// The command `photokit check`.
struct Check: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks the library's files and database.",
        discussion: """
            A check changes nothing, and the library stays usable. --repair moves files that belong to no photo to \
            the folder "quarantine" of the library, and completes the work of crashed programs. It restores lost and \
            damaged files from other photos and files of sources with the same bytes and from remotes, and with \
            --from also from copies in a folder: a backup, an export or a memory card. File names do not matter. \
            Damaged files then move to the quarantine. The exit code is 1 when a problem was found and not repaired, and 8 when a remote could not \
            be asked that alone is said to have some files. Remotes behind a network are not asked: "photokit remote \
            check" looks into one.

            EXAMPLES:
              photokit check
              photokit check --read
              photokit check --repair
              photokit check --repair --from /media/backup/Photos.photolib --from /media/card
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Read every file, also those in sources that are there, and compare its checksum.")
    var read = false

    @Flag(help: "Repair everything that can be repaired without loss.")
    var repair = false

    @Flag(help: "With --repair: fetch no files from remotes.")
    var offline = false

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            "With --repair: a folder with copies of lost or damaged files. May be repeated.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var folders: [String] = []

    var accessMode: PHPhotoLibrary.AccessMode { repair ? .readWrite : .readOnly }

    /// Removes the advice to run `photokit check`, which is already running.
    func adaptedMessage(_ message: String) -> String {
        message.replacing(
            #/ (?:Run|run) `photokit check`(?:, and restore a backup(?: if it agrees)?)?\./#,
            with: " Restore a backup."
        )
    }

    /// Replaces the advice to repair in a message about what a repair has left.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - offline: Whether the repair asked no remote.
    ///   - searchedFolders: Whether it searched folders of --from.
    /// - Returns: The message, which names what the repair has not tried.
    static func afterRepair(
        _ message: String,
        offline: Bool,
        searchedFolders: Bool
    ) -> String {
        message.replacing(
            "Run `photokit check --repair`, which copies it from equal photos and remotes. With `--from FOLDER` it also looks in ",
            with: offline && !searchedFolders
                ? "Run `photokit check --repair` without --offline to ask remotes, and with `--from FOLDER` to look in "
                : "No place that the repair asked has its bytes. Run `photokit check --repair --from FOLDER` with \(searchedFolders ? "another folder: " : "")"
        )
    }

    func validate() throws {
        try PathArgument.checkPaths(folders, subject: "The path of --from")
        guard folders.isEmpty || repair else {
            throw ValidationError("--from restores files, so it needs --repair.")
        }
        guard !offline || repair else {
            throw ValidationError("--offline says how files are restored, so it needs --repair.")
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        try checkFolders()
        let first = try await checkLibrary(library, reading: read && folders.isEmpty)
        let report: LibraryCheckReport
        var healedCount = 0
        let findings: [RepairedFinding<LibraryCheckReport.Finding>]
        if repair {
            do {
                let healed = try await repairLibrary(library, report: first)
                healedCount = healed.healedFiles.count
                // Damage that keeps the size is seen by a check that reads.
                report =
                    hasWork(first) || healed.lostCount > 0 || !healed.healedFiles.isEmpty
                    ? try await checkLibrary(library, reading: read || healed.lostCount > 0) : first
            } catch {
                for finding in first.findings { showFinding(.init(finding)) }
                throw error
            }
            findings = RepairedFinding.allFindings(before: first.findings, after: report.findings) {
                [$0.code, $0.subject]
            }
        } else {
            report = first
            findings = first.findings.map { .init($0) }
        }
        for finding in findings { showFinding(finding) }
        let repaired = findings.count { $0.isRepaired == true }
        try CheckConclusion(
            report,
            repaired: repaired,
            healed: healedCount,
            triedRepair: repair
        ).showConclusion(json: output.json, in: library)
        if !report.findings.isEmpty { throw ExitStatus.refused }
        if !report.unansweredRemotes.isEmpty { throw ExitStatus.remote }
    }

    /// Throws if a folder of --from does not exist, before the library is read for a long time.
    private func checkFolders() throws {
        for path in folders where access(path, F_OK) != 0 && errno != EACCES {
            throw CommandFailure(
                Fault.notFound.status,
                "There is nothing at \(Table.printableText(path)). Name a folder that holds copies of the lost files."
            )
        }
    }

    /// Whether there is something that a repair may bring back: files of sources that are gone are no findings.
    private func hasWork(_ report: LibraryCheckReport) -> Bool {
        !report.findings.isEmpty || !folders.isEmpty || hasGaps(report)
    }

    private func hasGaps(_ report: LibraryCheckReport) -> Bool {
        !report.forgottenFiles.isEmpty || report.sourceGaps.contains { !$0.isOffline }
    }

    /// Repairs what a check found, and searches for files that changed without a change of their size.
    private func repairLibrary(
        _ library: PHPhotoLibrary,
        report: LibraryCheckReport
    ) async throws -> LibraryHealReport {
        if report.findings.contains(where: \.isRepairable) {
            showRepair(try await library.repair())
        }
        let healed = try await healFiles(of: library)
        let isExpected =
            report.findings.contains { !$0.isRepairable } || !folders.isEmpty || hasGaps(report)
        if isExpected || healed.lostCount > 0 || !healed.healedFiles.isEmpty {
            showHealing(healed, in: library)
        }
        return healed
    }

    private func healFiles(of library: PHPhotoLibrary) async throws -> LibraryHealReport {
        let urls = folders.map { URL(fileURLWithPath: $0) }
        let isMetered = !offline && MeteredNetwork.presentState() == .metered
        let (offline, json) = (offline, output.json)
        let report = try await Interruption.cancelling {
            try await library.heal(
                from: urls,
                readingBytes: read,
                takesFromRemote: { !offline && !(isMetered && $0.usesNetwork) },
                willFetch: { amount in
                    Output.shared.clearStatus()
                    guard !json else {
                        return Output.shared.writeLine(
                            .object([
                                ("event", "fetching"), ("files", JSON(amount.count)),
                                ("bytes", JSON(amount.byteCount)),
                            ])
                        )
                    }
                    Output.shared.writeLine(
                        "Fetching \(Wording.count(amount.count, of: "file")) (\(Wording.formattedBytes(amount.byteCount))) from remotes."
                    )
                },
                progress: { done, total in
                    Output.shared.showStatus(
                        "Searched \(Wording.formattedBytes(done)) of \(Wording.formattedBytes(total))"
                    )
                }
            )
        }
        Output.shared.clearStatus()
        if isMetered, report.lostCount > 0 {
            Output.shared.complain(
                "The network is metered, as NetworkManager says, so no file was fetched from remotes behind it."
            )
        }
        return report
    }

    private func checkLibrary(
        _ library: PHPhotoLibrary,
        reading: Bool
    ) async throws -> LibraryCheckReport {
        let report = try await library.check(readingBytes: reading) { done, total in
            Output.shared.showStatus(
                "Read \(Wording.formattedBytes(done)) of \(Wording.formattedBytes(total))"
            )
        }
        Output.shared.clearStatus()
        return report
    }

    private func showFinding(_ entry: RepairedFinding<LibraryCheckReport.Finding>) {
        let finding = entry.finding
        guard !output.json else {
            var members: [(String, JSON)] = [
                ("event", "finding"), ("code", JSON(finding.code)),
                ("severity", JSON(finding.severity.rawValue)),
                ("place", JSON(finding.subject)),
                ("message", JSON(shownMessage(of: entry))),
                ("isRepairable", JSON(finding.isRepairable)),
            ]
            if let isRepaired = entry.isRepaired {
                members.append(("isRepaired", JSON(isRepaired)))
            }
            return Output.shared.writeLine(.object(members))
        }
        var message = shownMessage(of: entry)
        // The advice is of no use any more.
        if entry.isRepaired == true { message.replace(#/ Run [`"]photokit .*/#, with: "") }
        Output.shared.writeSentence(Table.printableText("\(finding.severity.rawValue): \(message)"))
        let outcome = entry.isRepaired.map { $0 ? ": repaired" : ": not repaired" } ?? ""
        Output.shared.writeLine(
            "  \(Table.printableText(finding.subject)) (\(finding.code))\(outcome)"
        )
    }

    private func shownMessage(of entry: RepairedFinding<LibraryCheckReport.Finding>) -> String {
        let message = adaptedMessage(entry.finding.message)
        return entry.isRepaired == false
            ? Self.afterRepair(message, offline: offline, searchedFolders: !folders.isEmpty)
            : message
    }

    private func showRepair(_ repair: LibraryRepairReport) {
        guard !output.json else {
            return Output.shared.writeLine(
                .object([
                    ("event", "repaired"),
                    ("quarantined", JSON(repair.quarantinedFiles.map(\.path))),
                    ("stagingFoldersRemoved", JSON(repair.removedStagingFolders)),
                    ("filesRemoved", JSON(repair.removedFiles)),
                ])
            )
        }
        Output.shared.writeLine(
            "Repaired: \(Wording.count(repair.quarantinedFiles.count, of: "file")) moved to quarantine, "
                + "\(Wording.count(repair.removedStagingFolders + repair.removedFiles, of: "leftover")) removed."
        )
        for file in repair.quarantinedFiles { Output.shared.writeLine("  \(file.path)") }
    }

    private func showHealing(_ report: LibraryHealReport, in library: PHPhotoLibrary) {
        for problem in report.problems {
            Output.shared.complain("\(Table.printableText(problem.url.path)): \(problem.reason)")
        }
        guard !output.json else {
            for file in report.healedFiles {
                Output.shared.writeLine(
                    .object([
                        ("event", "healed"), ("path", JSON(file.source.path)),
                        ("identifier", JSON(file.localIdentifier)),
                        ("filename", JSON(file.filename)),
                    ])
                )
            }
            return Output.shared.writeLine(
                .object([
                    ("event", "searched"), ("healed", JSON(report.healedFiles.count)),
                    ("lost", JSON(report.lostCount)), ("lostNames", JSON(report.lostNames)),
                ])
            )
        }
        for path in folders {
            let folder = URL(fileURLWithPath: path)
            let files = report.healedFiles.filter { $0.searchedURL == folder }
            Output.shared.writeLine(healingSentence(about: files, from: path, in: library))
        }
        let named = Set(folders.map { URL(fileURLWithPath: $0) })
        let others = report.healedFiles.filter { !named.contains($0.searchedURL) }
        for (place, files) in Dictionary(grouping: others, by: \.searchedURL)
            .sorted(by: { $0.key.absoluteString < $1.key.absoluteString })
        {
            let name = place.isFileURL ? place.path : place.absoluteString
            Output.shared.writeLine(healingSentence(about: files, from: name, in: library))
        }
        if report.lostCount > 0 {
            Output.shared.writeLine(
                Table.printableText(
                    "\(Wording.count(report.lostCount, of: "file")) still lost or damaged: \(Wording.nameList(report.lostNames)). Name \(folders.isEmpty ? "a folder" : "another folder") with --from."
                )
            )
        }
    }

    /// Names files that came back: a repair also finds damage that the check before it did not read.
    private func healingSentence(
        about files: [LibraryHealReport.HealedFile],
        from place: String,
        in library: PHPhotoLibrary
    ) -> String {
        let unnamed = files.filter { $0.filename == nil }.map(\.localIdentifier)
        let assets = Lookup(library: library).assets(withIdentifiers: unnamed)
        // A photo may have several files, so its own name may be that of another one.
        let names = files.map { file in
            file.filename
                ?? assets[file.localIdentifier].flatMap { AssetDescription($0).filename }
                ?? Wording.shortIdentifier(file.localIdentifier)
        }
        let list = names.isEmpty ? "" : ": \(Wording.nameList(names.sorted()))"
        return Table.printableText(
            "Healed \(Wording.count(files.count, of: "file")) from \(place)\(list)."
        )
    }
}
