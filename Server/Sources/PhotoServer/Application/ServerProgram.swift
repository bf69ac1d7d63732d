import Foundation
import Glibc
import Hummingbird
import Logging
import NIOCore
import OpenPhotoKit
import Photos
import ServeRules
import ServiceLifecycle
import UnixSignals

/// The program `photokit-serve`.
public enum ServerProgram {
    private static let runningFile = "running"
    private static let lockFile = "lock"

    /// Serves a library until SIGINT or SIGTERM.
    ///
    /// - Parameters:
    ///   - options: How to serve.
    ///   - announce: Called once with the way in.
    /// - Throws: ``ServerError`` or another error whose description is a sentence for people.
    public static func run(
        _ options: ServerOptions,
        announce: @escaping @Sendable (WayIn) -> Void
    ) async throws {
        EventLoops.useOneLoopPerProcessor()
        var logger = Logger(label: "photokit-serve")
        logger.logLevel = .info
        do {
            let options = withPossibleConnections(options)
            let server = try PhotoServer(options, logger: logger)
            defer { server.close() }
            let lock = try ServerLock(in: server.folder, name: lockFile)
            defer { lock.release() }
            try server.setNewPassword()
            server.removeLeftovers()
            // A server that was killed leaves its address.
            server.folder.removeFile(runningFile)
            let application = try ServerApplication.build(server) { port in
                let address = Self.serverAddress(for: options, port: port)
                let state = Data("\(address)\n\(openPhotoKitVersion)\n".utf8)
                try? server.folder.write(state, to: runningFile)
                // The first page then finds the list of all photos read.
                Task { try await server.pool.owner.views.prepareView(.all) }
                announce(
                    WayIn(
                        address: "\(address)/#code=\(server.gate.issueCode())",
                        code: server.gate.issueTypedCode()
                    )
                )
            }
            defer { server.folder.removeFile(runningFile) }
            try await application.runService(gracefulShutdownSignals: [.sigterm, .sigint])
        } catch let error as StateFolderError {
            throw ServerError(error.description)
        } catch let error as PHPhotosError {
            throw ServerError(error)
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ServerError(
                "Port \(options.port) of \(options.address) is in use. Name another with --port."
            )
        }
    }

    /// Returns options with no more connections than the system has file descriptors for.
    private static func withPossibleConnections(_ options: ServerOptions) -> ServerOptions {
        // A connection needs a descriptor, and another one while it sends a file.
        let files = OpenFiles.raiseLimit(to: 2 * options.mostConnections + OpenFiles.reserve)
        var options = options
        options.mostConnections = min(
            options.mostConnections,
            max(16, (files - OpenFiles.reserve) / 2)
        )
        return options
    }

    /// How a person gets into the page once.
    public struct WayIn: Equatable, Sendable {
        /// The address, with a one-time code for browsers of this account.
        public let address: String
        /// The one-time code that a person types into any other browser.
        public let code: String

        /// The lines that the terminal shows.
        public var lines: String { "\(address)\nIf the page asks for a code: \(code)\n" }
    }

    /// A server of the library that runs already.
    public struct RunningServer: Equatable, Sendable {
        /// A new way in.
        public let wayIn: WayIn
        /// A sentence that says what to do where the server is of another version than this program; nil otherwise.
        public let notice: String?
    }

    /// Finds the server of the library that runs already.
    ///
    /// - Parameters:
    ///   - options: The library and the server's own folder.
    ///   - patience: How long to wait for a server that is being started, and has no address yet.
    /// - Returns: The server; nil if none runs.
    /// - Throws: ``ServerError`` or another error whose description is a sentence for people.
    public static func runningServer(
        _ options: ServerOptions,
        patience: Duration = .seconds(10)
    ) async throws -> RunningServer? {
        let folder = try stateFolder(for: options)
        let end = ContinuousClock.now + patience
        while ServerLock.isHeld(in: folder, name: lockFile) {
            if let (address, version) = try runningState(in: folder) {
                let code = try CodeFile.issueCode(in: folder, at: Date())
                let wayIn = WayIn(
                    address: "\(address)/#code=\(code)",
                    code: try CodeFile.issueTypedCode(in: folder, at: Date())
                )
                return RunningServer(
                    wayIn: wayIn,
                    notice: version == openPhotoKitVersion
                        ? nil
                        : "The server that runs is of version \(version), and this program of version \(openPhotoKitVersion). End the server and start it again, or its page may not work."
                )
            }
            guard ContinuousClock.now < end else { return nil }
            try await Task.sleep(for: .milliseconds(50))
        }
        return nil
    }

    /// Returns the address and the version that a server has written down; nil if it has not done so yet.
    private static func runningState(
        in folder: StateFolder
    ) throws -> (address: String, version: String)? {
        guard let data = try folder.readFile(runningFile) else { return nil }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        return lines.first.map { ($0, lines.count > 1 ? lines[1] : "unknown") }
    }

    /// Asks the running server of a library whether it can answer from the library.
    ///
    /// - Parameter options: The library, the server's own folder, and the address where it accepts connections.
    /// - Throws: ``ServerError`` or another error whose description is a sentence for people.
    public static func askHealth(_ options: ServerOptions) async throws {
        do {
            let folder = try stateFolder(for: options)
            guard ServerLock.isHeld(in: folder, name: lockFile),
                let running = try runningState(in: folder)
            else { throw ServerError("No server of this library runs.") }
            try await HealthQuestion.ask(running.address, listeningAt: options.address)
        } catch let error as StateFolderError {
            throw ServerError(error.description)
        }
    }

    /// Sets the password of a library's server, or removes it.
    ///
    /// - Parameters:
    ///   - password: The password, of 8 characters or more; nil removes it.
    ///   - options: The library and the server's own folder.
    /// - Throws: ``ServerError`` or another error whose description is a sentence for people.
    public static func setPassword(_ password: String?, for options: ServerOptions) throws {
        if let password { try OwnerPassword.checkLength(password) }
        do {
            try OwnerPassword.set(password, in: try stateFolder(for: options))
        } catch let error as StateFolderError {
            throw ServerError(error.description)
        }
    }

    private static func stateFolder(for options: ServerOptions) throws -> StateFolder {
        if let url = options.state { return try StateFolder(url) }
        do {
            let library = try PHPhotoLibrary.open(
                at: options.library,
                mode: .readOnly,
                author: "Photos",
                user: .owner
            )
            defer { library.close() }
            return try StateFolder(
                StateFolder.defaultURL(
                    // Asking for the health each 30 seconds must not count a large library.
                    forLibrary: try library.identifier(),
                    environment: ProcessInfo.processInfo.environment
                )
            )
        } catch let error as PHPhotosError {
            throw ServerError(error)
        } catch let error as StateFolderError {
            throw ServerError(error.description)
        }
    }

    private static func serverAddress(for options: ServerOptions, port: Int) -> String {
        let scheme = options.hasTLS ? "https" : "http"
        let isAny = ["0.0.0.0", "::"].contains(options.address)
        let name = options.hosts.first ?? (isAny ? "localhost" : options.address)
        return "\(scheme)://\(name.contains(":") ? "[\(name)]" : name):\(port)"
    }
}

/// The lock of a running server on its own folder; the system takes it away when the process ends.
struct ServerLock {
    private let descriptor: Int32

    init(in folder: StateFolder, name: String) throws {
        descriptor = open(
            folder.url.appendingPathComponent(name).path,
            O_RDWR | O_CREAT | O_CLOEXEC,
            0o600
        )
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw ServerError(
                "A server of this library runs already. \"photokit open\" opens its page."
            )
        }
    }

    func release() { Self.unlockAndClose(descriptor) }

    static func isHeld(in folder: StateFolder, name: String) -> Bool {
        let descriptor = open(folder.url.appendingPathComponent(name).path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { unlockAndClose(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }

    /// Gives the lock back before the file is closed: a program that is just being started may have the descriptor a moment
    /// longer.
    private static func unlockAndClose(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
    }
}
