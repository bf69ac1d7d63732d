import CPhotosTypes
import Foundation

extension PHPhotosErrorCode {
    /// The message for a person when an error of this code has no description.
    var sentence: String {
        switch self {
        case .internalError:
            "The photo library had an unexpected error. Try again, and report the error if it comes back."
        case .userCancelled:
            "The operation was cancelled."
        case .persistentChangeTokenExpired:
            """
            The change token is older than the history that the library keeps. Fetch \
            everything once and go on from the current token.
            """
        case .libraryVolumeOffline:
            "The volume of the photo library is not mounted. Mount it and open the library again."
        case .relinquishingLibraryBundleToWriter:
            """
            The photo library was moved, renamed or deleted while it was open. Open it at \
            its new place.
            """
        case .switchingSystemPhotoLibrary:
            "Another photo library became the system's. Open the library again."
        case .networkAccessRequired:
            "The data is not on this machine. Allow network access in the request's options."
        case .networkError:
            "The data could not be had over the network. Check the connection and try again."
        case .identifierNotFound:
            "The photo library has no object with this identifier."
        case .multipleIdentifiersFound:
            """
            Several objects match this identifier. Choose among those listed under \
            PHLocalIdentifiersErrorKey.
            """
        case .persistentChangeDetailsUnavailable:
            """
            The history does not hold enough to tell what this change did. Fetch the present \
            state instead.
            """
        case .changeNotSupported:
            "The photo library cannot make this change as it was asked for."
        case .operationInterrupted:
            "The operation was interrupted. Try it again."
        case .invalidResource:
            "A file is not a valid resource of the type that was given for it."
        case .missingResource:
            "A resource that the asset needs is missing."
        case .notEnoughSpace:
            "There is not enough space on the disk of the photo library. Free some and try again."
        case .requestNotSupportedForAsset:
            "This asset does not support the request."
        case .limitExceeded:
            "There are too many jobs. Acknowledge finished ones before adding more."
        case .accessRestricted:
            "The configuration of this system forbids access to the photo library."
        case .accessUserDenied:
            "The user denied access to the photo library."
        case .libraryInFileProviderSyncRoot:
            """
            The photo library lies in a folder that a sync service manages. Move it to \
            another folder.
            """
        @unknown default:
            "The photo library reported an error with the code \(rawValue)."
        }
    }
}
