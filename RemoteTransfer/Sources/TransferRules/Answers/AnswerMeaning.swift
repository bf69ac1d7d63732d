package import PhotosBase

/// The failure that an answer means, for both services.
package enum AnswerMeaning {
    /// The failure of an answer that is none of the service.
    package static func foreignAnswer(from host: String) -> TransferFailure {
        TransferFailure(
            .notTheService,
            "The answer is not one of the service at \(host). A network that asks to sign in first may have answered: open a web page, then try again. Otherwise check the address.",
            retry: true
        )
    }

    /// The failure of a status that means the same for both services, or nil.
    static func commonFailure(of head: AnswerHead, host: String, now: Double) -> TransferFailure? {
        switch head.status {
        case 407: proxyFailure()
        case 429, 503:
            TransferFailure(
                .limited,
                "\(host) asks for fewer requests. Try again later, or use fewer at a time.",
                retry: true,
                after: head.retryAfter(now: now)
            )
        case 507: fullStorage(at: host)
        case 500, 502, 504:
            TransferFailure(
                .refused,
                "\(host) has an internal problem (status \(head.status)). Try again later.",
                retry: true,
                after: head.retryAfter(now: now)
            )
        case 511: foreignAnswer(from: host)
        default: nil
        }
    }

    package static func proxyFailure() -> TransferFailure {
        TransferFailure(
            .proxy,
            "The proxy refused the connection. Check HTTPS_PROXY and the proxy's name and password, or name the host in NO_PROXY."
        )
    }

    static func fullStorage(at host: String) -> TransferFailure {
        TransferFailure(
            .noSpace,
            "\(host) has no space left for this account. Make room there, or enlarge the quota."
        )
    }

    package static func missingObject(_ name: String) -> TransferFailure {
        TransferFailure(
            .missing,
            "The remote has no object \(name). If it was there, copy it there again."
        )
    }

    package static func differingObject(_ name: String) -> TransferFailure {
        TransferFailure(
            .differs,
            "The remote's object \(name) has other bytes than those that were stored. Keep the local copy, delete that object, and copy it again."
        )
    }

    /// The failure of a name that another object has.
    package static func occupiedName(_ name: String) -> TransferFailure {
        TransferFailure(
            .differs,
            "The remote has another object of the name \(name) already, with another length. Nothing was overwritten. Delete that object, if it is damaged."
        )
    }
}
