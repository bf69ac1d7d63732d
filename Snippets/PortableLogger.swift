// Logs as on Apple's systems, with swift-log on Linux.
// snippet.logger
#if canImport(os)
import os
#else
import Logging

extension Logger {
    init(subsystem: String, category: String) { self.init(label: "\(subsystem) \(category)") }
    func fault(_ message: @autoclosure () -> Message) { critical(message()) }
}

enum LogPrivacy { case auto, `public`, `private` }

extension Logger.Message.StringInterpolation {
    mutating func appendInterpolation<Value>(_ value: Value, privacy: LogPrivacy) {
        appendInterpolation(value)
    }
}
#endif
// snippet.end

let logger = Logger(subsystem: "org.example", category: "photos")
let (count, album) = (3, "Lake")
// snippet.logging
logger.info("\(count) photos of \(album, privacy: .public)")
// snippet.end
