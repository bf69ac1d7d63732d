public import ArgumentParser
public import OpenPhotoKit

/// The command `photokit export`.
struct Export: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Exports photos, with what you said about them, to a folder.",
        discussion: """
            Files are never overwritten that the export did not write. If another file has the name, a number is \
            added. Each written file is read back and compared with its checksum. The folder keeps a record, so that \
            another export to it writes only what has changed.

            --all leaves with everything: originals, edited versions, recipes of edits, hidden photos, sidecars, and \
            a manifest, from which "photokit import" restores the library with albums and folders. The other ways \
            export originals without sidecars, unless options say more.

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
    var to = "."

    @OptionGroup(title: "What is exported") var selection: ExportSelectionOptions
    @OptionGroup(title: "How it is written") var form: ExportFormOptions

    @Argument(
        help: ArgumentHelp(
            "Identifiers of photos and videos. Their first characters are enough.",
            valueName: "id"
        )
    )
    var identifiers: [String] = []

    func validate() throws {
        let ways = [!identifiers.isEmpty, selection.isFetch, selection.all].filter { $0 }.count
        guard ways == 1 else {
            throw ValidationError(
                "Name identifiers, or use --album and --where, or --all, and only one of the three."
            )
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        let folder = URL(fileURLWithPath: to, isDirectory: true).standardizedFileURL
        try LibraryGuard.check(folder)
        let report = try form.report.map { try FileReport(URL(fileURLWithPath: $0)) }
        let reporter = ExportReporter(json: output.json, report: report)
        let options = form.options(isWhole: selection.all)
        let lookup = Lookup(library: library)
        let fetch = selection.isFetch ? try selection.fetch(lookup) : nil
        let names = try lookup.assets(identifiers).map(\.localIdentifier)
        let all = selection.all
        let outcome = try await Interruption.cancelling(on: [SIGINT, SIGTERM]) {
            if all {
                return try await library.exportEverything(to: folder, options: options) {
                    reporter.show($0)
                }
            }
            if let fetch {
                return try await library.export(fetch, to: folder, options: options) {
                    reporter.show($0)
                }
            }
            return try await library.export(localIdentifiers: names, to: folder, options: options) {
                reporter.show($0)
            }
        }
        try report?.finish()
        reporter.conclude(outcome, folder, options)
        if outcome.failedCount > 0 || outcome.keptCount > 0 || outcome.wasCancelled {
            throw ExitStatus.refused
        }
    }
}

/// The options of `photokit export` that select photos and videos.
struct ExportSelectionOptions: ParsableArguments {
    @Flag(help: "Export everything, including hidden photos, edits and sidecars.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "Export everything in an album or smart album.",
            valueName: "title or id"
        )
    )
    var album: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Export what matches a predicate, such as 'creationDate > \"2020\"'; with hidden photos.",
            valueName: "predicate"
        )
    )
    var predicate: String?

    /// Whether an album or a predicate selects the photos.
    var isFetch: Bool { album != nil || predicate != nil }

    func fetch(_ lookup: Lookup) throws -> PHFetchResult<PHAsset> {
        let options = Order.everything
        if let predicate {
            options.predicate = try FetchSyntax.predicate(predicate, for: .assets)
        }
        guard let album else { return PHAsset.fetchAssets(with: options) }
        return PHAsset.fetchAssets(in: try lookup.album(album), options: options)
    }
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
        transform: ExportFormOptions.pattern
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

    func options(isWhole: Bool) -> LibraryExport.Options {
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

    private static func pattern(_ text: String) throws -> LibraryExport.PathPattern {
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
