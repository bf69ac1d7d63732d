import Foundation
import Glibc
import Hummingbird
import Logging
import OpenPhotoKit
import Photos
import PhotosBase
import ServeRules
import ServiceLifecycle
import Synchronization
import UnixSignals

/// The program `photokit-serve --pick`, which asks one question in the browser, writes the answer, and ends.
public enum PickProgram {
    /// Reads a request from standard input, serves its page, and writes what happens to standard output.
    ///
    /// The program ends with the answer, at the end of standard input, and when its parent process ends.
    ///
    /// - Parameter options: The library, and the folder of the page. The server listens on the loopback, at a free port.
    /// - Throws: ``ServerError`` after the failure was written.
    public static func run(_ options: ServerOptions) async throws {
        // A program that ended must not take the server down before the server has cleaned up.
        signal(SIGPIPE, SIG_IGN)
        let parent = getppid()
        do {
            let request = try PickRequest.read(from: StandardInput.firstLine())
            try await serveQuestion(request, options: options, parent: parent)
        } catch {
            let sentence = errorSentence(for: error)
            PickLines.writeLine(.init(event: "failed", message: sentence))
            throw ServerError(sentence)
        }
    }

    private static func serveQuestion(
        _ request: PickRequest,
        options: ServerOptions,
        parent: pid_t
    ) async throws {
        var logger = Logger(label: "photokit-serve")
        logger.logLevel = .warning
        let state = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: state) }
        var own = options
        own.address = "127.0.0.1"
        own.port = 0
        own.hosts = []
        own.state = state
        own.pick = request
        let server = try PhotoServer(own, logger: logger)
        defer { server.close() }
        guard let session = server.pick else { return }
        let application = try ServerApplication.build(server) { port in
            Task { try await server.pool.owner.views.prepareView(.all) }
            let address = "http://127.0.0.1:\(port)/#code=\(server.gate.issueCode())"
            let code = server.gate.issueTypedCode()
            PickLines.writeLine(.init(event: "ready", address: address, code: code))
        }
        let services = ServiceGroup(
            configuration: .init(
                services: [application],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
        Thread.detachNewThread {
            StandardInput.waitForEnd()
            session.endQuestion(with: .cancelled(.askerEnded))
        }
        let watch = Task {
            while !Task.isCancelled, getppid() == parent {
                try await Task.sleep(for: .milliseconds(500))
            }
            session.endQuestion(with: .cancelled(.askerEnded))
        }
        defer { watch.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // The reason of a failure is written by the caller.
                guard let line = PickLines.Line(await session.waitForOutcome()) else { return }
                PickLines.writeLine(line)
                // The page gets its answer before the connections end.
                try? await Task.sleep(for: .milliseconds(300))
                await services.triggerGracefulShutdown()
            }
            group.addTask {
                do {
                    try await services.run()
                } catch {
                    session.endQuestion(with: .failed)
                    throw error
                }
                session.endQuestion(with: .cancelled(.askerEnded))
            }
            try await group.waitForAll()
        }
    }

    private static func temporaryFolder() throws -> URL {
        var template = Array(
            (FileManager.default.temporaryDirectory.path + "/photokit-pick-XXXXXX").utf8CString
        )
        guard mkdtemp(&template) != nil else {
            throw ServerError("No temporary folder can be made. Check TMPDIR and the disk.")
        }
        let bytes = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return URL(fileURLWithPath: String(decoding: bytes, as: UTF8.self), isDirectory: true)
    }

    private static func errorSentence(for error: any Error) -> String {
        switch error {
        case let error as PickRequestError: error.sentence
        case let error as ServerError: error.description
        case let error as StateFolderError: error.description
        case let error as PHPhotosError: error.localizedDescription
        default: "The server failed: \(error)"
        }
    }
}

/// Standard input: one line, and then its end.
private enum StandardInput {
    /// Reads the first line.
    static func firstLine() throws -> Data {
        var line = Data()
        while line.count < PickRequest.mostBytes,
            let bytes = try? DescriptorBytes.next(of: STDIN_FILENO), let last = bytes.last
        {
            line += bytes
            // The asker writes one line and then waits, so a line ends where the bytes end.
            if last == UInt8(ascii: "\n") { return line }
        }
        if line.isEmpty {
            throw ServerError(
                "The request is missing: write it as a line of JSON to standard input."
            )
        }
        return line
    }

    static func waitForEnd() {
        while let bytes = try? DescriptorBytes.next(of: STDIN_FILENO), !bytes.isEmpty {}
    }
}

/// The lines for the asking program.
private enum PickLines {
    struct Line: Encodable {
        var event: String
        var address: String?
        var code: String?
        var picks: [PickOutcome.Pick]?
        var folder: String?
        var decision: String?
        var reason: String?
        var message: String?

        init(
            event: String,
            address: String? = nil,
            code: String? = nil,
            message: String? = nil
        ) {
            self.event = event
            self.address = address
            self.code = code
            self.message = message
        }

        init?(_ outcome: PickOutcome) {
            switch outcome {
            case .failed: return nil
            case .picked(let picks, let folder):
                event = "picked"
                self.picks = picks
                self.folder = folder
            case .decided(let decision):
                event = "decided"
                self.decision = decision
            case .cancelled(let reason):
                event = "cancelled"
                self.reason = reason.rawValue
            }
        }
    }

    static func writeLine(_ line: Line) {
        var bytes = Array(JSONAnswer.bytes(line).readableBytesView)
        bytes.append(UInt8(ascii: "\n"))
        // If nobody reads the lines any more, standard input ends, too.
        try? DescriptorBytes.write(bytes, to: STDOUT_FILENO)
    }
}
