import ArgumentParser
import OpenPhotoKit

/// The command `photokit token`.
struct Token: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the present moment of the library.",
        discussion: """
            Keep it, and ask "photokit changes --since" later what happened meanwhile.

            EXAMPLES:
              photokit token > last-token
              photokit token --oldest
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "The oldest moment that the history can still be told from.")
    var oldest = false

    func run(in library: PHPhotoLibrary) async throws {
        let token = oldest ? try library.oldestChangeToken() : library.currentChangeToken
        Output.shared.line(
            output.json
                ? JSON.object([("token", JSON(token.stringValue))]).description : token.stringValue
        )
    }
}
