import ArgumentParser
import OpenPhotoKit

/// The option to continue when the program that reads files cannot be used.
struct FactsOptions: ParsableArguments {
    @Flag(
        name: .customLong("without-facts"),
        help: ArgumentHelp(
            "Continue if photokit-media is missing or does not work, with the dates of file names and the file system."
        )
    )
    var allowsMissingFacts = false

    /// Throws before any work if that program cannot be used and the option is not given.
    func checkMediaWorker() throws {
        guard !allowsMissingFacts else { return }
        do {
            try PHPhotoLibrary.checkMediaWorker()
        } catch let error as PHPhotosError {
            throw CommandFailure(
                ExitStatus(error),
                "Nothing was read. \(error.localizedDescription) To continue with the dates of file names and the file system, "
                    + "add --without-facts. Read the contents of the files later with \"photokit facts --reread\"."
            )
        }
    }

    /// Returns the message that is printed once when the command continues.
    static func missingFactsSentence(reason: String) -> String {
        "Dates, locations and captions inside files are not read, and no previews are made. \(reason) "
            + "Read them later with \"photokit facts --reread\"."
    }
}
