import Foundation
public import Photos
import PhotosBase
import PhotosRemotes
import PhotosStore

extension PHPhotosError {
    /// The problem with a remote; nil for other errors.
    ///
    /// A file that could not be fetched because no remote has it any more is `missing`.
    public var remoteProblem: RemoteProblem? {
        let cause = userInfo[NSUnderlyingErrorKey]
        if let failure = cause as? RemoteFailure { return RemoteProblem(failure.code) }
        guard case .lost = (cause as? StoreError)?.cause as? ObjectTransferFailure else {
            return nil
        }
        return .missing
    }

    /// Converts an error of the engine, or of a remote.
    init(ofRemote error: any Error) {
        guard let failure = error as? RemoteFailure else {
            self.init(error)
            return
        }
        self.init(
            Self.code(failure.code),
            userInfo: [
                NSLocalizedDescriptionKey: failure.sentence, NSUnderlyingErrorKey: failure,
            ]
        )
    }

    private static func code(_ code: RemoteFailure.Code) -> Code {
        switch code {
        case .noSpace: .notEnoughSpace
        case .cancelled: .userCancelled
        case .missing, .differs: .missingResource
        case .changed, .localFile: .invalidResource
        case .otherLibrary, .unsupported: .changeNotSupported
        case .noKey, .wrongKey, .noBucket, .noProgram, .noEncryptionKey, .wrongEncryptionKey:
            .accessRestricted
        case .clockOff, .otherRegion, .unknownCertificate, .proxy, .notTheService, .refused,
            .noRanges, .cutOff, .stalled, .unreachable, .limited:
            .networkError
        }
    }
}
