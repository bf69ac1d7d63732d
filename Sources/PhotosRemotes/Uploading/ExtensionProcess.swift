import Dispatch
import Foundation
import Glibc
package import PhotosBase
import Synchronization

/// A running program that uploads, and the connection to it.
///
/// Three threads read its answers and its output, and wait for its end. The mutex guards whether its number is still its own.
package final class ExtensionProcess: Sendable {
    /// What the program does.
    package enum Event: Sendable {
        /// It answered; nil where it closed the connection or wrote something else.
        case answered(ExtensionChannel.ExtensionMessage?)
        /// It wrote a line to standard output or standard error.
        case wrote(String)
        /// It has ended.
        case ended
    }

    private let process: ChildProcess
    private let channel: Descriptor
    private let output: Descriptor
    private let isRunning = Mutex(true)

    /// The longest line of output that is passed on, in bytes.
    private static let longestLine = 1_000
    /// The answers that are read, so that a program without an end of them fills no memory.
    private static let mostAnswers = 8
    /// The descriptor that the program finds in its environment.
    private static let descriptor: Int32 = 3

    /// Starts a program, and asks it to process its jobs.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the program.
    ///   - environment: Its environment variables.
    ///   - notify: Called on threads of the process; `ended` is the last call.
    /// - Throws: `SystemError`.
    package init(
        _ path: String,
        environment: [String: String],
        notify: @escaping @Sendable (Event) -> Void
    ) throws(SystemError) {
        let connection = try SocketPair(.bytes)
        let written: SocketPair
        do throws(SystemError) { written = try SocketPair(.bytes) } catch {
            connection.close()
            throw error
        }
        defer {
            close(connection.other)
            close(written.other)
        }
        var environment = environment
        environment[ExtensionChannel.variable] = String(Self.descriptor)
        do throws(SystemError) {
            process = try ChildProcess.start(
                path,
                [],
                environment: environment,
                descriptors: [-1, written.other, written.other, connection.other]
            )
        } catch {
            close(connection.own)
            close(written.own)
            throw error
        }
        channel = Descriptor(connection.own)
        output = Descriptor(written.own)
        let readers = DispatchGroup()
        readAnswers(readers, notify)
        readOutput(readers, notify)
        awaitEnd(readers, notify)
        send(.process)
    }

    private func readAnswers(
        _ readers: DispatchGroup,
        _ notify: @escaping @Sendable (Event) -> Void
    ) {
        readers.enter()
        Thread { [channel] in
            defer { readers.leave() }
            var answers = ExtensionChannel(descriptor: channel.number)
            for _ in 0..<Self.mostAnswers {
                let message = answers.nextExtensionMessage()
                notify(.answered(message))
                if message == nil { return }
            }
        }.start()
    }

    private func readOutput(
        _ readers: DispatchGroup,
        _ notify: @escaping @Sendable (Event) -> Void
    ) {
        readers.enter()
        Thread { [output] in
            defer { readers.leave() }
            var lines = LineSplitter()
            while let bytes = try? DescriptorBytes.next(of: output.number), !bytes.isEmpty {
                lines.add(bytes)
                while let line = lines.next() {
                    notify(.wrote(String(decoding: line.prefix(Self.longestLine), as: UTF8.self)))
                }
                // A line without an end must not fill the memory.
                if lines.restCount > 1 << 16 { lines = LineSplitter() }
            }
        }.start()
    }

    private func awaitEnd(
        _ readers: DispatchGroup,
        _ notify: @escaping @Sendable (Event) -> Void
    ) {
        Thread { [self] in
            // The number stays the program's until its end is taken.
            var information = siginfo_t()
            while waitid(P_PID, UInt32(process.identifier), &information, WEXITED | WNOWAIT) != 0,
                errno == EINTR
            {}
            isRunning.withLock { isRunning in
                isRunning = false
                // Nothing that it started goes on without it.
                _ = Glibc.kill(-process.identifier, SIGKILL)
                process.awaitEnd()
            }
            // An answer that was sent counts, however soon the program ended after it. A child in a group of its own may hold
            // the output open, and nobody listens to that one.
            if readers.wait(timeout: .now() + 1) == .timedOut {
                hangUp()
                shutdown(output.number, Int32(SHUT_RDWR))
                readers.wait()
            }
            notify(.ended)
        }.start()
    }

    private func send(_ message: ExtensionChannel.HostMessage) {
        // A program that is gone is noticed by its end.
        try? ExtensionChannel(descriptor: channel.number).send(message)
    }

    /// Tells the program that it ends soon.
    package func announceEnd() { send(.terminate) }

    /// Closes the connection, after which the program ends.
    package func hangUp() { shutdown(channel.number, Int32(SHUT_RDWR)) }

    /// Ends the program, and all programs that it started.
    package func kill() {
        isRunning.withLock { isRunning in
            if isRunning { _ = Glibc.kill(-process.identifier, SIGKILL) }
        }
    }
}
