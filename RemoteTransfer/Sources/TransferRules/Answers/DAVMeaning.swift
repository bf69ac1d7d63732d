package import PhotosBase

/// The meaning of a WebDAV answer that is no success.
package struct DAVMeaning: Sendable {
    package let host: String
    /// Whether requests have a name and a password.
    package let hasKeys: Bool

    package init(host: String, hasKeys: Bool) {
        self.host = host
        self.hasKeys = hasKeys
    }

    /// Returns the failure of an answer.
    ///
    /// - Parameters:
    ///   - head: Status and headers of the answer.
    ///   - name: The object that the request was about.
    ///   - now: Seconds since 1970.
    /// - Returns: Its code and sentence.
    package func failure(_ head: AnswerHead, name: String?, now: Double) -> TransferFailure {
        if let failure = AnswerMeaning.commonFailure(of: head, host: host, now: now) {
            return failure
        }
        switch head.status {
        case 401:
            return hasKeys
                ? TransferFailure(
                    .wrongKey,
                    "\(host) does not accept the name and password. Check both; some services need a password for applications."
                )
                : TransferFailure(
                    .noKey,
                    "\(host) asks for a name and a password. Put them into a file of mode 0600 as user = … and password = …, and name it."
                )
        case 403:
            return TransferFailure(
                .refused,
                "\(host) refuses this request. Check that the account may read, write and delete in the folder."
            )
        case 404:
            if let name { return AnswerMeaning.missingObject(name) }
            return noFolder
        case 409: return noFolder
        case 413:
            return TransferFailure(
                .refused,
                "\(host) refuses a file of this size. Raise the server's limit of uploads."
            )
        case 405, 501: return noService
        case 423:
            return TransferFailure(
                .refused,
                "Another program holds a lock on \(name ?? "the folder") at \(host). Try again later.",
                retry: true
            )
        case 200...399: return AnswerMeaning.foreignAnswer(from: host)
        default:
            return TransferFailure(
                .refused,
                "\(host) refuses this request (status \(head.status))."
            )
        }
    }

    package var noFolder: TransferFailure {
        TransferFailure(
            .noBucket,
            "The folder of the remote's address does not exist at \(host), nor the one above it. Create it there, or check the address."
        )
    }

    /// The failure of a server that serves files and does not know WebDAV.
    package var noService: TransferFailure {
        TransferFailure(
            .notTheService,
            "\(host) does not offer WebDAV at this address. Check the address; a service's settings name it."
        )
    }
}
