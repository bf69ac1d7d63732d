import ArgumentParser
import Glibc
import OpenPhotoKit

/// The command `photokit open`.
struct Open: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Opens the page of the library in the browser.",
        discussion: """
            If no server of the library runs, the command starts one with the same options as "photokit serve", \
            and ends with it. The browser gets a code that opens one session. Where there is no library yet, the \
            command asks whether to make one, whose page takes photos and folders that are dropped on it.

            EXAMPLE:
              photokit open
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var server: ServeOptions

    @Flag(help: "Make a library without asking if there is none.") var yes = false

    func run() async throws {
        // A person who made a library should see its page.
        _ = try ServeStart.path()
        if options.isLibraryMissing, yes || isatty(STDIN_FILENO) == 1 {
            try Confirmation(
                question: "There is no library yet. Make one at \(options.url.path)",
                refusal: "No library was made"
            ).obtainAgreement(isAgreed: yes)
            try options.makeLibrary().library.close()
            Output.shared.writeLine("Made the library \(options.url.path)")
            Output.shared.writeLine("Drop photos or whole folders into its page.")
        }
        try options.checkLibraryExists()
        try ServeStart.run(["--library", options.url.path] + server.arguments + ["--open"])
    }
}
