package import Foundation
import GRDB
import Glibc

extension StoreError {
    /// Returns the error of a system call that failed with `code`, an errno value.
    package static func system(_ action: String, path: String, code: Int32) -> StoreError {
        let reason = String(cString: strerror(code))
        let message = OpenFilePath.shown(in: "\(action) \(path) failed: \(reason).")
        return switch code {
        case ENOSPC, EDQUOT:
            StoreError(.diskFull, message + " Free some space on that volume and try again.")
        case EROFS:
            StoreError(
                .readOnly,
                message + " Mount the volume for writing, or choose another one."
            )
        case EACCES, EPERM:
            StoreError(
                .readOnly,
                message + " Check who may write there."
            )
        case ENOENT:
            StoreError(.libraryMissing, message)
        default:
            StoreError(
                .inputOutput,
                message + " Nothing was changed; check the volume before trying again."
            )
        }
    }

    /// Creates the error of a COMMIT that failed.
    ///
    /// Unlike other statements, a COMMIT may have taken effect although it failed.
    init(commitFailure error: any Error) {
        self.init(error)
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_FULL?, .SQLITE_BUSY?, .SQLITE_CONSTRAINT?: break
        default: isUncertain = true
        }
    }

    /// Translates an error of SQLite while the library's database is copied.
    ///
    /// - Parameters:
    ///   - error: The error, or its translation, which takes the library for the cause.
    ///   - url: The copy, or its folder: the place to which SQLite writes.
    package init(_ error: any Error, copyingTo url: URL) {
        let known = error as? StoreError
        let cause = error as? DatabaseError ?? known?.cause as? DatabaseError
        switch cause?.extendedResultCode {
        case .SQLITE_FULL?:
            self.init(
                .diskFull,
                "The volume of \(url.path) is full. Free some space there and try again.",
                cause: cause
            )
            if let reason = known?.roomProblem { add(roomProblem: reason) }
        case .SQLITE_IOERR_WRITE?, .SQLITE_IOERR_FSYNC?:
            self.init(.inputOutput, "The volume of \(url.path) failed.", cause: cause)
        default: self.init(error)
        }
    }

    /// Translates an error of SQLite into an error that says what the user of the library can do.
    package init(_ error: any Error) {
        if let error = error as? StoreError {
            self = error
            return
        }
        if error is RowDecodingError {
            self.init(
                .damaged,
                "A row of the library has values that none can have. Run `photokit check`, and restore a backup if it agrees.",
                cause: error
            )
            return
        }
        guard let error = error as? DatabaseError else {
            self.init(
                .inputOutput,
                OpenFilePath.shown(in: "The library could not be used: \(error)."),
                cause: error
            )
            return
        }
        switch error.resultCode {
        case .SQLITE_FULL:
            self.init(
                .diskFull,
                "The volume of the library is full. Free some space and try again.",
                cause: error
            )
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .busy,
                "Another process kept the library locked for too long. Try again.",
                cause: error
            )
        case .SQLITE_READONLY, .SQLITE_PERM:
            self.init(
                .readOnly,
                "The library cannot be written. Check its permissions and the volume.",
                cause: error
            )
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(
                .damaged,
                "The library's database is damaged. Run `photokit check`, and restore a backup if it agrees.",
                cause: error
            )
        case .SQLITE_CONSTRAINT:
            self.init(
                .changeNotSupported,
                "A change breaks a rule of the library and was refused: \(error.message ?? "no reason given").",
                cause: error
            )
        case .SQLITE_AUTH:
            self.init(
                .accessDenied,
                "This application may not read that part of the library.",
                cause: error
            )
        case .SQLITE_MISUSE:
            self.init(
                .libraryMissing,
                "The library was closed. Open it again to go on.",
                cause: error
            )
        case .SQLITE_CANTOPEN:
            self.init(
                .readOnly,
                "The library's database cannot be opened: \(error.message ?? "").",
                cause: error
            )
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
            self.init(
                .diskFull,
                "The volume of the library has no room for what SQLite needs to read it. Free some space and try again.",
                cause: error
            )
        default:
            if error.extendedResultCode == .SQLITE_IOERR_WRITE || error.resultCode == .SQLITE_IOERR
            {
                self.init(
                    .inputOutput,
                    "The volume of the library failed: \(error.message ?? "input/output error").",
                    cause: error
                )
            } else {
                self.init(
                    .inputOutput,
                    "The library's database refused: \(error.message ?? "\(error)").",
                    cause: error
                )
            }
        }
    }
}
