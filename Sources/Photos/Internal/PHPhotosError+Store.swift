import Foundation
import PhotosMedia
import PhotosStore

extension PHPhotosError {
    /// Converts an error of the engine to an error of the API, with its message and its cause.
    package init(_ error: any Error) {
        if let error = error as? PHPhotosError {
            self = error
            return
        }
        if let error = error as? FilesElsewhere {
            self.init(error.cause)
            return
        }
        if let error = error as? MediaFileError {
            let code: Code = error.code == .unreadable ? .internalError : .invalidResource
            self.init(code, cause: error, sentence: String(describing: error))
            return
        }
        if let error = error as? MediaWorkerError {
            self.init(
                Self.publicCode(of: error.code),
                cause: error,
                sentence: String(describing: error)
            )
            return
        }
        if error is CancellationError {
            self.init(.userCancelled)
            return
        }
        let store = (error as? StoreError) ?? StoreError(error)
        self.init(Self.publicCode(of: store.code), cause: store, sentence: store.message)
    }

    private init(_ code: Code, cause: any Error, sentence: String) {
        self.init(
            code,
            userInfo: [NSLocalizedDescriptionKey: sentence, NSUnderlyingErrorKey: cause]
        )
    }

    // A missing worker is a fault of the installation. A worker that crashes or hangs on a file is a fault of the
    // file.
    private static func publicCode(of code: MediaWorkerError.Code) -> PHPhotosError.Code {
        switch code {
        case .notFound, .cannotStart, .noDecoders, .unusable: .accessRestricted
        case .died, .timedOut: .invalidResource
        case .cancelled: .userCancelled
        default: .internalError
        }
    }

    private static func publicCode(of code: StoreError.Code) -> PHPhotosError.Code {
        switch code {
        case .libraryMissing, .volumeOffline: .libraryVolumeOffline
        case .libraryMoved: .relinquishingLibraryBundleToWriter
        case .unsuitableFolder: .libraryInFileProviderSyncRoot
        case .diskFull: .notEnoughSpace
        case .busy: .operationInterrupted
        case .objectMissing, .changeNotSupported, .unsupportedQuery, .unsuitableDestination:
            .changeNotSupported
        case .limitExceeded: .limitExceeded
        case .invalidResource: .invalidResource
        case .missingResource, .fileOffline: .missingResource
        case .fileElsewhere: .networkAccessRequired
        case .networkFailed: .networkError
        case .cancelled: .userCancelled
        case .tokenRejected: .persistentChangeTokenExpired
        case .detailsUnavailable: .persistentChangeDetailsUnavailable
        case .readOnly, .accessRestricted, .readerUnavailable: .accessRestricted
        case .accessDenied: .accessUserDenied
        case .notALibrary, .notPermitted, .newerFormat, .damaged, .inputOutput, .notDurable:
            .internalError
        }
    }
}
