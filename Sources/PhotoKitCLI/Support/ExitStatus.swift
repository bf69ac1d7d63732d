import Foundation
import OpenPhotoKit

/// How the program ends, see `Documentation/CommandLine.md`.
enum ExitStatus: Int32, Error {
    case done = 0
    /// Some files or changes were refused, or a check found something.
    case refused = 1
    /// Wrong usage or input.
    case usage = 2
    /// The library cannot be opened.
    case unavailable = 3
    /// A change token is of no use any more.
    case token = 4
    /// The disk is full or failing, or the library stayed locked.
    case volume = 5
    /// The program that looks into files is missing or does not work.
    case mediaWorker = 6

    /// What an error means that came up while an open library was used.
    init(_ error: PHPhotosError) {
        if error.tokenProblem != nil {
            self = .token
            return
        }
        if error.mediaWorkerProblem != nil {
            self = .mediaWorker
            return
        }
        switch error.libraryProblem {
        case .busy, .diskFull, .inputOutput, .notDurable: self = .volume
        case .missing, .offline, .moved, .unsuitablePlace, .notALibrary, .notPermitted,
            .newerFormat,
            .damaged, .readOnly:
            self = .unavailable
        case nil: self = .refused
        }
    }
}

/// Why a command cannot do what it was asked, with a remedy.
struct CommandFailure: Error, CustomStringConvertible, LocalizedError {
    var status: ExitStatus
    var message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    /// What people read, also where an error is shown by others than the program's own end.
    var description: String { message }
    var errorDescription: String? { message }
}
