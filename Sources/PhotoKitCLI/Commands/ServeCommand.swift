import ArgumentParser
import OpenPhotoKit

/// The command `photokit serve`.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves the page of the library to browsers.",
        discussion: """
            The printed address has a code that opens one session, within a quarter of an hour, in a browser of this \
            account. In any other browser, type the code of the second line. Only this machine \
            can reach the server, unless --address names another address. Beyond this machine the server needs a \
            password, and a certificate or --behind-proxy. Ctrl-C ends the server.

            EXAMPLES:
              photokit serve
              photokit serve --set-password
              photokit serve --address 0.0.0.0 --host photos.example.org --certificate chain.pem --key key.pem
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var server: ServeOptions

    @Flag(help: "Set the password from standard input, and end. An empty line removes it.")
    var setPassword = false

    @Flag(
        help:
            "Ask the running server whether it can answer from the library, and end: with 0, or with 3 and the reason."
    )
    var askHealth = false

    func run() async throws {
        try options.checkLibraryExists()
        try ServeStart.run(
            ["--library", options.url.path] + server.arguments
                + (setPassword ? ["--set-password"] : []) + (askHealth ? ["--ask-health"] : [])
        )
    }

    func validate() throws {
        if options.application != nil {
            throw ValidationError(
                "--as has no effect here. Devices and links of the page get their own access."
            )
        }
    }
}
