import ArgumentParser
import OpenPhotoKit

/// The command `photokit init`.
struct Initialize: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Creates an empty library.",
        discussion: """
            An existing library stays unchanged.

            EXAMPLES:
              photokit init
              photokit --library ~/Family.photolib init
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let exists = FileManager.default.fileExists(
            atPath: options.url.appendingPathComponent("LIBRARY").path
        )
        // A new library must not be inside another library, which owns all files in its folder.
        try options.checkIsNoBackup()
        if !exists { try LibraryGuard.checkIsOutside(options.url.deletingLastPathComponent()) }
        let library: PHPhotoLibrary
        do {
            library = try PHPhotoLibrary.open(
                at: options.url,
                create: true,
                author: "photokit",
                user: .owner
            )
        } catch let error as PHPhotosError {
            throw CommandFailure(
                error.libraryProblem == nil ? Fault.library.status : ExitStatus(error),
                error.localizedDescription
            )
        }
        defer { library.close() }
        let information = try library.information()
        if output.json {
            Output.shared.writeLine(
                .object([
                    ("path", JSON(information.url.path)),
                    ("identifier", JSON(information.identifier.uuidString)),
                    ("isNew", JSON(!exists)),
                    ("token", JSON(library.currentChangeToken.stringValue)),
                ])
            )
        } else {
            let verb = exists ? "There is a library already at" : "Made the library"
            Output.shared.writeLine("\(verb) \(information.url.path)")
        }
    }
}
