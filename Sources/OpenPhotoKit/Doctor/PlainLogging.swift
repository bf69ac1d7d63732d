import Foundation
import Logging

/// Sends the engine's rare notices where a command-line tool wants them.
public enum PlainLogging {
    /// Writes notices, warnings and errors to standard error, one plain line each.
    ///
    /// For programs only, once, before a library is opened: it sets the logging of the whole process.
    ///
    /// - Parameter prefix: Stands in front of each line.
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
