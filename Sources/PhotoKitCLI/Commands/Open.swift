import ArgumentParser
import OpenPhotoKit

/// The command `photokit open`.
struct Open: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Opens the page of the library in the browser.",
        discussion: """
            If no server of the library runs, the command starts one with the same options as "photokit serve", \
            and ends with it. The browser gets a code that opens one session.

            EXAMPLE:
              photokit open
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var server: ServeOptions

    func run() async throws {
        try ServeStart.run(["--library", options.url.path] + server.arguments + ["--open"])
    }
}
