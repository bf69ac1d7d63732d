import Foundation
import PhotosStore

extension PHPhotosError {
    /// What an error of the engine is called in the API, with its sentence and its cause.
    package init(_ error: any Error) {
        if let error = error as? PHPhotosError {
            self = error
            return
        }
        let store = (error as? StoreError) ?? StoreError(error)
        self.init(
            Self.code(store.code),
            userInfo: [NSLocalizedDescriptionKey: store.message, NSUnderlyingErrorKey: store]
        )
    }

    private static func code(_ code: StoreError.Code) -> PHPhotosError.Code {
        switch code {
        case .libraryMissing: .libraryVolumeOffline
        case .diskFull: .notEnoughSpace
        case .busy: .operationInterrupted
        case .objectMissing, .changeNotSupported, .unsupportedQuery: .changeNotSupported
        case .invalidResource: .invalidResource
        case .missingResource, .fileOffline: .missingResource
        case .tokenRejected: .persistentChangeTokenExpired
        case .detailsUnavailable: .persistentChangeDetailsUnavailable
        case .readOnly: .accessRestricted
        case .notALibrary, .newerFormat, .damaged, .inputOutput, .notDurable: .internalError
        }
    }
}
