import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit previews`.
struct Previews: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows, makes or deletes the small pictures that the library keeps ready.",
        discussion: """
            An import makes them, and so does whoever asks for one that is missing. All of them can be made again: \
            deleting them loses nothing.

            EXAMPLES:
              photokit previews
              photokit previews --make
              photokit previews --delete
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Make those that are missing.")
    var make = false

    @Flag(help: "Delete all of them.")
    var delete = false

    var accessMode: PHPhotoLibrary.AccessMode { make || delete ? .readWrite : .readOnly }

    func validate() throws {
        if make, delete { throw ValidationError("--make and --delete exclude each other.") }
    }

    func run(in library: PHPhotoLibrary) async throws {
        if delete { try library.deletePreviews() }
        var isComplete = true
        if make { isComplete = try await makeAll(in: library) }
        let inventory = try library.previewInventory()
        if output.json {
            Output.shared.line(
                .object([
                    ("grid", JSON(inventory.gridCount)), ("screen", JSON(inventory.screenCount)),
                    ("bytes", JSON(inventory.byteCount)),
                ])
            )
        } else {
            Output.shared.line(
                "\(inventory.gridCount) of about 256 pixels, \(inventory.screenCount) of about 1024 pixels, \(Wording.bytes(inventory.byteCount)) in all."
            )
        }
        if !isComplete { throw ExitStatus.refused }
    }

    private func makeAll(in library: PHPhotoLibrary) async throws -> Bool {
        let report = try await Interruption.cancelling {
            try await library.makePreviews { left in
                Output.shared.status("making previews, \(left) left")
            }
        }
        Output.shared.clearStatus()
        for failure in report.failures {
            Output.shared.complain(
                "\(Table.printable(failure.filename)) has no preview. \(failure.reason)"
            )
        }
        if report.wasCancelled {
            Output.shared.complain("Making previews was stopped. Start it again for the rest.")
        }
        if !output.json {
            Output.shared.line(
                "Made previews of \(Wording.count(report.madeCount, "photo or video", "photos and videos")); \(report.presentCount) had them."
            )
        }
        return report.failures.isEmpty && !report.wasCancelled
    }
}
