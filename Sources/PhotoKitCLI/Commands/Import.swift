import ArgumentParser
import OpenPhotoKit

/// The command `photokit import`.
struct Import: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Imports photos and videos from files and folders.",
        discussion: """
            Folders are searched through; hidden files and photo libraries in them are passed over. What a file is, \
            its content tells. Files are copied and never changed. A file that is no picture or movie, or is \
            damaged, is named with the reason and left out; the others still get in, and the exit code is 1.

            EXAMPLES:
              photokit import ~/DCIM
              photokit import IMG_0001.HEIC holiday/ --json
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Import bytes a second time that the library already has.")
    var duplicates = false

    @Argument(help: ArgumentHelp("Files and folders.", valueName: "path"), completion: .file())
    var paths: [String]

    var accessMode: PHPhotoLibrary.AccessMode { .readWrite }

    func run(in library: PHPhotoLibrary) async throws {
        let narrator = ImportNarrator(json: output.json)
        let urls = paths.map { URL(fileURLWithPath: $0) }
        let allowsDuplicates = duplicates
        let report = try await Interruption.cancelling {
            try await library.importFiles(urls, options: .init(allowsDuplicates: allowsDuplicates))
            {
                narrator.tell($0)
            }
        }
        narrator.conclude(report, token: library.currentChangeToken)
        if report.refusedCount > 0 || report.wasCancelled { throw ExitStatus.refused }
    }
}
