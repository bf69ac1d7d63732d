import ArgumentParser
import Foundation
import Glibc
import OpenPhotoKit

/// The command `photokit uploads`.
struct Uploads: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uploads",
        abstract: "Lets programs upload photos in the background.",
        discussion: """
            A program makes upload jobs for photos, by Apple's API. "photokit uploads run" starts the program when the \
            library has changed or jobs have ended, and carries the jobs out. It runs only programs that you have named with \
            "enable". The systemd unit photokit-uploads@ runs it in the background.

            EXAMPLES:
              photokit uploads enable ~/.local/bin/photo-uploader
              photokit uploads run
              photokit uploads status
              photokit uploads disable ~/.local/bin/photo-uploader
            """,
        subcommands: [
            UploadsRun.self, UploadsEnable.self, UploadsDisable.self, UploadsStatus.self,
        ]
    )
}

/// The command `photokit uploads run`.
struct UploadsRun: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Starts programs that upload, and carries out their jobs, until Ctrl-C.",
        discussion: """
            A program has 60 seconds to make and acknowledge jobs; then it is told to end, and ended five seconds later. After a \
            failure it is started again after 30 seconds, then after a minute, and so on up to an hour. Its output is passed on.

            Jobs whose server cannot be reached, or answers that it is busy, are tried for a week. Photos that are in \
            remotes alone are fetched first. At most five redirects are followed; another server does not get the header \
            fields of the request. http:// reaches this machine alone.

            --once ends when nothing is left to do at present.

            EXAMPLES:
              photokit uploads run
              photokit uploads run --once --json
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions
    @Flag(help: "End when nothing is left to do at present.") var once = false
    @Option(help: "The most uploads at a time, from 1 to 4.") var parallel = 4
    @Option(
        help: ArgumentHelp(
            "A file of certificates in PEM form to trust beside the system's.",
            valueName: "path"
        ),
        completion: .file()
    )
    var certificates: String?

    var accessMode: PHPhotoLibrary.AccessMode { .readWrite }

    func validate() throws {
        guard (1...4).contains(parallel) else {
            throw ValidationError("--parallel is a number from 1 to 4.")
        }
        try PathArgument.checkPaths([certificates], subject: "The path of --certificates")
    }

    func run(in library: PHPhotoLibrary) async throws {
        if try library.uploadPrograms().isEmpty {
            Output.shared.complain(
                "No program may upload. Name one with \"photokit uploads enable\"; the uploads notice it."
            )
        }
        var options = LibraryUploads.HostOptions()
        options.parallel = parallel
        options.endsWhenIdle = once
        options.certificates = certificates.map { URL(fileURLWithPath: $0, isDirectory: false) }
        let reporter = UploadReporter(json: output.json)
        try await Interruption.cancelling(on: [SIGINT, SIGTERM]) { [options] in
            try await library.runUploads(
                options,
                isMetered: { MeteredNetwork.presentState() == .metered },
                events: { reporter.showEvent($0) }
            )
        }
    }
}

/// The command `photokit uploads enable`.
struct UploadsEnable: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Lets a program upload photos of the library.",
        discussion: """
            The program and the folders above it must belong to you or to root, and nobody else may write them. The program \
            uses the library under the name of its file, or that of --name; "photokit access" decides what it may see. A \
            program that is enabled already gets the given options.

            EXAMPLES:
              photokit uploads enable ~/.local/bin/photo-uploader
              photokit uploads enable /usr/bin/photo-uploader --name org.example.uploader --not-on-metered
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions
    @Option(
        help: ArgumentHelp(
            "The name under which the program uses the library.",
            valueName: "application"
        )
    )
    var name: String?
    @Flag(help: "Upload nothing for it while NetworkManager says that the network is metered.")
    var notOnMetered = false
    @Argument(
        help: ArgumentHelp("The path of the program.", valueName: "path"),
        completion: .file()
    )
    var program: String

    var accessMode: PHPhotoLibrary.AccessMode { .readWrite }

    func validate() throws {
        try PathArgument.checkPaths([program])
        guard name != "" else { throw ValidationError("The name of --name must not be empty.") }
    }

    func run(in library: PHPhotoLibrary) async throws {
        let enabled = try library.enableUploads(
            by: URL(fileURLWithPath: program, isDirectory: false),
            as: name,
            preventsExpensiveNetworkAccess: notOnMetered
        )
        if output.json { return Output.shared.writeLine(JSON(encoding: enabled)) }
        Output.shared.writeSentence(
            Table.printableText(
                "\(enabled.path) may upload, as \(enabled.client). \"photokit uploads run\" starts it."
            )
        )
    }
}

/// The command `photokit uploads disable`.
struct UploadsDisable: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Starts a program no more. Its jobs are carried out.",
        discussion: "EXAMPLE:\n  photokit uploads disable ~/.local/bin/photo-uploader"
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions
    @Argument(
        help: ArgumentHelp("The path of the program.", valueName: "path"),
        completion: .file()
    )
    var program: String

    var accessMode: PHPhotoLibrary.AccessMode { .readWrite }

    func validate() throws { try PathArgument.checkPaths([program]) }

    func run(in library: PHPhotoLibrary) async throws {
        let url = URL(fileURLWithPath: program, isDirectory: false)
        let wasEnabled = try library.disableUploads(by: url)
        if output.json {
            return Output.shared.writeLine(
                .object([("path", JSON(url.path)), ("wasEnabled", JSON(wasEnabled))])
            )
        }
        guard wasEnabled else {
            throw CommandFailure(
                .usage,
                "\(url.path) is no program that uploads. See \"photokit uploads status\"."
            )
        }
        Output.shared.writeSentence(
            Table.printableText("\(url.path) is not started any more. Its jobs are carried out.")
        )
    }
}

/// The command `photokit uploads status`.
struct UploadsStatus: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows programs that upload, their jobs, and what failed.",
        discussion: """
            The exit code is 1 when a program cannot be started, or a job has failed that its program has not acknowledged.

            EXAMPLE:
              photokit uploads status --json
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    func run(in library: PHPhotoLibrary) async throws {
        let status = try library.uploadStatus()
        let reporter = UploadReporter(json: output.json)
        reporter.showStatus(status)
        let hasProblem =
            status.programs.contains { $0.problem != nil }
            || status.counts.contains { $0.failed > 0 }
        if hasProblem { throw ExitStatus.refused }
    }
}
