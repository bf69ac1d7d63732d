import Foundation

/// What went wrong in the engine, with a sentence that says what to do about it.
///
/// The message never quotes captions, titles or places of a user's photos.
package struct StoreError: Error, Sendable, CustomStringConvertible, LocalizedError {
    package enum Code: String, Sendable {
        case libraryMissing
        /// Its volume is not mounted.
        case volumeOffline
        /// It is elsewhere, or another stands in its place, while it is open.
        case libraryMoved
        /// It lies where it must not be changed.
        case unsuitablePlace
        case notALibrary
        /// This user may not read it.
        case notPermitted
        case newerFormat
        case readOnly
        case damaged
        case busy
        case diskFull
        case inputOutput
        case notDurable
        case objectMissing
        case changeNotSupported
        case invalidResource
        case missingResource
        /// The file of a resource stays in a source, and is not there at present.
        case fileOffline
        case tokenRejected
        case detailsUnavailable
        case unsupportedQuery
        /// The program that looks into files is missing or does not work.
        case readerUnavailable
        /// The client may not do this; the library's owner may allow it.
        case accessDenied
        /// The client may not do this, and nobody is asked.
        case accessRestricted
    }

    package var code: Code
    package var message: String
    package var cause: (any Error)?
    /// Whether a commit failed in a way that may show it as done after a crash: its last bytes may be on the disk.
    package var isUncertain = false

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    package var description: String { message }
    package var errorDescription: String? { message }
}
