import Foundation

extension MediaReader {
    /// The reader of this process: it has the worker that is installed, if one is, and the user's time zone.
    package static let ofProcess = MediaReader(
        environment: ProcessInfo.processInfo.environment,
        zone: .current
    )
}
