import Foundation
import Glibc

/// The number of columns of the terminal that an output is shown on.
enum TerminalWidth {
    /// The columns of a terminal that does not say how wide it is.
    static let usual = 80
    /// Text in fewer columns cannot be read.
    private static let least = 20

    /// Returns the columns for an output, which is nil for one that is not wrapped.
    ///
    /// `COLUMNS` overrides what the system says
    /// ([POSIX](https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html#tag_08_03)).
    ///
    /// - Parameters:
    ///   - isTerminal: Whether a person sees the output. Files and pipes have lines of any length.
    ///   - variable: The value of the environment variable `COLUMNS`.
    ///   - reported: The columns that the terminal reports; nil or 0 if it does not know.
    /// - Returns: At least 20 columns, or nil.
    static func columns(isTerminal: Bool, variable: String?, reported: Int?) -> Int? {
        guard isTerminal else { return nil }
        let known = [variable.flatMap { Int($0) }, reported].compactMap(\.self).first { $0 > 0 }
        return max(least, known ?? usual)
    }

    /// Returns the columns of an open file; nil if it is not a terminal.
    static func columns(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        return columns(
            isTerminal: true,
            variable: ProcessInfo.processInfo.environment["COLUMNS"],
            reported: isKnown ? Int(size.ws_col) : nil
        )
    }
}
