import Glibc

/// The output of a program until its end.
public struct ProgramOutput: Sendable {
    /// Which of its descriptors are read; the others are `/dev/null`.
    public enum Part: Sendable {
        /// Standard output.
        case output
        /// Standard output and standard error, in the order in which they were written.
        case outputAndErrors
    }

    /// The output, read as UTF-8.
    public let text: String
    /// Its exit status, from 0 to 255; nil where a signal ended it.
    public let status: Int32?

    /// Runs a program, and waits for its end.
    ///
    /// - Parameters:
    ///   - path: The file of the program.
    ///   - arguments: The arguments behind its name.
    ///   - environment: All its environment variables.
    ///   - part: The output to read.
    /// - Throws: ``SystemError`` where it cannot be started.
    public init(
        of path: String,
        _ arguments: [String],
        environment: [String: String],
        reading part: Part = .output
    ) throws(SystemError) {
        let (process, socket) = try ChildProcess.start(path, arguments, environment: environment) {
            [-1, $0, part == .output ? -1 : $0]
        }
        defer { close(socket) }
        var bytes: [UInt8] = []
        while let more = try? DescriptorBytes.next(of: socket), !more.isEmpty { bytes += more }
        text = String(decoding: bytes, as: UTF8.self)
        status = process.awaitEnd()
    }
}
