import Foundation

/// Paths of files that a process has reached through an open folder or file.
package enum OpenFilePath {
    private static let prefix = "/proc/self/fd/"

    /// Returns a message in which such paths are those that people know.
    ///
    /// A number says nothing to a person, and its path leads nowhere when the process has ended. A descriptor that is closed
    /// already, or that is no file of a folder, keeps its path.
    package static func shown(in message: String) -> String {
        guard message.contains(prefix) else { return message }
        var parts = message.components(separatedBy: prefix)
        let start = parts.removeFirst()
        return start + parts.map { path(atStartOf: $0) }.joined()
    }

    /// Returns a text that began with a path in the folder of descriptors, which is left out of `rest`.
    private static func path(atStartOf rest: String) -> String {
        let number = rest.prefix { $0.isASCII && $0.isNumber }
        guard !number.isEmpty,
            var path = try? FileManager.default.destinationOfSymbolicLink(atPath: prefix + number),
            path.hasPrefix("/")
        else { return prefix + rest }
        // proc_pid_fd(5): a file without a name has this behind its former one.
        if path.hasSuffix(deleted) { path.removeLast(deleted.count) }
        return path + rest.dropFirst(number.count)
    }

    private static let deleted = " (deleted)"
}
