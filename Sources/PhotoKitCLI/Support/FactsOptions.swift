import ArgumentParser
import OpenPhotoKit

/// Whether a command goes on where the program that looks into files cannot be used.
struct FactsOptions: ParsableArguments {
    @Flag(
        name: .customLong("without-facts"),
        help: ArgumentHelp(
            "Go on where photokit-media is missing or does not work, with the dates that names and files have."
        )
    )
    var allowsMissingFacts = false

    /// Refuses before anything is done where that program cannot be used and nothing else was said.
    func check() throws {
        guard !allowsMissingFacts else { return }
        do {
            try PHPhotoLibrary.checkMediaWorker()
        } catch let error as PHPhotosError {
            throw CommandFailure(
                ExitStatus(error),
                "Nothing was read. \(error.localizedDescription) To go on with the dates that names and files have, add "
                    + "--without-facts, and read what is inside of them later with \"photokit facts --reread\"."
            )
        }
    }

    /// What people are told once where the command goes on.
    static func sentence(_ reason: String) -> String {
        "Dates, places and captions inside of files are not read, and no previews are made. \(reason) "
            + "Read them later with \"photokit facts --reread\"."
    }
}
