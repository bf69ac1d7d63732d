import Foundation
public import Photos
import PhotosStore

/// Why a library cannot be opened or used, beyond what the codes of `PHPhotosError` tell.
public enum LibraryProblem: String, Hashable, Sendable {
    /// There is nothing at the path.
    case missing
    /// Its volume is not mounted.
    case offline
    /// It was moved, deleted or replaced while it was open.
    case moved
    /// It lies on a network file system, on one that another program provides, or in a folder that a service
    /// synchronises: it can be read there, but not changed.
    case unsuitablePlace
    /// There is something else at the path.
    case notALibrary
    /// This user may not read it.
    case notPermitted
    /// It was written by a newer version.
    case newerFormat
    /// It, or its volume, cannot be written.
    case readOnly
    /// Its files contradict each other, or SQLite found damage.
    case damaged
    /// Another process kept it locked for too long.
    case busy
    /// Its volume has no room.
    case diskFull
    /// Its volume failed.
    case inputOutput
    /// Commits would not survive a power cut there.
    case notDurable
}

/// Why a change token is of no use.
public enum TokenProblem: String, Hashable, Sendable {
    /// Its bytes are not those of a token.
    case damaged
    /// It belongs to another library.
    case foreignLibrary
    /// It belongs to the library that this one is a copy of, or to a copy.
    case otherCopy
    /// It was not made by this library.
    case forged
    /// The history since then has been pruned.
    case expired
    /// It is ahead of the library, as after a restore from a backup.
    case future
    /// The library went another way since then, as after a restore from a backup.
    case diverged
}

extension PHPhotosError {
    /// What is wrong with the library; nil when the error is about something else.
    public var libraryProblem: LibraryProblem? {
        guard let error = userInfo[NSUnderlyingErrorKey] as? StoreError else { return nil }
        return switch error.code {
        case .libraryMissing: .missing
        case .volumeOffline: .offline
        case .libraryMoved: .moved
        case .unsuitablePlace: .unsuitablePlace
        case .notALibrary: .notALibrary
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

    /// What is wrong with a change token; nil when the error is about something else.
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
