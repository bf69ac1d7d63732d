import Foundation
import OpenPhotoKit

/// The exit code of the program, see `Documentation/CommandLine.md`.
enum ExitStatus: Int32, Error {
    case done = 0
    /// Some files or changes were refused, or a check found something.
    case refused = 1
    /// Wrong usage or input.
    case usage = 2
    /// The library cannot be opened.
    case unavailable = 3
    /// A change token is no longer valid.
    case token = 4
    /// The disk is full or fails, or the library stayed locked.
    case volume = 5
    /// The program that reads files is missing or does not work.
    case mediaWorker = 6
    /// A person was asked, and cancelled or did not answer; or a person interrupted the command.
    case cancelled = 7
    /// A remote cannot be reached or used.
    case remote = 8

    /// Converts any error that ends a command; nil for errors of the parser of arguments.
    init?(anyError error: any Error) {
        switch error {
        case let status as ExitStatus: self = status
        case let failure as CommandFailure: self = failure.status
        case let error as PHPhotosError: self.init(error)
        case is FetchSyntaxError: self = Fault.usage.status
        case is CancellationError: self = Fault.interruption.status
        default:
            guard let code = (error as? POSIXError)?.code ?? (error as NSError).posixCode else {
                return nil
            }
            self.init(systemCode: code)
        }
    }

    /// Converts an error of the system about an output.
    init(systemCode code: POSIXErrorCode) {
        switch code {
        case .ENOSPC, .EDQUOT: self = Fault.fullDisk.status
        case .EIO: self = Fault.failingDisk.status
        case .ENOENT, .ENOTDIR, .EISDIR: self = Fault.notFound.status
        case .EACCES, .EPERM, .EROFS: self = Fault.outputPermission.status
        default: self = Fault.doubt.status
        }
    }

    /// Converts an error from the use of an open library.
    init(_ error: PHPhotosError) {
        if error.code == .userCancelled {
            self = Fault.interruption.status
            return
        }
        if error.tokenProblem != nil {
            self = .token
            return
        }
        if error.mediaWorkerProblem != nil {
            self = .mediaWorker
            return
        }
        if let problem = error.remoteProblem {
            // A file that no remote has is lost, whatever remotes can be reached.
            let isLost = problem == .missing && error.code == .networkError
            self = isLost ? .refused : problem == .unsupported ? .usage : .remote
            return
        }
        switch error.libraryProblem {
        case .busy, .diskFull, .inputOutput, .notDurable: self = .volume
        case .missing, .offline, .moved, .unsuitableFolder, .notALibrary, .notPermitted,
            .newerFormat,
            .damaged, .readOnly:
            self = .unavailable
        case .unsuitableDestination: self = Fault.usage.status
        case nil: self = .refused
        }
    }
}

/// The reason why a command failed, with a solution.
struct CommandFailure: Error, CustomStringConvertible, LocalizedError {
    var status: ExitStatus
    var message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    /// The message, also when other code shows the error.
    var description: String { message }
    var errorDescription: String? { message }
}
