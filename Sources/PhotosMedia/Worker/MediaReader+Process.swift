import Foundation

extension MediaReader {
    /// The reader of this process, with the installed worker, if there is one, and the user's time zone.
    package static let ofProcess = MediaReader(
        environment: ProcessInfo.processInfo.environment,
        zone: .current
    )
}
