import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit source move`.
struct SourceMove: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Records the new folder of a source, and sweeps it.",
        discussion: """
            Use this command after you moved the folder yourself: it moves no file. Photos keep all properties. A \
            folder with none of the source's files is rejected; with --force it is accepted, and files are found by \
            their content. If the folder is already a source, the two sources are merged.

            EXAMPLE:
              photokit source move /mnt/photos /media/disk/photos
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var facts: FactsOptions
    @OptionGroup var previews: PreviewOptions
    @Flag(inversion: .prefixedNo, help: "Sweep the source at once.") var sweep = true
    @Flag(help: "Accept a folder that has none of the source's file names.")
    var force = false
    @Argument(
        help: ArgumentHelp("The earlier folder of the source.", valueName: "old"),
        completion: .directory
    )
    var old: String
    @Argument(
        help: ArgumentHelp("The new folder of the source.", valueName: "new"),
        completion: .directory
    )
    var new: String

    func validate() throws { try PathArgument.checkPaths([old, new]) }

    func run(in library: PHPhotoLibrary) async throws {
        if sweep { try facts.checkMediaWorker() }
        let source = try library.sources().named(old)
        let moved = try Fault.ofFolder(new) {
            try library.moveSource(
                source,
                to: URL(fileURLWithPath: new, isDirectory: true),
                evenWithoutItsFiles: force
            )
        }
        reportChange(
            "The source \(source.url.path) now has the folder \(moved.url.path).",
            of: [moved.identifier],
            in: library
        )
        guard sweep else { return }
        try await SourceSweeping(
            library: library,
            json: edit.output.json,
            facts: facts,
            previews: previews,
            paths: TypedPaths([new])
        ).run([moved])
    }
}
