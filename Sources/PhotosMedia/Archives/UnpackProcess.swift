import CPhotosSystem
import Glibc
import PhotosBase

/// A running worker that unpacks one archive, and the lines that the worker writes.
///
/// The process ends with this value. The unpacked files stay.
struct UnpackProcess: ~Copyable {
    private let identifier: pid_t
    private let lines: Int32
    private var buffer: [UInt8] = []

    init(
        _ program: String,
        arguments: [String],
        environment: [String],
        archive: Int32,
        folder: Int32
    ) throws(ArchiveError) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw ArchiveError(.cannotStart, systemMessage(errno))
        }
        defer { close(ends[1]) }
        var identifier: pid_t = 0
        let code = unsafe ProcessTexts.with([program] + arguments) { arguments in
            unsafe ProcessTexts.with(environment) { environment in
                let descriptors = [archive, ends[1], -1, folder]
                return unsafe photos_spawn(
                    program,
                    arguments,
                    environment,
                    descriptors,
                    descriptors.count,
                    &identifier
                )
            }
        }
        guard code == 0 else {
            close(ends[0])
            throw ArchiveError(.cannotStart, systemMessage(code))
        }
        self.identifier = identifier
        lines = ends[0]
    }

    /// Returns the next message; waits for at most `patience`.
    mutating func next(
        patience: Duration,
        isCancelled: () -> Bool
    ) throws(ArchiveError) -> UnpackMessage {
        // Neither program works while the machine sleeps.
        let deadline = SuspendingClock.now + patience
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                let message = UnpackCoding.message(buffer[..<end])
                buffer.removeSubrange(...end)
                guard let message else { throw ArchiveError(.badReply, "it is not a message") }
                return message
            }
            guard buffer.count <= UnpackCoding.maximumLine else {
                throw ArchiveError(.badReply, "it is too long")
            }
            if isCancelled() { throw ArchiveError(.cancelled) }
            guard SuspendingClock.now < deadline else { throw ArchiveError(.stalled) }
            try fill()
        }
    }

    /// Reads the available bytes, or waits up to 200 ms for more.
    private mutating func fill() throws(ArchiveError) {
        var waiting = pollfd(fd: lines, events: Int16(POLLIN), revents: 0)
        // The wait is short, so that cancelling takes effect soon.
        let ready = unsafe poll(&waiting, 1, 200)
        guard ready > 0 else { return }
        guard let bytes = try? DescriptorBytes.next(of: lines), !bytes.isEmpty else {
            throw ArchiveError(.died)
        }
        buffer += bytes
    }

    deinit {
        close(lines)
        kill(identifier, SIGKILL)
        SystemCall.awaitEnd(of: identifier)
    }
}
