import Foundation
import Logging

/// Log settings for command-line tools.
public enum PlainLogging {
    /// Writes notices, warnings and errors to standard error, as one plain line each.
    ///
    /// Call this once in a program, before it opens a library: it sets the logging of the whole process.
    ///
    /// - Parameter prefix: The text at the beginning of each line.
    public static func toStandardError(prefix: String) {
        LoggingSystem.bootstrap { _ in PlainLogHandler(prefix: prefix) }
    }
}

private struct PlainLogHandler: LogHandler {
    let prefix: String
    var logLevel = Logger.Level.notice
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        FileHandle.standardError.write(Data("\(prefix)\(event.message)\n".utf8))
    }
}
