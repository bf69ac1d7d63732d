import Foundation
public import Photos
import PhotosStore

/// The reason why a library cannot be opened or used, with more detail than the codes of `PHPhotosError`.
public enum LibraryProblem: String, Hashable, Sendable {
    /// The path does not exist.
    case missing
    /// The volume of the library is not mounted.
    case offline
    /// The library was moved, deleted or replaced while it was open.
    case moved
    /// The library can be read but not changed, because its folder is unsuitable.
    ///
    /// Unsuitable are network file systems, file systems that another program provides, and folders that a service
    /// synchronises.
    case unsuitableFolder = "unsuitablePlace"
    /// The path exists but is not a library.
    case notALibrary
    /// The destination of the call cannot be used.
    ///
    /// The folder for a backup or a restored library has other files in it, or a library that has been used. The address of
    /// a remote has other files. The folder for a backup, a restored library or an export lies in a library or a remote.
    case unsuitableDestination
    /// This user may not read the library.
    case notPermitted
    /// The library was written by a newer version.
    case newerFormat
    /// The library, or its volume, cannot be written.
    case readOnly
    /// The files of the library contradict each other, or SQLite found damage.
    case damaged
    /// Another process kept the library locked for too long.
    case busy
    /// The volume is full.
    case diskFull
    /// The volume reported an input or output error.
    case inputOutput
    /// Commits would not survive a power failure on this volume.
    case notDurable
}

/// The reason why a change token is rejected.
public enum TokenProblem: String, Hashable, Sendable {
    /// The bytes are not those of a token.
    case damaged
    /// The token belongs to another library.
    case foreignLibrary
    /// The token belongs to the original of this copy, or to another copy.
    case otherCopy
    /// The token was not made by this library.
    case forged
    /// The history since the token has been pruned.
    case expired
    /// The token is newer than the library, for example after a restore from a backup.
    case future
    /// The library has different changes than the token since a restore from a backup.
    case diverged
}

extension PHPhotosError {
    /// The problem with the library; nil for other errors.
    public var libraryProblem: LibraryProblem? {
        guard let error = userInfo[NSUnderlyingErrorKey] as? StoreError else { return nil }
        return switch error.code {
        case .libraryMissing: .missing
        case .volumeOffline: .offline
        case .libraryMoved: .moved
        case .unsuitableFolder: .unsuitableFolder
        case .notALibrary: .notALibrary
        case .unsuitableDestination: .unsuitableDestination
        case .notPermitted: .notPermitted
        case .newerFormat: .newerFormat
        case .readOnly: .readOnly
        case .damaged: .damaged
        case .busy: .busy
        case .diskFull: .diskFull
        case .inputOutput: .inputOutput
        case .notDurable: .notDurable
        default: nil
        }
    }

    /// The problem with a change token; nil for other errors.
    public var tokenProblem: TokenProblem? {
        switch userInfo[NSUnderlyingErrorKey] {
        case let problem as ChangeToken.Problem:
            switch problem {
            case .damaged: .damaged
            case .foreignLibrary: .foreignLibrary
            case .otherIncarnation: .otherCopy
            case .forged: .forged
            }
        case let problem as PositionProblem:
            switch problem {
            case .expired: .expired
            case .future: .future
            case .diverged: .diverged
            }
        default: nil
        }
    }
}
