import Foundation

/// Why a place could not do what was asked, with a sentence that says what to do.
package struct RemoteFailure: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    package enum Code: String, Sendable, CaseIterable {
        /// No key for the service was found.
        case noKey
        /// The service refuses the key.
        case wrongKey
        case noBucket
        /// The clock of this machine differs too much from that of the service.
        case clockOff
        case otherRegion
        case unknownCertificate
        case proxy
        /// The answers are not those of such a service.
        case notTheService
        case noSpace
        /// The place refuses this object, and will refuse it again.
        case refused
        /// The place does not have the object.
        case missing
        /// The place has other bytes than were stored.
        case differs
        /// The local file has other bytes than the library recorded.
        case changed
        /// The connection ended too early.
        case cutOff
        /// Nothing came for too long.
        case stalled
        case unreachable
        /// The service asks for fewer requests.
        case limited
        case cancelled
        case unsupported
        /// The place gives whole objects alone.
        case noRanges
        /// The local file cannot be read or written.
        case localFile
        /// The program that opens connections is missing, or ended.
        case noProgram
        /// The place belongs to another library, or to another copy of this one.
        case otherLibrary
        /// The place is encrypted, and its key is missing.
        case noEncryptionKey
        /// The place was encrypted with another key, or the words are no key.
        case wrongEncryptionKey
    }

    package var code: Code
    package var sentence: String

    package init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    package var description: String { sentence }
    package var errorDescription: String? { sentence }

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
