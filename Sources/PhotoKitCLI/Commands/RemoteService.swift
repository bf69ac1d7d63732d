import ArgumentParser
import Foundation
import OpenPhotoKit
import PhotosBase

/// The command `photokit remote service`.
struct RemoteService: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "Keeps remotes up to date in the background, by a unit of systemd.",
        discussion: """
            The unit runs "photokit remote sync --follow" for one library and one user, with low priority. It starts \
            with the user's session; "loginctl enable-linger" starts it with the machine.

            EXAMPLES:
              photokit remote service install
              photokit remote service install --not-on-metered
              photokit remote service status
              photokit remote service remove
            """,
        subcommands: [
            RemoteServiceInstall.self, RemoteServiceRemove.self, RemoteServiceStatus.self,
        ]
    )
}

/// The command `photokit remote service install`.
struct RemoteServiceInstall: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Writes the unit of this library, and starts it.",
        discussion: """
            An earlier unit of the library is replaced. Where systemd does not run, as in containers, the commands \
            are printed that start the unit elsewhere. Keys come from files: the unit does not get those of the \
            environment.

            EXAMPLE:
              photokit remote service install --not-on-metered
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions
    @Flag(help: "Send nothing while NetworkManager says that the network is metered.")
    var notOnMetered = false

    func run(in library: PHPhotoLibrary) async throws {
        let remotes = try library.remotes()
        guard !remotes.isEmpty else {
            throw CommandFailure(
                .usage,
                "The library has no remotes. Add one with \"photokit remote add\"."
            )
        }
        let unit = ServiceUnit(of: options.url)
        guard !unit.library.path.contains(where: \.isNewline) else {
            throw CommandFailure(.usage, "The path of the library has a line break. Rename it.")
        }
        try unit.writeUnit(
            unit.unitText(
                program: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path,
                notOnMetered: notOnMetered,
                version: UserServices.version
            )
        )
        let isRunning = try startUnit(unit)
        if output.json {
            return Output.shared.writeLine(
                .object([
                    ("unit", JSON(unit.name)), ("path", JSON(unit.url.path)),
                    ("isStarted", JSON(isRunning)),
                ])
            )
        }
        Output.shared.writeLine("Wrote \(unit.url.path).")
        if isRunning {
            Output.shared.writeLine(
                "The remotes are kept up to date from now on. \"journalctl --user -u \(unit.name)\" shows what happens."
            )
        } else {
            Output.shared.writeLine(
                """
                systemd does not run for this user here. Where it runs, start the unit with:
                  systemctl --user daemon-reload
                  systemctl --user enable --now \(unit.name)
                Elsewhere, as in a container, run this instead:
                  photokit remote sync --follow --library \(ShellWord.quoted(unit.library.path))
                """
            )
        }
        complainAboutKeys(remotes)
    }

    private func startUnit(_ unit: ServiceUnit) throws -> Bool {
        guard UserServices.areRunning else { return false }
        for words in [["daemon-reload"], ["enable", unit.name], ["restart", unit.name]] {
            let answer = UserServices.run(words)
            guard answer.code == 0 else {
                throw CommandFailure(
                    .refused,
                    "\(unit.url.path) was written, and \"systemctl --user \(words.joined(separator: " "))\" failed: \(answer.output)"
                )
            }
        }
        return true
    }

    private func complainAboutKeys(_ remotes: [LibraryRemote]) {
        let environment = ProcessInfo.processInfo.environment
        let names = ServiceKind.allCases.map(\.keyVariable).filter { environment[$0] != nil }
        guard !names.isEmpty, remotes.contains(where: { !$0.address.hasPrefix("/") }) else {
            return
        }
        Output.shared.complain(
            "The unit does not get \(names.joined(separator: " and ")) of this shell. Put the keys into a file of mode 0600, and add the remote with --credentials, or use ~/.aws/credentials."
        )
    }
}

/// The command `photokit remote service remove`.
struct RemoteServiceRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Stops the unit of this library, and removes it.",
        discussion: "EXAMPLE:\n  photokit remote service remove"
    )

    @OptionGroup var options: LibraryOptions

    func run() async throws {
        let unit = ServiceUnit(of: options.url)
        guard unit.isInstalled else {
            return Output.shared.writeLine("No unit is installed for \(unit.library.path).")
        }
        let isRunning = UserServices.areRunning
        if isRunning { UserServices.run(["disable", "--now", unit.name]) }
        try unit.remove()
        if isRunning { UserServices.run(["daemon-reload"]) }
        Output.shared.writeLine("Removed \(unit.url.path).")
    }
}

/// The command `photokit remote service status`.
struct RemoteServiceStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tells whether the unit of this library is installed and runs.",
        discussion: """
            The exit code is 0 if the unit runs, and 1 otherwise.

            EXAMPLE:
              photokit remote service status
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let unit = ServiceUnit(of: options.url)
        let state =
            unit.isInstalled && UserServices.areRunning
            ? UserServices.run(["is-active", unit.name]).output : nil
        if output.json {
            Output.shared.writeLine(
                .object([
                    ("unit", JSON(unit.name)), ("path", JSON(unit.url.path)),
                    ("isInstalled", JSON(unit.isInstalled)), ("state", JSON(state)),
                ])
            )
        } else if !unit.isInstalled {
            Output.shared.writeLine(
                "No unit is installed for \(unit.library.path). \"photokit remote service install\" installs it."
            )
        } else if let state {
            Output.shared.writeLine("\(unit.name) is \(state).")
        } else {
            Output.shared.writeLine(
                "\(unit.url.path) is installed. systemd does not run for this user here, so it is not started."
            )
        }
        guard state == "active" else { throw ExitStatus.refused }
    }
}
