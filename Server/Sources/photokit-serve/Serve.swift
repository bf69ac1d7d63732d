import ArgumentParser
import Foundation
import OpenPhotoKit
import PhotoServer
import PhotosBase

/// The program `photokit-serve`.
@main
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photokit-serve",
        abstract: "Serves the page of a photo library.",
        discussion: """
            "photokit serve" and "photokit open" start this program. The printed address has a code that opens one \
            session. Ctrl-C ends the server.
            """
    )

    @Option(
        help: ArgumentHelp(
            "The library's folder. The default is PHOTOKIT_LIBRARY.",
            valueName: "path"
        )
    )
    var library: String?

    @Option(help: "The address where the server accepts connections.") var address = "127.0.0.1"

    @Option(help: "The port where the server accepts connections; 0 lets the system choose.")
    var port = 8086

    @Option(help: ArgumentHelp("A further host name of the server.", valueName: "name"))
    var host: [String] = []

    @Option(help: ArgumentHelp("The file of the certificate chain (PEM).", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("The file of the certificate's key (PEM).", valueName: "file"))
    var key: String?

    @Flag(help: "Accept connections from a proxy that does the encryption (TLS).") var behindProxy =
        false

    @Option(help: ArgumentHelp("The folder with the files of the page.", valueName: "folder"))
    var page: String?

    @Option(
        help: ArgumentHelp(
            "The server's own folder, for sessions and the password.",
            valueName: "folder"
        )
    )
    var state: String?

    @Flag(help: "Set the password from standard input, and end. An empty line removes it.")
    var setPassword = false

    @Option(
        help: ArgumentHelp(
            "The file whose first line is the password. It is read at the start.",
            valueName: "file"
        )
    )
    var passwordFile: String?

    @Flag(help: "Ask the running server whether it can answer from its library, and end.")
    var askHealth = false

    @Flag(help: "Open the page in the browser.") var open = false

    @Flag(help: "Ask one question, which standard input has, and end with its answer.")
    var pick = false

    static func main() async {
        // Before the arguments are read: another version may not know them.
        if let mismatch = ServeProgram.mismatch() { complain(mismatch) }
        await main(nil)
    }

    private static func complain(_ sentence: String) {
        FileHandle.standardError.write(Data("photokit-serve: \(sentence)\n".utf8))
    }

    func run() async throws {
        PlainLogging.toStandardError(prefix: "photokit-serve: ")
        do {
            if setPassword { return try readPassword() }
            if askHealth { return try await ServerProgram.askHealth(options) }
            if pick { return try await PickProgram.run(options) }
            if open, let server = try await ServerProgram.runningServer(options) {
                if let notice = server.notice { Self.complain(notice) }
                FileHandle.standardOutput.write(Data(server.wayIn.lines.utf8))
                return Browser.openPage(at: server.wayIn.address)
            }
            let opens = open
            try await ServerProgram.run(options) { wayIn in
                FileHandle.standardOutput.write(Data(wayIn.lines.utf8))
                if opens { Browser.openPage(at: wayIn.address) }
            }
        } catch let error as ServerError {
            Self.complain(error.description)
            throw ExitCode(error.exitCode)
        }
    }

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port must be from 0 to 65535.")
        }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key go together.")
        }
    }

    private var options: ServerOptions {
        var options = ServerOptions(
            library: library.map { URL(fileURLWithPath: $0, isDirectory: true) }
                ?? PHPhotoLibrary.defaultLocation
        )
        options.address = address
        options.port = port
        options.hosts = host
        options.certificate = certificate.map { URL(fileURLWithPath: $0) }
        options.key = key.map { URL(fileURLWithPath: $0) }
        options.passwordFile = passwordFile.map { URL(fileURLWithPath: $0) }
        options.isBehindProxy = behindProxy
        options.page = page.map { URL(fileURLWithPath: $0, isDirectory: true) }
        options.state = state.map { URL(fileURLWithPath: $0, isDirectory: true) }
        return options
    }

    private func readPassword() throws {
        if isatty(STDIN_FILENO) == 1 {
            FileHandle.standardError.write(Data("New password (empty removes it): ".utf8))
        }
        let password = readLine() ?? ""
        try ServerProgram.setPassword(password.isEmpty ? nil : password, for: options)
        print(password.isEmpty ? "Removed the password." : "Set the password.")
    }
}

/// Opens addresses in the person's browser.
enum Browser {
    static func openPage(at address: String) {
        // A machine without a screen has no such program: the printed address serves there.
        let program = try? ChildProcess.start(
            "/usr/bin/env",
            ["xdg-open", address],
            environment: ProcessInfo.processInfo.environment,
            descriptors: [-1, -1, -1]
        )
        if let program {
            Thread.detachNewThread { program.awaitEnd() }
        } else {
            FileHandle.standardError.write(
                Data(
                    "photokit-serve: The browser cannot be started. Open the address above.\n".utf8
                )
            )
        }
    }
}
