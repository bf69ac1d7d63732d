import Foundation
import PhotosBase
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
    ///   - folders: Finds out whether a folder answers.
    ///   - scratch: Has the folder for sealed copies of files that are sent; nil takes the system's temporary folder.
    ///   - environment: The environment in which the program `photokit-transfer` is looked for.
    /// - Returns: The place; a service is asked nothing yet.
    /// - Throws: ``RemoteFailure`` if the folder does not exist, the program is missing, or there is no key.
    package static func openPlace(
        at address: RemoteAddress,
        settings: RemoteSettings,
        key: EncryptionKey? = nil,
        folders: FolderProbe = .shared,
        scratch: ScratchFolder? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> any RemotePlace {
        let key = try key ?? encryptionKey(in: settings, of: address)
        let place: any RemotePlace =
            switch address.kind {
            case .folder: try openFolder(address.text, folders: folders, patience: .long)
            case .service:
                try ServicePlace(address, settings: settings, environment: environment)
            }
        return key.map { EncryptedPlace(place, key: $0, scratch: scratch) } ?? place
    }

    private static func openFolder(
        _ path: String,
        folders: FolderProbe,
        patience: FolderProbe.Patience
    ) throws -> TimeoutPlace {
        guard folders.presence(of: path, patience) != .silent else {
            throw RemoteFailure(
                .unreachable,
                "The folder \(path) does not answer. Connect its disk or its network, or unmount it."
            )
        }
        return TimeoutPlace(
            try FolderPlace(path),
            path: path,
            limit: patience == .short ? .seconds(2) : TimeoutPlace.usualLimit
        )
    }

    private static func encryptionKey(
        in settings: RemoteSettings,
        of address: RemoteAddress
    ) throws -> EncryptionKey? {
        try settings.keyFile.map {
            let url = URL(fileURLWithPath: $0, isDirectory: false)
            return try EncryptionKeyFile.readKey(at: url, of: address.text)
        }
    }

    /// Opens the place of a remote for fetches.
    ///
    /// Services keep one running program `photokit-transfer` for all callers. A folder is opened anew each time, so that its disk can be unmounted meanwhile.
    ///
    /// - Parameters:
    ///   - address: The address of the remote.
    ///   - settings: Its settings as JSON.
    ///   - patience: How long a folder is waited for.
    /// - Returns: The place.
    /// - Throws: ``RemoteFailure``.
    package static func sharedPlace(
        at address: String,
        settings: String,
        patience: FolderProbe.Patience = .long
    ) throws -> any RemotePlace {
        let address = try RemoteAddress(address)
        let settings = RemoteSettings(text: settings)
        let key = try encryptionKey(in: settings, of: address)
        if address.kind == .folder {
            let place = try openFolder(address.text, folders: .shared, patience: patience)
            return key.map { EncryptedPlace(place, key: $0) } ?? place
        }
        let place = ServicePlace(
            address,
            settings: settings,
            program: try SharedProgram.runningProgram()
        )
        return key.map { EncryptedPlace(place, key: $0) } ?? place
    }
}

/// The program `photokit-transfer` that all fetches of this process share.
///
/// The mutex guards the program. The program ends with this process, or is replaced if it ended by itself.
private enum SharedProgram {
    private static let program = Mutex<TransferProgram?>(nil)

    static func runningProgram() throws -> TransferProgram {
        try program.withLock { program in
            if let program, program.isRunning { return program }
            let new = try TransferProgram.start(environment: ProcessInfo.processInfo.environment)
            program = new
            return new
        }
    }
}
