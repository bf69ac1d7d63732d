import Foundation
package import PhotosBase

/// Why a place could not do what was asked, with a sentence that says what to do.
package struct RemoteFailure: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    package typealias Code = RemoteFailureCode

    package var code: Code
    package var sentence: String

    package init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    package var description: String { sentence }
    package var errorDescription: String? { sentence }

    init(_ failure: TransferFailure) { self.init(failure.code, failure.sentence) }

    /// Whether further objects would fail for the same reason.
    package var endsWork: Bool {
        switch code {
        case .noKey, .wrongKey, .noBucket, .clockOff, .otherRegion, .unknownCertificate, .proxy,
            .notTheService, .noSpace, .unreachable, .limited, .cancelled, .noProgram, .otherLibrary,
            .noEncryptionKey, .wrongEncryptionKey:
            true
        case .refused, .missing, .differs, .changed, .cutOff, .stalled, .unsupported, .noRanges,
            .localFile:
            false
        }
    }

    /// Whether a file could not be sent for a reason of its own, and not of the connection.
    package var concernsFile: Bool {
        switch code {
        case .refused, .differs, .changed, .unsupported, .localFile: true
        default: false
        }
    }

    /// Whether the place has no whole object under the name, so that a new one may take it.
    package var meansNoWholeObject: Bool { code == .missing || code == .differs }
}
