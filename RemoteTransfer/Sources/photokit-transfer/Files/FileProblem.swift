import Foundation
import PhotosBase
import TransferRules

/// The failure of a call on a local file.
enum FileProblem {
    static func unusableFile(_ path: String, code: Int32) -> TransferFailure {
        if code == ENOSPC || code == EDQUOT {
            return TransferFailure(
                .noSpace,
                "The disk of \(path) is full. Make room on it, and try again."
            )
        }
        let reason = unsafe String(cString: strerror(code))
        return TransferFailure(
            .localFile,
            "The file \(path) could not be used: \(reason). Check the path and its permissions."
        )
    }

    static func changedFile(_ path: String) -> TransferFailure {
        TransferFailure(
            .changed,
            "The file \(path) has other bytes than stated. Nothing was stored. Check the file before it is copied again."
        )
    }
}
