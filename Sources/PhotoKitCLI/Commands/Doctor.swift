import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit doctor`.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints versions, settings and facts about the system.",
        discussion: """
            Run this command first if something goes wrong, and add its output to a report of the problem. In a new \
            installation, it says what is missing, and which command brings it.

            EXAMPLE:
              photokit doctor
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let build = BuildFacts.installed()
        let revision = BuildFacts.revisionText(build, ofVersion: openPhotoKitVersion)
        let swift = BuildFacts.swiftText(build)
        var lines: [(String, String, JSON)] = [
            ("Version", openPhotoKitVersion, JSON(openPhotoKitVersion)),
            ("Revision", revision, JSON(revision)), ("Swift", swift, JSON(swift)),
        ]
        lines += missingLines(
            InstallationGaps.find(environment: ProcessInfo.processInfo.environment)
        )
        lines.append(("Library", options.url.path, JSON(options.url.path)))
        var failure: (any Error)?
        var remotes: [RemoteCondition] = []
        do {
            (lines, remotes) = try await addLibraryLines(to: lines)
        } catch let error as CommandFailure {
            lines.append(("Problem", error.message, JSON(error.message)))
            lines += fileSystemLines(FileSystemFacts(of: options.url))
            lines += folderLines(PHPhotoLibrary.folderProblem(at: options.url))
            lines += permissionLines(PHPhotoLibrary.permissionProblems(at: options.url))
            lines += workerLines(WorkerFacts())
            failure = error.status
        }
        if output.json {
            let facts = lines.map { (Self.jsonKey(for: $0.0), $0.2) }
            Output.shared.writeLine(.object(facts + [("remotes", .list(remotes.map(\.json)))]))
        } else {
            let fields = (lines.map { ($0.0, $0.1) } + remotes.map { ("Remote", $0.text) })
                .map { ($0.0, CommandQuotes.uniform($0.1)) }
            Output.shared.writeFields(FieldList(labelWidth: 20, fields: fields))
        }
        if let failure { throw failure }
    }

    /// The JSON keys that older versions wrote and that do not follow from the label.
    private static let formerKeys = [
        "Sandbox": "workerWalls", "Sandbox Lacks": "missingWalls", "Folder": "place",
        "Photos and Videos": "items",
    ]

    /// Returns the JSON key of a label: "Recently Deleted" becomes `recentlyDeleted`.
    private static func jsonKey(for label: String) -> String {
        if let former = formerKeys[label] { return former }
        let words = label.split(separator: " ").map { $0.lowercased() }
        return words.enumerated().map { $0.offset == 0 ? $0.element : $0.element.capitalized }
            .joined()
    }

    private func missingLines(_ gaps: InstallationGaps) -> [(String, String, JSON)] {
        guard let command = gaps.command else { return [("Missing", "nothing", .list([]))] }
        let names = JSON.list(gaps.names.map { JSON($0) })
        let place = gaps.commandFolder.map { " (\($0))" } ?? ""
        return [
            ("Missing", gaps.sentences.joined(separator: "\n"), names),
            ("Install With", command + place, JSON(command)),
        ]
    }

    /// Opens the library, and returns the lines with those about it, and the condition of its remotes.
    private func addLibraryLines(
        to lines: [(String, String, JSON)]
    ) async throws -> ([(String, String, JSON)], [RemoteCondition]) {
        let library: PHPhotoLibrary
        do {
            // Opening a backup for writing would turn it into a separate library.
            let isBackup = PHPhotoLibrary.isBackup(at: options.url)
            library = try options.openLibrary(isBackup ? .readOnly : .readWrite)
        } catch {
            library = try options.openLibrary(.readOnly)
        }
        defer { library.close() }
        let added = try libraryLines(library)
        // Whoever may not read the library's remotes learns nothing of them.
        let all = (try? library.remotes()) ?? []
        guard !all.isEmpty else { return (lines + added, []) }
        let use = try library.examinedSpaceUse()
        var remotes: [RemoteCondition] = []
        for remote in all {
            remotes.append(try await RemoteCondition(remote, in: library, using: use))
        }
        let elsewhere = use.elsewhere
        var text =
            "\(Wording.count(elsewhere.count, of: "file")) (\(Wording.formattedBytes(elsewhere.byteCount))) in remotes alone"
        if use.lost.count > 0 {
            text +=
                "; lost: \(Wording.count(use.lost.count, of: "file")) (\(Wording.formattedBytes(use.lost.byteCount))) that no remote had at the last look. \"photokit check\" names \(Wording.them(use.lost.count))."
        }
        return (lines + added + [("Only Elsewhere", text, JSON(elsewhere.count))], remotes)
    }

    private func libraryLines(_ library: PHPhotoLibrary) throws -> [(String, String, JSON)] {
        let information = try library.information()
        let settings = try library.settings()
        let system = try library.systemFacts()
        let history =
            settings.daysOfHistory == nil && settings.changesInHistory == nil
            ? "all"
            : [
                settings.daysOfHistory.map { Wording.count($0, of: "day") },
                settings.changesInHistory.map { Wording.count($0, of: "change") },
            ].compactMap { $0 }.joined(separator: ", ")
        return [
            (
                "Identifier", information.identifier.uuidString,
                JSON(information.identifier.uuidString)
            ),
            ("Format", "\(information.format)", JSON(information.format)),
            (
                "Access", information.isReadOnly ? "read-only" : "read and write",
                JSON(information.isReadOnly ? "readOnly" : "readWrite")
            ),
            ("Photos and Videos", "\(information.assetCount)", JSON(information.assetCount)),
            (
                "Recently Deleted", "\(information.recentlyDeletedCount)",
                JSON(information.recentlyDeletedCount)
            ),
            ("Albums", "\(information.albumCount)", JSON(information.albumCount)),
            (
                "File Bytes", Wording.formattedBytes(information.fileBytes),
                JSON(information.fileBytes)
            ),
            ("Changes", "\(information.changeCount)", JSON(information.changeCount)),
            ("History Kept", history, JSON(history)),
            (
                "Deleted Kept", Wording.count(settings.daysInRecentlyDeleted, of: "day"),
                JSON(settings.daysInRecentlyDeleted)
            ),
            ("SQLite", system.sqliteVersion, JSON(system.sqliteVersion)),
            ("Synchronous", system.synchronousMode ?? "-", JSON(system.synchronousMode)),
            ("Journal", system.journalMode, JSON(system.journalMode)),
            (
                "Database",
                system.databaseProblem.map {
                    "damaged: \($0). Restore a backup. \"photokit check\" lists the damage."
                } ?? "sound", JSON(system.databaseProblem)
            ),
        ] + fileSystemLines(system.fileSystem) + folderLines(system.folderProblem)
            + permissionLines(system.permissionProblems, isReadOnly: information.isReadOnly)
            + workerLines(system.worker)
    }

    private func folderLines(_ problem: String?) -> [(String, String, JSON)] {
        [("Folder", problem ?? "suitable for a library", JSON(problem))]
    }

    private func permissionLines(
        _ problems: [String],
        isReadOnly: Bool = false
    ) -> [(String, String, JSON)] {
        guard !problems.isEmpty else {
            let use = isReadOnly ? "this user may read all files" : "this user may use all files"
            return [("Permissions", use, .list([]))]
        }
        // The value of the first line has all of them.
        let all = JSON.list(problems.map { JSON($0) })
        let text = problems.map(Table.printableText).joined(separator: "\n")
        return [("Permissions", text, all)]
    }

    private func fileSystemLines(_ facts: FileSystemFacts?) -> [(String, String, JSON)] {
        guard let facts else { return [("File System", "unknown", .null)] }
        return [
            ("File System", "\(facts.type) at \(facts.mountPoint)", JSON(facts.type)),
            (
                "Free Space", facts.freeBytes.map(Wording.formattedBytes) ?? "unknown",
                JSON(facts.freeBytes)
            ),
        ]
    }

    private func workerLines(_ worker: WorkerFacts) -> [(String, String, JSON)] {
        var lines: [(String, String, JSON)] = [
            ("Media Worker", worker.path ?? "not found", JSON(worker.path))
        ]
        guard let problem = worker.problem else {
            return lines + [("Worker State", "works", "works")] + sandboxLines(worker)
                + [versionLine(worker)]
        }
        lines.append(
            (
                "Worker State",
                worker.path == nil
                    ? "missing: nothing is imported, and no pictures are made"
                    : "does not work: nothing is imported, and no pictures are made",
                worker.path == nil ? "missing" : "doesNotWork"
            )
        )
        lines.append(("Worker Problem", problem, JSON(problem)))
        if worker.refusal != nil { lines += sandboxLines(worker) }
        return worker.path == nil ? lines : lines + [versionLine(worker)]
    }

    private func versionLine(_ worker: WorkerFacts) -> (String, String, JSON) {
        let versions = worker.versions.sorted { $0.key < $1.key }
        return (
            "Worker Versions", versions.map { "\($0.key) \($0.value)" }.joined(separator: ", "),
            .object(versions.map { ($0.key, JSON($0.value)) })
        )
    }

    private func sandboxLines(_ worker: WorkerFacts) -> [(String, String, JSON)] {
        func partsLine(_ label: String, parts: [String: String]) -> (String, String, JSON) {
            let sorted = parts.sorted { $0.key < $1.key }
            return (
                label, sorted.map { "\($0.key) (\($0.value))" }.joined(separator: ", "),
                .object(sorted.map { ($0.key, JSON($0.value)) })
            )
        }
        var lines = [partsLine("Sandbox", parts: worker.sandboxParts)]
        if !worker.missingSandboxParts.isEmpty {
            lines.append(partsLine("Sandbox Lacks", parts: worker.missingSandboxParts))
        }
        if let refusal = worker.refusal {
            lines.append(
                ("Worker Refuses", "it reads no files, because \(refusal)", JSON(refusal))
            )
        }
        return lines
    }
}
