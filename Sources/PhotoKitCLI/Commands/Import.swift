public import ArgumentParser
public import OpenPhotoKit

/// The command `photokit import`.
struct Import: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Imports photos and videos from files and folders.",
        discussion: """
            Folders are searched through; hidden files and photo libraries in them are passed over, and so is what \
            other programs keep beside photos (@eaDir, Thumbs.db and the like), which is counted. What a file is, \
            its content tells. Files are copied and never changed. A file that you name, or whose name ends as that of \
            a picture or movie does, and that is none or is damaged, is named with the reason and left out; the others \
            still get in, and the exit code is 1. Other files of a folder that are neither are counted. Where the program photokit-media, which reads dates and places inside of files, is missing or does not work, \
            nothing is read, and the exit code is 6.

            EXAMPLES:
              photokit import ~/DCIM
              photokit import IMG_0001.HEIC holiday/ --json
              photokit import ~/Pictures --exclude 'exports' --exclude '*.psd'
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "What becomes of bytes that the library has: skip, keep, or album, which shows them in the album Duplicates. Files that were imported before and are as they were are passed over in any case.",
            valueName: "policy"
        )
    )
    var duplicates = LibraryImport.Duplicates.skip

    @Flag(help: "Move the files instead of copying them.")
    var move = false

    @Option(help: ArgumentHelp("Add everything to the album of this title.", valueName: "title"))
    var album: String?

    @Flag(name: .customLong("dry-run"), help: "Print what would be done, and do nothing.")
    var isDryRun = false

    @Flag(
        name: .customLong("no-previews"),
        help: "Leave previews for when they are first asked for: the import is faster."
    )
    var skipsPreviews = false

    @OptionGroup var facts: FactsOptions
    @OptionGroup var exclusions: ExclusionOptions

    @Argument(help: ArgumentHelp("Files and folders.", valueName: "path"), completion: .file())
    var paths: [String]

    var accessMode: PHPhotoLibrary.AccessMode { .readWrite }

    func run(in library: PHPhotoLibrary) async throws {
        let reporter = ImportReporter(json: output.json, isDryRun: isDryRun)
        let urls = paths.map { URL(fileURLWithPath: $0) }
        let options = LibraryImport.Options(
            duplicates: duplicates,
            transfer: move ? .move : .copy,
            album: album,
            isDryRun: isDryRun,
            makesPreviews: !skipsPreviews,
            allowsMissingFacts: facts.allowsMissingFacts,
            excludedPatterns: exclusions.patterns
        )
        let report = try await Interruption.cancelling {
            try await library.importFiles(urls, options: options) { reporter.tell($0) }
        }
        reporter.conclude(report, token: library.currentChangeToken)
        if duplicates != .skip, report.unchangedCount > 0 {
            let files = Wording.count(report.unchangedCount, "file")
            Output.shared.complain(
                "--duplicates \(duplicates.rawValue) did nothing to \(files) that an earlier import dealt with: they are as they were, and were not read again. Import copies of them from another folder."
            )
        }
        if report.refusedCount > 0 || report.wasCancelled { throw ExitStatus.refused }
    }
}

extension LibraryImport.Duplicates: ExpressibleByArgument {}
