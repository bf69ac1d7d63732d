import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit previews`.
struct Previews: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Counts, makes or deletes previews, the small pictures that the library stores.",
        discussion: """
            An import makes the previews. A missing preview is made at its first request. Deleting previews loses \
            nothing, because all of them can be made again.

            EXAMPLES:
              photokit previews
              photokit previews --make
              photokit previews --delete
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Make all missing previews.")
    var make = false

    @Flag(help: "Delete all previews.")
    var delete = false

    var accessMode: PHPhotoLibrary.AccessMode { make || delete ? .readWrite : .readOnly }

    func validate() throws {
        if make, delete { throw ValidationError("--make and --delete exclude each other.") }
    }

    func run(in library: PHPhotoLibrary) async throws {
        if delete { try library.deletePreviews() }
        let end = make ? try await makeAll(in: library) : .done
        let inventory = try library.previewInventory()
        if output.json {
            Output.shared.writeLine(
                .object([
                    ("grid", JSON(inventory.gridCount)), ("screen", JSON(inventory.screenCount)),
                    ("bytes", JSON(inventory.byteCount)),
                ])
            )
        } else {
            Output.shared.writeLine(
                "\(inventory.gridCount) of about 256 pixels, \(inventory.screenCount) of about 1024 pixels, \(Wording.formattedBytes(inventory.byteCount)) in all."
            )
        }
        if end != .done { throw end.status }
    }

    private func makeAll(in library: PHPhotoLibrary) async throws -> Fault {
        let report = try await Interruption.cancelling {
            try await library.makePreviews { left in
                Output.shared.showStatus("making previews, \(left) left")
            }
        }
        Output.shared.clearStatus()
        let full = report.failures.filter(\.isForSpace)
        if let first = full.first {
            let have = full.count == 1 ? "has" : "have"
            Output.shared.complain(
                "\(Wording.count(full.count, of: "photo or video", plural: "photos and videos")) \(have) no preview. \(first.reason)"
            )
        }
        for failure in report.failures where !failure.isForSpace {
            Output.shared.complain(
                "\(Table.printableText(failure.filename)) has no preview. \(failure.reason)"
            )
        }
        if report.wasCancelled {
            Output.shared.complain(
                "The command was stopped. Run it again to make the other previews."
            )
        }
        if !output.json {
            Output.shared.writeLine(
                "Made previews of \(Wording.count(report.madeCount, of: "photo or video", plural: "photos and videos")); \(report.presentCount) had previews already."
            )
        }
        if report.wasCancelled { return .interruption }
        return report.failures.isEmpty ? .done : .partlyDone
    }
}
