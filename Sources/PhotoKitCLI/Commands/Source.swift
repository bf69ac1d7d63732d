import ArgumentParser
import Foundation
import OpenPhotoKit
import PhotosBase

/// The command `photokit source`.
struct Source: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Manages sources: folders whose photos stay where they are.",
        discussion: """
            A sweep reads a source. New photos become assets. Renamed, moved, edited, missing and returned files are \
            recorded. Files are never changed, moved or deleted. A photo without its file is offline until the file \
            is back; only you can delete the photo.

            EXAMPLES:
              photokit source add /mnt/photos
              photokit source list
              photokit source status
              photokit source sweep
              photokit source move /mnt/photos /media/disk/photos
              photokit source forget /mnt/photos --assets keep-offline
            """,
        subcommands: [
            SourceAdd.self, SourceList.self, SourceStatus.self, SourceSweepCommand.self,
            SourceMove.self,
            SourceForget.self,
        ]
    )
}

/// The command `photokit source add`.
struct SourceAdd: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds a folder as a source, and sweeps it.",
        discussion: """
            The library stores the patterns of --exclude with the source, for all sweeps and for "photokit watch". \
            For a folder that is already a source, they replace the stored patterns; --exclude-nothing removes them. \
            Files of other programs (@eaDir, Thumbs.db and the like) are always left out.

            EXAMPLES:
              photokit source add /mnt/photos
              photokit source add /mnt/photos --exclude exports --exclude '*.tmp'
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var facts: FactsOptions
    @OptionGroup var previews: PreviewOptions
    @OptionGroup var exclusions: ExclusionOptions
    @Flag(name: .customLong("exclude-nothing"), help: "Remove all patterns of the source.")
    var excludesNothing = false
    @Flag(inversion: .prefixedNo, help: "Sweep the source at once.") var sweep = true
    @Argument(help: ArgumentHelp("The folder to add.", valueName: "path"), completion: .directory)
    var path: String

    func validate() throws {
        try PathArgument.checkPaths([path])
        guard !excludesNothing || exclusions.patterns.isEmpty else {
            throw ValidationError("--exclude and --exclude-nothing exclude each other.")
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        if sweep { try facts.checkMediaWorker() }
        let isKept = exclusions.patterns.isEmpty && !excludesNothing
        let source = try Fault.ofFolder(path) {
            try library.addSource(
                URL(fileURLWithPath: path, isDirectory: true),
                excluding: isKept ? nil : exclusions.patterns
            )
        }
        if sweep {
            let sweeping = SourceSweeping(
                library: library,
                json: edit.output.json,
                facts: facts,
                previews: previews,
                paths: TypedPaths([path])
            )
            defer { sweeping.warnOfEmptySources(but: source) }
            try await sweeping.run([source])
        } else {
            try SourceTable(json: edit.output.json).showSources([source], of: library)
        }
    }
}

/// The command `photokit source list`.
struct SourceList: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the sources.",
        discussion: "EXAMPLE:\n  photokit source list --json"
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    func run(in library: PHPhotoLibrary) async throws {
        let sources = try library.sources()
        try SourceTable(json: output.json).showSources(sources, of: library)
        if sources.isEmpty, !output.json {
            Output.shared.complain("The library has no sources.")
        }
    }
}

/// The command `photokit source sweep`.
struct SourceSweepCommand: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep",
        abstract: "Reads sources, and records changes of their files.",
        discussion: """
            Without paths all sources are swept. The exit code is 1 when a file was refused, or a source with photos is offline.

            EXAMPLES:
              photokit source sweep /mnt/photos
              photokit source sweep --read
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var facts: FactsOptions
    @OptionGroup var previews: PreviewOptions
    @Flag(help: "Read all files, also those whose size and date are unchanged.")
    var read = false
    @Argument(
        help: ArgumentHelp("The folders of the sources.", valueName: "path"),
        completion: .directory
    )
    var paths: [String] = []

    func validate() throws { try PathArgument.checkPaths(paths) }

    func run(in library: PHPhotoLibrary) async throws {
        let all = try library.sources()
        let sources = try paths.isEmpty ? all : paths.map { try all.named($0) }
        try await SourceSweeping(
            library: library,
            json: edit.output.json,
            facts: facts,
            previews: previews,
            readsAll: read,
            paths: TypedPaths(paths)
        ).run(sources)
    }
}

/// The command `photokit source forget`.
struct SourceForget: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Removes a source from the library; its files stay.",
        discussion: """
            If photos have their files in the source, choose with --assets: keep-offline keeps the photos without \
            files until the folder is added again; delete moves them to Recently Deleted. A photo whose file is also \
            in another source keeps that file. The library keeps copies of the sidecars and settings files beside \
            photos that it keeps, from the folder or from a remote. \
            If the folder was moved, use "photokit source move".

            EXAMPLE:
              photokit source forget /mnt/photos --assets keep-offline
            """
    )

    @OptionGroup var edit: EditOptions
    @Option(
        help: ArgumentHelp(
            "The treatment of the photos: keep-offline or delete.",
            valueName: "choice"
        )
    )
    var assets: AssetChoice?
    @Argument(
        help: ArgumentHelp("The folder of the source.", valueName: "path"),
        completion: .directory
    )
    var path: String

    func validate() throws { try PathArgument.checkPaths([path]) }

    func run(in library: PHPhotoLibrary) async throws {
        let source = try library.sources().named(path)
        let count = source.assetCount
        let isAway = try library.offlineSources().contains { $0.identifier == source.identifier }
        let before = try library.information().recentlyDeletedCount
        let report = try library.forgetSource(source, assets: assets?.treatment)
        let deleted = try library.information().recentlyDeletedCount - before
        let moved =
            deleted > 0
            ? " \(PhotoCount.text(deleted)) moved to Recently Deleted." : ""
        let lacking = Self.sentences(about: report)
        // Afterwards nobody knows the folder any more.
        let stay =
            count > 0
            ? isAway
                ? " The folder is missing or empty now. When it is back, \"photokit source add \(ShellWord.quoted(source.url.path))\" brings its files into the library again."
                : " The files stay in the folder. To have them in the library again, run \"photokit source add \(ShellWord.quoted(source.url.path))\"."
            : ""
        reportChange(
            "Removed the source \(source.url.path) from the library.\(moved)\(stay)\(lacking)",
            of: [source.identifier],
            in: library
        )
        if edit.output.json, !report.missingFilenames.isEmpty {
            Output.shared.complain(
                Table.printableText(lacking.trimmingCharacters(in: .whitespaces))
            )
        }
    }

    /// Says what became of the sidecars and settings files, with spaces before the sentences.
    private static func sentences(about report: LibrarySource.ForgetReport) -> String {
        var text = ""
        if report.keptFileCount > 0 {
            text +=
                " The library keeps \(Wording.count(report.keptFileCount, of: "sidecar or settings file", plural: "sidecars and settings files")) of the photos."
        }
        let missing = report.missingFilenames
        if !missing.isEmpty {
            let silences = report.silences.map { " " + $0 }.joined()
            text +=
                " Neither the folder nor a remote gave \(Wording.nameList(missing)): exports lack \(Wording.them(missing.count)).\(silences)"
            let awaited = report.awaitedFilenames
            if !awaited.isEmpty {
                text +=
                    " When a remote answers that has \(awaited == missing ? Wording.them(awaited.count) : Wording.nameList(awaited)), \"photokit check --repair\" brings \(Wording.them(awaited.count)) back."
            }
        }
        return text
    }
}

/// The treatment of the photos of a source that is forgotten.
enum AssetChoice: String, ExpressibleByArgument, CaseIterable {
    case keepOffline = "keep-offline"
    case delete

    var treatment: LibrarySource.AssetTreatment {
        switch self {
        case .keepOffline: .keepOffline
        case .delete: .delete
        }
    }
}

extension [LibrarySource] {
    /// Returns the source with a folder path or an identifier.
    func named(_ name: String) throws -> LibrarySource {
        let path = URL(fileURLWithPath: name).standardizedFileURL.path
        if let source = first(where: { $0.url.path == path || $0.identifier == name }) {
            return source
        }
        throw CommandFailure(
            .usage,
            "\(name) is not a source. \"photokit source list\" lists all sources, and \"photokit source add\" adds one."
        )
    }
}

/// Prints sources, as a table or as JSON.
private struct SourceTable {
    let json: Bool

    func showSources(_ sources: [LibrarySource], of library: PHPhotoLibrary) throws {
        let offline = Set(try library.offlineSources().map(\.identifier))
        guard !json else {
            for source in sources {
                Output.shared.writeLine(
                    .object([
                        ("identifier", JSON(source.identifier)), ("path", JSON(source.url.path)),
                        ("isOffline", JSON(offline.contains(source.identifier))),
                        ("assets", JSON(source.assetCount)),
                        ("addedDate", JSON(source.addedDate)),
                        ("sweptDate", JSON(source.sweptDate)),
                        ("excluded", JSON(source.excludedPatterns)),
                    ])
                )
            }
            return
        }
        var table = Table(columns: [
            Table.Column(title: "FOLDER", fitting: .wrapped),
            Table.Column(title: "PHOTOS", alignment: .right), Table.Column(title: "STATE"),
            Table.Column(title: "SWEPT"),
            Table.Column(title: "LEFT OUT", fitting: .wrapped, isOptional: true),
        ])
        for source in sources {
            let patterns = source.excludedPatterns.joined(separator: " ")
            table.addRow(cells: [
                Table.Cell(source.url.path), Table.Cell("\(source.assetCount)"),
                Table.Cell(offline.contains(source.identifier) ? "offline" : "online"),
                ShownDate(source.sweptDate).cell, Table.Cell(patterns.isEmpty ? "-" : patterns),
            ])
        }
        table.print()
    }
}

/// Sweeps some sources one after another.
struct SourceSweeping {
    let library: PHPhotoLibrary
    let json: Bool
    let facts: FactsOptions
    let previews: PreviewOptions
    var readsAll = false
    var paths = TypedPaths([])

    func run(_ sources: [LibrarySource]) async throws {
        var isComplete = true
        let reporter = SweepReporter(json: json, paths: paths)
        let (library, allowsMissingFacts) = (library, facts.allowsMissingFacts)
        let (makesPreviews, readsAll) = (!previews.areSkipped, readsAll)
        for source in sources {
            let report = try await Interruption.cancelling(on: [SIGINT, SIGTERM]) {
                try await library.sweep(
                    source,
                    readingAll: readsAll,
                    allowsMissingFacts: allowsMissingFacts,
                    makesPreviews: makesPreviews
                ) {
                    reporter.showEvent($0)
                }
            }
            reporter.showReport(report, of: source.url)
            if report.refusedCount > 0 { isComplete = false }
            if report.offlineReason != nil, try hasPhotos(source) { isComplete = false }
            if report.wasCancelled { throw Fault.interruption.status }
        }
        try Fault.throwStatus(isPartial: !isComplete)
    }

    /// Returns whether a source has photos after its sweep: other sources may have taken over all of them.
    private func hasPhotos(_ source: LibrarySource) throws -> Bool {
        try library.sources().contains {
            $0.identifier == source.identifier && $0.assetCount > 0
        }
    }

    /// Reports sources without photos that cannot be reached: another source has taken over their photos.
    func warnOfEmptySources(but source: LibrarySource) {
        for other in (try? library.offlineSources()) ?? []
        where other != source && other.assetCount == 0 && other.sweptDate != nil {
            Output.shared.complain(
                "The folder of the source \(other.url.path) cannot be reached, and the source has no photos any more. If it is not to come back, remove it with \"photokit source forget\"."
            )
        }
    }
}
