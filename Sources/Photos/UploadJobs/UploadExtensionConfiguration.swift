import Dispatch
package import ExtensionFoundation
import Foundation
import Glibc
package import PhotosBase

/// Runs an extension for the host of upload jobs.
package struct UploadExtensionConfiguration: HostedConfiguration, Sendable {
    /// Runs `processJobs()` or `process()`.
    let process: @Sendable () async -> ExtensionChannel.ExtensionMessage
    /// Runs `willTerminate()` or `notifyTermination()`.
    let terminate: @Sendable () async -> Void

    package func accept(connection: NSXPCConnection) -> Bool { false }

    package func runExtension() -> Never {
        let environment = ProcessInfo.processInfo.environment
        guard let channel = ExtensionChannel(environment: environment) else {
            let program = CommandLine.arguments.first ?? "PROGRAM"
            FileHandle.standardError.write(
                Data(
                    "This program uploads photos in the background, and is started by photokit. Allow it with: photokit uploads enable \(ShellWord.quoted(program))\n"
                        .utf8
                )
            )
            exit(64)
        }
        // Programs that the extension starts do not get the connection.
        _ = fcntl(channel.descriptor, F_SETFD, FD_CLOEXEC)
        if let client = environment[ExtensionChannel.clientVariable], !client.isEmpty {
            Authorization.application = client
        }
        Thread.detachNewThread {
            follow(channel)
            // The host is gone, and nobody would hear of anything else.
            exit(0)
        }
        dispatchMain()
    }

    /// Does what the host says, until it closes the connection.
    package func follow(_ channel: ExtensionChannel) {
        var channel = channel
        let answers = channel
        while let message = channel.nextHostMessage() {
            switch message {
            case .process:
                Task { try? answers.send(await process()) }
            case .terminate:
                Task { await terminate() }
            }
        }
    }
}
