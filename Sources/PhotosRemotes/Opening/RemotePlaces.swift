import Foundation
package import PhotosStore
import Synchronization

/// Opens places.
package enum RemotePlaces {
    /// Opens the place at an address.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - settings: The settings of a service, and the file with the key of an encrypted remote.
    ///   - key: The key of an encrypted remote, if it does not come from a file.
    ///   - scratch: Has the folder for sealed copies of files that are sent; nil takes the system's temporary folder.
    ///   - environment: The environment in which the program `photokit-transfer` is looked for.
    /// - Returns: The place; a service is asked nothing yet.
    /// - Throws: ``RemoteFailure`` if the folder does not exist, the program is missing, or there is no key.
    package static func open(
        _ address: RemoteAddress,
        _ settings: RemoteSettings,
        key: EncryptionKey? = nil,
        scratch: ScratchFolder? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> any RemotePlace {
        let key = try key ?? self.key(settings)
        let place: any RemotePlace =
            switch address.kind {
            case .folder: try FolderPlace(address.text)
            case .s3, .webDAV: try ServicePlace(address, settings, environment: environment)
            }
        return key.map { EncryptedPlace(place, $0, scratch: scratch) } ?? place
    }

    private static func key(_ settings: RemoteSettings) throws -> EncryptionKey? {
        try settings.keyFile.map {
            try EncryptionKeyFile.read(URL(fileURLWithPath: $0, isDirectory: false))
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
        let key = try key(settings)
        let place = ServicePlace(address, settings, program: try SharedProgram.running())
        return key.map { EncryptedPlace(place, $0) } ?? place
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
