public import ArgumentParser
public import OpenPhotoKit
import PhotosBase
import Synchronization

/// The command `photokit import`.
struct Import: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Imports photos and videos from files and folders.",
        discussion: """
            Folders are searched with all subfolders. Hidden files and photo libraries in folders are left out. \
            Files of other programs (@eaDir, Thumbs.db and the like) are left out, too, and counted. The content of \
            a file decides its type. Files are copied and never changed.

            If a file that you name is damaged or not a picture or movie, photokit prints its name with the reason, \
            imports the others, and exits with code 1. The same applies to a file in a folder whose name ends like \
            that of a picture or movie. Other files in folders are only counted.

            If the program photokit-media, which reads dates and locations inside files, is missing or does not \
            work, nothing is imported, and the exit code is 6. --without-facts imports files in this case, too.

            Exports of Google Photos (Takeout) and libraries of Apple Photos are recognized: name the folder, the .zip \
            and .tgz archives of one export together, or the .photoslibrary. Dates, places, captions, albums, favorites \
            and edits come with the photos.

            EXAMPLES:
              photokit import ~/DCIM
              photokit import ~/Downloads/takeout-*.zip
              photokit import ~/Pictures/"Photos Library.photoslibrary"
              photokit import IMG_0001.HEIC holiday/ --json
              photokit import ~/Pictures --exclude 'exports' --exclude '*.psd'
              photokit import ~/DCIM --report ~/import.csv
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "The treatment of files that are already in the library: skip, keep (as a second photo), or album (add the existing photo to the album Duplicates). Unchanged files of an earlier import are always skipped.",
            valueName: "policy"
        )
    )
    var duplicates = LibraryImport.Duplicates.skip

    @Flag(help: "Move the files instead of copying them.")
    var move = false

    @Option(help: ArgumentHelp("Add everything to the album with this title.", valueName: "title"))
    var album: String?

    @Flag(
        name: .customLong("albums-from-folders"),
        help:
            "Add each photo to an album with the name of its folder. Folders with the same name share one album."
    )
    var makesAlbumsOfFolders = false

    @Flag(name: .customLong("dry-run"), help: "Print what would be done, and do nothing.")
    var isDryRun = false

    @Flag(
        name: .customLong("no-previews"),
        help:
            "Make no previews now, so that the import is faster. Each preview is made at its first request."
    )
    var skipsPreviews = false

    @Option(
        help: ArgumentHelp(
            "Write a line about each file to a report: CSV for a name with .csv, otherwise JSON.",
            valueName: "file"
        ),
        completion: .file()
    )
    var report: String?

    @OptionGroup var facts: FactsOptions
    @OptionGroup var exclusions: ExclusionOptions

    @Argument(
        help: ArgumentHelp("The files and folders to import.", valueName: "path"),
        completion: .file()
    )
    var paths: [String]

    var accessMode: PHPhotoLibrary.AccessMode { .readWrite }

    func validate() throws {
        if let album { try TitleText.checkText(album, subject: "The title of --album") }
        try PathArgument.checkPaths(paths)
        try PathArgument.checkPaths([report], subject: "The path of --report")
    }

    func run(in library: PHPhotoLibrary) async throws {
        let file = try self.report.map { try FileReport(URL(fileURLWithPath: $0)) }
        let reporter = ImportReporter(
            json: output.json,
            isDryRun: isDryRun,
            isMove: move,
            report: file,
            paths: TypedPaths(paths),
            invented: isDryRun ? InventedIdentifiers(library: library) : nil
        )
        let urls = paths.map { URL(fileURLWithPath: $0) }
        let options = LibraryImport.Options(
            duplicates: duplicates,
            transfer: move ? .move : .copy,
            album: album,
            makesAlbumsOfFolders: makesAlbumsOfFolders,
            isDryRun: isDryRun,
            makesPreviews: !skipsPreviews,
            allowsMissingFacts: facts.allowsMissingFacts,
            excludedPatterns: exclusions.patterns
        )
        let remotes = urls.compactMap { url in
            PHPhotoLibrary.remoteFolder(holding: url).map { (url: url, remote: $0) }
        }
        // A remote itself is refused.
        let inside = remotes.first { $0.url.resolvingSymlinksInPath().path != $0.remote.path }
        if !move, let remote = inside?.remote {
            Output.shared.complain(
                "\(remote.path) is a remote of a library: its files have no names, and captions and albums are not among them. \"photokit remote restore \(ShellWord.quoted(remote.path)) FOLDER\" makes the library again."
            )
        }
        // A move leaves nothing at the paths.
        let haveExisted = urls.contains { FileManager.default.fileExists(atPath: $0.path) }
        let albums = MadeAlbums()
        let imported = Atomic<Int>(0)
        let report: LibraryImport.Report
        do {
            report = try await Interruption.cancelling {
                try await library.importFiles(urls, options: options) { event in
                    switch event {
                    case .imported, .joined, .healed: imported.add(1, ordering: .relaxed)
                    default: break
                    }
                    reporter.showEvent(event)
                }
            }
        } catch let error as PHPhotosError where error.code == .invalidResource && !remotes.isEmpty
        {
            try? file?.finish()
            throw CommandFailure(Fault.usage.status, error.localizedDescription)
        } catch let error as PHPhotosError where error.libraryProblem == .diskFull {
            try? file?.finish()
            throw ImportReporter.fullDisk(error, after: imported.load(ordering: .relaxed))
        }
        try file?.finish()
        reporter.showReport(report, token: library.currentChangeToken)
        if !output.json, !isDryRun, let made = albums.sentence { Output.shared.writeSentence(made) }
        if duplicates != .skip, report.unchangedCount > 0 {
            let files = Wording.count(report.unchangedCount, of: "file")
            Output.shared.complain(
                "--duplicates \(duplicates.rawValue) has no effect on \(files): an earlier import processed \(report.unchangedCount == 1 ? "it, and it is" : "them, and they are") unchanged. To apply it, import copies from another folder."
            )
        }
        guard haveExisted else { throw Fault.notFound.status }
        try Fault.throwStatus(
            isPartial: report.refusedCount > 0 || report.conflictCount > 0,
            wasInterrupted: report.wasCancelled
        )
    }
}

extension LibraryImport.Duplicates: ExpressibleByArgument {}
