import ArgumentParser
import Foundation
import TransferRules

/// The program `photokit-transfer`.
@main
struct Transfer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photokit-transfer",
        abstract: "Carries files to and from S3 and WebDAV.",
        discussion: """
            The program reads requests as lines of JSON from standard input, and writes replies to standard output. \
            It ends when the input has ended and all requests are done. "photokit remote" starts it.
            """
    )

    @Option(help: "The most requests at a time, from 1 to 64.") var parallel = 4

    @Option(
        help: ArgumentHelp(
            "Seconds without a byte after which a connection is given up.",
            valueName: "seconds"
        )
    )
    var stall: Double = 60

    @Option(
        help: ArgumentHelp(
            "Seconds without progress for which a request is tried again.",
            valueName: "seconds"
        )
    )
    var patience: Double = 120

    @Option(
        help: ArgumentHelp(
            "Seconds that a service has for a connection and its first answer, and for which it is tried again until then.",
            valueName: "seconds"
        )
    )
    var contact: Double = 4.2

    func validate() throws {
        guard (1...64).contains(parallel) else {
            throw ValidationError("--parallel is a number from 1 to 64.")
        }
        guard stall >= 0.1, stall <= 86400 else {
            throw ValidationError("--stall is a number of seconds from 0.1 to 86400.")
        }
        guard contact >= 0.1, contact <= 86400 else {
            throw ValidationError("--contact is a number of seconds from 0.1 to 86400.")
        }
        guard patience >= 0, patience <= 86400 else {
            throw ValidationError("--patience is a number of seconds from 0 to 86400.")
        }
    }

    func run() async throws {
        // A reader that has gone is noticed when writing.
        signal(SIGPIPE, SIG_IGN)
        let wire = Wire(stallSeconds: stall, contact: FirstContact(seconds: contact))
        let remotes = ServiceRemotes(wire: wire, patience: patience)
        let queue = WorkQueue(parallel: parallel, remotes: remotes)
        await RequestInput.readRequests { queue.addRequest($0) }
        await queue.finish()
        await wire.close()
    }
}
