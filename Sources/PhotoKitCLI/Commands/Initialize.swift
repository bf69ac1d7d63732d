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
        let (library, isNew) = try options.makeLibrary()
        defer { library.close() }
        let information = try library.information()
        if output.json {
            Output.shared.writeLine(
                .object([
                    ("path", JSON(information.url.path)),
                    ("identifier", JSON(information.identifier.uuidString)),
                    ("isNew", JSON(isNew)),
                    ("token", JSON(library.currentChangeToken.stringValue)),
                ])
            )
        } else {
            let verb = isNew ? "Made the library" : "There is a library already at"
            Output.shared.writeLine("\(verb) \(information.url.path)")
        }
    }
}
