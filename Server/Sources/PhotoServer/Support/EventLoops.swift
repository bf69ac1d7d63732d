import NIOCore
import PhotosBase

/// The threads that serve connections.
enum EventLoops {
    /// Makes one event loop for each processor that this process may use; called before the first one is used.
    static func useOneLoopPerProcessor() { once }

    // NIO counts the processors of the machine, also those that the process is kept away from, and takes a number only once.
    private static let once: Void = {
        let status = SystemText.read("/proc/self/status")
        if let count = status.flatMap(processorCount(in:)) {
            NIOSingletons.groupLoopCountSuggestion = count
        }
    }()

    /// Returns the number of processors in the system's description of a process; nil where it names none.
    static func processorCount(in status: String) -> Int? {
        let prefix = "Cpus_allowed:"
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(prefix) }) else {
            return nil
        }
        // A mask in hexadecimal digits, with commas between groups.
        let bits = line.dropFirst(prefix.count).compactMap(\.hexDigitValue).map(\.nonzeroBitCount)
        let count = bits.reduce(0, +)
        return count > 0 ? count : nil
    }
}
