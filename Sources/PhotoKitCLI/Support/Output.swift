import Foundation
import Glibc
import Synchronization

/// Standard output and standard error.
///
/// The mutex guards what is not written yet.
final class Output: Sendable {
    static let shared = Output()

    private let pending = Mutex<[UInt8]>([])
    private static let limit = 1 << 15

    /// Whether people look at standard error right now.
    let showsProgress = isatty(STDERR_FILENO) == 1

    /// Writes a line of output.
    func line(_ text: String = "") {
        pending.withLock { pending in
            pending.append(contentsOf: text.utf8)
            pending.append(UInt8(ascii: "\n"))
            if pending.count > Self.limit { Self.write(&pending) }
        }
    }

    func line(_ json: JSON) { line(json.description) }

    /// Lets others see what was written so far.
    func flush() { pending.withLock { Self.write(&$0) } }

    /// Tells what went wrong, after what was written so far.
    func complain(_ message: String) {
        flush()
        clearStatus()
        FileHandle.standardError.write(Data("photokit: \(message)\n".utf8))
    }

    /// Replaces the line that shows a terminal how far a command has come.
    func status(_ text: String) {
        guard showsProgress else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
    }

    func clearStatus() { status("") }

    /// A reader that went away ends the program as a signal would: there is nobody left to tell.
    private static func write(_ pending: inout [UInt8]) {
        var rest = pending[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if written < 0 {
                if errno == EINTR { continue }
                exit(ExitStatus.volume.rawValue)
            }
            rest = rest.dropFirst(written)
        }
        pending = []
    }
}
