import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit source move`.
struct SourceMove: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Says where the folder of a source is now, and sweeps it.",
        discussion: """
            Photos keep everything. No file is moved: that has been done already. A folder that has none of the \
            source's files is refused, unless you say --force: then files are found by their bytes. Where the folder \
            is a source already, the two become one.

            EXAMPLE:
              photokit source move /mnt/photos /media/disk/photos
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var facts: FactsOptions
    @OptionGroup var previews: PreviewOptions
    @Flag(inversion: .prefixedNo, help: "Sweep it at once.") var sweep = true
    @Flag(help: "Also take a folder that has none of the source's files under their names.")
    var force = false
    @Argument(
        help: ArgumentHelp("The source, by the folder that it had.", valueName: "old"),
        completion: .directory
    )
    var old: String
    @Argument(
        help: ArgumentHelp("Where the folder is now.", valueName: "new"),
        completion: .directory
    )
    var new: String

    func run(in library: PHPhotoLibrary) async throws {
        if sweep { try facts.check() }
        let source = try library.sources().named(old)
        let moved = try library.moveSource(
            source,
            to: URL(fileURLWithPath: new, isDirectory: true),
            evenWithoutItsFiles: force
        )
        report(
            "The source \(source.url.path) is \(moved.url.path) now.",
            [moved.identifier],
            in: library
        )
        guard sweep else { return }
        try await SourceSweeping(
            library: library,
            json: edit.output.json,
            facts: facts,
            previews: previews
        ).run([moved])
    }
}
