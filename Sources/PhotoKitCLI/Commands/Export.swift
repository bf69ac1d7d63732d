public import ArgumentParser
public import OpenPhotoKit

/// The command `photokit export`.
struct Export: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Exports photos and videos with their captions, keywords and other metadata to a folder.",
        discussion: """
            The export never overwrites a file of another program. If such a file has the name, a number is \
            added. Each written file is read back and compared with its checksum. The folder keeps a record, so that \
            another export to it writes only what has changed. --to names the folder. Without it, photos and videos \
            that you name go to the current folder.

            --all exports the whole library: originals, edited versions, recipes of edits, hidden photos, sidecars, \
            and a manifest, from which "photokit import" restores the library with albums and folders. Without --all, \
            originals are exported with the sidecars that came in beside them. Other options ask for more.

            EXAMPLES:
              photokit export 3F2A81C0 --to ~/Desktop
              photokit export --album "Lake Como" --to lake-como --edited --without places
              photokit export --all --to /media/backup --paths '{created:%Y/%m}/{original}'
              photokit export --all --to /media/backup --albums links --report export.csv
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "The folder to write to. A missing folder is created.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var to: String?

    @OptionGroup(title: "What is exported") var selection: ExportSelectionOptions
    @OptionGroup(title: "How it is written") var form: ExportFormOptions

    @OptionGroup var dry: DryRunOption

    func validate() throws {
        try PathArgument.checkPaths([to], subject: "The path of --to")
        try PathArgument.checkPaths([form.report], subject: "The path of --report")
        try selection.choice.checkChoice(other: selection.all, named: "--all")
        try WritingFolder.checkFolder(
            to,
            isRequired: selection.all || selection.choice.conditions.areGiven
        )
        if dry.dryRun, form.report != nil {
            throw ValidationError("--dry-run writes no report. Leave out --report.")
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        let to = WritingFolder.path(to)
        let folder = URL(fileURLWithPath: to, isDirectory: true).standardizedFileURL
        try LibraryGuard.checkIsOutside(folder)
        guard !dry.dryRun else { return try listChosen(in: library, to: folder) }
        let choice = selection.choice
        let isFetch = choice.conditions.areGiven
        let fetch = isFetch ? try choice.fetchAssets(in: library, scope: .everything) : nil
        let names =
            isFetch || selection.all
            ? [] : try namedAssets(in: library).map(\.localIdentifier)
        // The report is emptied only when the arguments are known to be right.
        let report = try form.report.map { try FileReport(URL(fileURLWithPath: $0)) }
        let reporter = ExportReporter(
            json: output.json,
            report: report,
            paths: TypedPaths([to])
        )
        let options = form.exportOptions(isWhole: selection.all)
        let all = selection.all
        let outcome = try await Fault.inOutput {
            try await Interruption.cancelling(on: [SIGINT, SIGTERM]) {
                if all {
                    return try await library.exportEverything(to: folder, options: options) {
                        reporter.showEvent($0)
                    }
                }
                if let fetch {
                    return try await library.export(fetch, to: folder, options: options) {
                        reporter.showEvent($0)
                    }
                }
                return try await library.export(
                    localIdentifiers: names,
                    to: folder,
                    options: options
                ) {
                    reporter.showEvent($0)
                }
            }
        }
        try report?.finish()
        reporter.showReport(
            outcome,
            in: folder,
            options: options,
            isMetadataChosen: form.metadata != nil
        )
        try Fault.throwStatus(
            isPartial: outcome.failedCount > 0 || outcome.keptCount > 0,
            wasInterrupted: outcome.wasCancelled
        )
    }

    /// Returns the photos that were named.
    private func namedAssets(in library: PHPhotoLibrary) throws -> [PHAsset] {
        do {
            return try selection.choice.chosenAssets(in: library, names: nameable)
        } catch let failure as CommandFailure where to == nil {
            // An argument that names no photo may have been meant as the folder.
            throw CommandFailure(
                failure.status,
                failure.message + " --to names the folder of an export."
            )
        }
    }

    /// Which photos may be named: as without names, those in Recently Deleted only with `--deleted`.
    private var nameable: Lookup.AssetState { form.deleted ? .any : .present }

    private func allAssets() -> [PHAsset] {
        let shown = Array(PHAssetList(PHAsset.fetchAssets(with: Order.everything)))
        guard form.deleted else { return shown }
        return shown + Array(PHAssetList(PHAsset.fetchRecentlyDeletedAssets(with: nil)))
    }

    /// Says which photos would be exported, without reading the folder.
    private func listChosen(in library: PHPhotoLibrary, to folder: URL) throws {
        let assets =
            selection.all
            ? allAssets()
            : try selection.choice.chosenAssets(in: library, .everything, names: nameable)
        let sentence =
            "Dry run: \(PhotoCount.text(assets)) would be exported to \(TypedPaths([WritingFolder.path(to)]).shownPath(of: folder)), except for files that are there already. Nothing was written."
        guard output.json else {
            AssetPreview.listAssets(assets)
            return Output.shared.writeSentence(Table.printableText(sentence))
        }
        Output.shared.writeLine(
            .object([
                ("event", "dryRun"), ("identifiers", JSON(assets.map(\.localIdentifier))),
                ("folder", JSON(folder.path)),
            ])
        )
    }
}

/// The options of `photokit export` that select photos and videos.
struct ExportSelectionOptions: ParsableArguments {
    @Flag(help: "Export everything, including hidden photos, edits and sidecars.")
    var all = false

    @OptionGroup var choice: ChosenAssets
}

/// The options of `photokit export` that say what is written, and where.
struct ExportFormOptions: ParsableArguments {
    @Flag(help: "The versions to export. By default, both with --all, and originals otherwise.")
    var versions: LibraryExport.Versions?

    @Flag(help: ArgumentHelp("The place of captions, keywords, dates, places and the like."))
    var metadata: LibraryExport.Metadata?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Leave something out: places or persons. May be repeated.",
            valueName: "what"
        )
    )
    var without: [LibraryExport.Withheld] = []

    @Option(help: ArgumentHelp("Albums as folders: none, links or copies.", valueName: "form"))
    var albums = LibraryExport.Albums.none

    @Option(
        help: ArgumentHelp(
            "The paths of files, such as '{created:%Y/%m}/{original}'.",
            valueName: "pattern"
        ),
        transform: ExportFormOptions.pathPattern
    )
    var paths: LibraryExport.PathPattern?

    @Flag(help: "Also export photos and videos in Recently Deleted.")
    var deleted = false

    @Flag(help: "Remove files of what the library has deleted since an earlier export.")
    var deleteRemoved = false

    @Flag(help: "Go on although an earlier export has changes that this library does not know.")
    var older = false

    @Option(
        help: ArgumentHelp(
            "Write a line about each file to a report: CSV for a name with .csv, otherwise JSON.",
            valueName: "file"
        ),
        completion: .file()
    )
    var report: String?

    func exportOptions(isWhole: Bool) -> LibraryExport.Options {
        LibraryExport.Options(
            versions: versions ?? (isWhole ? .both : .originals),
            metadata: metadata ?? (isWhole ? .sidecars : .none),
            withheld: Set(without),
            albums: albums,
            paths: paths ?? .original,
            includesRecentlyDeleted: deleted,
            removesDeletedFiles: deleteRemoved,
            overNewer: older
        )
    }

    private static func pathPattern(_ text: String) throws -> LibraryExport.PathPattern {
        do {
            return try LibraryExport.PathPattern(text)
        } catch {
            throw ValidationError(error.message)
        }
    }
}

extension LibraryExport.Versions: EnumerableFlag {}

extension LibraryExport.Metadata: EnumerableFlag {
    /// Returns the name of the flag for a value.
    public static func name(for value: LibraryExport.Metadata) -> NameSpecification {
        switch value {
        case .sidecars: .customLong("sidecars")
        case .embedded: .customLong("embed")
        case .none: .customLong("no-metadata")
        }
    }
}

extension LibraryExport.Withheld: ExpressibleByArgument {}
extension LibraryExport.Albums: ExpressibleByArgument {}
