import Foundation
import Synchronization

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

    /// Opens the place of a remote for fetches.
    ///
    /// Services keep one running program `photokit-transfer` for all callers. A folder is opened anew each time, so that its disk can be unmounted meanwhile.
    ///
    /// - Parameters:
    ///   - address: The address of the remote.
    ///   - settings: Its settings as JSON.
    /// - Returns: The place.
    /// - Throws: ``RemoteFailure``.
    package static func shared(_ address: String, _ settings: String) throws -> any RemotePlace {
        let address = try RemoteAddress(address)
        let settings = RemoteSettings(text: settings)
        guard address.kind != .folder else { return try open(address, settings) }
        return try ServicePlace(address, settings, program: SharedProgram.running())
    }
}

/// The program `photokit-transfer` that all fetches of this process share.
///
/// The mutex guards the program. It ends with this process, or is replaced if it ended by itself.
private enum SharedProgram {
    private static let program = Mutex<TransferProgram?>(nil)

    static func running() throws -> TransferProgram {
        try program.withLock { program in
            if let program, program.isRunning { return program }
            let new = try TransferProgram.start(environment: ProcessInfo.processInfo.environment)
            program = new
            return new
        }
    }
}
