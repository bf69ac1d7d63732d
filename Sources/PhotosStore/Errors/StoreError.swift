import Foundation

/// An error of the engine, with a sentence that says what to do about it.
///
/// The message never quotes captions, titles or locations of a user's photos.
package struct StoreError: Error, Sendable, CustomStringConvertible, LocalizedError {
    package enum Code: String, Sendable {
        case libraryMissing
        /// The volume of the library is not mounted.
        case volumeOffline
        /// The library was moved while it is open, or another library is at its path now.
        case libraryMoved
        /// The library is on a file system or in a folder where it must not be changed.
        case unsuitableFolder
        case notALibrary
        /// The folder for a backup or a restored library has other files in it.
        ///
        /// The same code is used if a folder in which files would be written lies in a library or a remote.
        case unsuitableDestination
        /// This user may not read the library.
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
        /// The client has as many upload jobs as it may have.
        case limitExceeded
        case invalidResource
        case missingResource
        /// The file of a resource is kept in a source, and is missing there at present.
        case fileOffline
        /// The file of a resource is in a remote alone, and the request may not use the network.
        case fileElsewhere
        /// No remote could give a file.
        case networkFailed
        /// The caller has cancelled the work.
        case cancelled
        case tokenRejected
        case detailsUnavailable
        case unsupportedQuery
        /// The program that reads media files is missing or does not work.
        case readerUnavailable
        /// The client may not do this, but the library's owner may allow it.
        case accessDenied
        /// The client may not do this, and no permission is requested.
        case accessRestricted
    }

    package var code: Code
    package var message: String
    package var cause: (any Error)?
    /// Whether a failed commit may turn out to be done after a crash, because its last bytes may be on the disk.
    package var isUncertain = false
    /// A sentence that says why no room could be made on the full volume of the library; nil for any other error.
    ///
    /// The sentence stands at the end of the message, too.
    package private(set) var roomProblem: String?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// Adds why no room could be made on the full volume of the library.
    mutating func add(roomProblem reason: String) {
        roomProblem = reason
        message += " \(reason)"
    }

    package var description: String { message }
    package var errorDescription: String? { message }
}
