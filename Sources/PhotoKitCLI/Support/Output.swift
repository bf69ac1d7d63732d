import Foundation
import Glibc
import PhotosBase
import Synchronization

/// Standard output and standard error.
///
/// The mutex guards the text that is not written yet.
final class Output: Sendable {
    static let shared = Output()

    private let pending = Mutex<[UInt8]>([])
    private static let limit = 1 << 15

    /// Whether standard error is a terminal, where progress is shown.
    let showsProgress = isatty(STDERR_FILENO) == 1

    /// Writes a line of output.
    func writeLine(_ text: String = "") {
        pending.withLock { pending in
            pending.append(contentsOf: text.utf8)
            pending.append(UInt8(ascii: "\n"))
            if pending.count > Self.limit { Self.writePending(&pending) }
        }
    }

    func writeLine(_ json: JSON) { writeLine(json.description) }

    /// Writes an event at once, for a program that reads it while the work goes on.
    func writeEvent(_ json: JSON) {
        writeLine(json)
        flush()
    }

    /// Writes sentences, which a terminal shows in lines that end at words.
    ///
    /// - Parameter text: The sentences, in one line. Further lines have two spaces more before them.
    func writeSentence(_ text: String) {
        let indent = text.prefix { $0 == " " }.count + 2
        let text = CommandQuotes.uniform(text)
        for line in Paragraph(text, indent: indent).lines(width: width) { self.writeLine(line) }
    }

    /// Writes labels with their values.
    func writeFields(_ fields: FieldList) {
        for line in fields.lines(width: width) { self.writeLine(line) }
    }

    /// The columns of the terminal that shows the output; nil if none does.
    var width: Int? { TerminalWidth.columns(of: STDOUT_FILENO) }

    /// Writes all pending output.
    func flush() { pending.withLock { Self.writePending(&$0) } }

    /// Writes an error message to standard error, after all pending output.
    func complain(_ message: String) {
        let message = CommandQuotes.uniform(message)
        flush()
        clearStatus()
        let lines = Paragraph(message, start: "photokit: ", indent: 2)
            .lines(width: TerminalWidth.columns(of: STDERR_FILENO))
        FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }

    /// Replaces the line on the terminal that shows the progress of a command.
    func showStatus(_ text: @autoclosure () -> String) {
        guard showsProgress else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(text())".utf8))
    }

    func clearStatus() { showStatus("") }

    /// Writes pending output; exits with the code for a failing volume if a write fails.
    private static func writePending(_ pending: inout [UInt8]) {
        do throws(SystemError) {
            try DescriptorBytes.write(pending, to: STDOUT_FILENO)
        } catch {
            exit(ExitStatus.volume.rawValue)
        }
        pending = []
    }
}

extension Table {
    /// Writes the table to standard output.
    func print() { for line in lines(width: Output.shared.width) { Output.shared.writeLine(line) } }
}
