import Glibc
import PhotosBase

/// A running worker that unpacks one archive, and the lines that the worker writes.
///
/// The process ends with this value. The unpacked files stay.
struct UnpackProcess: ~Copyable {
    private let process: ChildProcess
    private let socket: Int32
    private var lines = LineSplitter()

    init(
        _ program: String,
        arguments: [String],
        environment: [String: String],
        archive: Int32,
        folder: Int32
    ) throws(ArchiveError) {
        do throws(SystemError) {
            (process, socket) = try ChildProcess.start(program, arguments, environment: environment)
            { other in [archive, other, -1, folder] }
        } catch {
            throw ArchiveError(.cannotStart, systemMessage(error.code))
        }
    }

    /// Returns the next message; waits for at most `patience`.
    mutating func nextMessage(
        patience: Duration,
        isCancelled: () -> Bool
    ) throws(ArchiveError) -> UnpackMessage {
        // Neither program works while the machine sleeps.
        let deadline = SuspendingClock.now + patience
        while true {
            if let line = lines.next() {
                guard let message = UnpackCoding.message(line) else {
                    throw ArchiveError(.badReply, "it is not a message")
                }
                return message
            }
            guard lines.restCount <= UnpackCoding.maximumLine else {
                throw ArchiveError(.badReply, "it is too long")
            }
            if isCancelled() { throw ArchiveError(.cancelled) }
            guard SuspendingClock.now < deadline else { throw ArchiveError(.stalled) }
            try readBytes()
        }
    }

    /// Reads the available bytes, or waits up to 200 ms for more.
    private mutating func readBytes() throws(ArchiveError) {
        var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        // The wait is short, so that cancelling takes effect soon.
        let ready = unsafe poll(&waiting, 1, 200)
        guard ready > 0 else { return }
        guard let bytes = try? DescriptorBytes.next(of: socket), !bytes.isEmpty else {
            throw ArchiveError(.died)
        }
        lines.add(bytes)
    }

    deinit {
        close(socket)
        process.kill()
    }
}
