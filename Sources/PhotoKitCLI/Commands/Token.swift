import ArgumentParser
import OpenPhotoKit

/// The command `photokit token`.
struct Token: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints a token for the current state of the library.",
        discussion: """
            Store the token, and later list the changes since with "photokit changes --since".

            EXAMPLES:
              photokit token > last-token
              photokit token --oldest
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Print the oldest valid token, from which the whole history can be listed.")
    var oldest = false

    func run(in library: PHPhotoLibrary) async throws {
        let token = oldest ? try library.oldestChangeToken() : library.currentChangeToken
        Output.shared.writeLine(
            output.json
                ? JSON.object([("token", JSON(token.stringValue))]).description : token.stringValue
        )
    }
}
