import Foundation

/// Opens places.
package enum RemotePlaces {
    /// Opens the place at an address.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - settings: The settings of a service; a folder has none.
    ///   - environment: The environment in which the program `photokit-transfer` is looked for.
    /// - Returns: The place; a service is asked nothing yet.
    /// - Throws: ``RemoteFailure`` if the folder does not exist, or the program is missing.
    package static func open(
        _ address: RemoteAddress,
        _ settings: RemoteSettings,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> any RemotePlace {
        switch address.kind {
        case .folder: try FolderPlace(address.text)
        case .s3, .webDAV: try ServicePlace(address, settings, environment: environment)
        }
    }
}
