package import PhotosBase

/// The meaning of an answer of S3 that is no success.
package struct S3Meaning: Sendable {
    package let host: String
    package let bucket: String

    package init(host: String, bucket: String) {
        self.host = host
        self.bucket = bucket
    }

    /// The region that a bucket is in, where an answer states another one than the request was made for.
    ///
    /// - Parameters:
    ///   - head: Status and headers of the answer.
    ///   - error: The error document of the answer, where it has one.
    ///   - region: The region that the request was made for.
    /// - Returns: The name of the region, or nil.
    package static func otherRegion(
        _ head: AnswerHead,
        error: XMLElement?,
        than region: String
    ) -> String? {
        guard [301, 307, 308, 400, 403].contains(head.status) else { return nil }
        let code = error?.name.local == "Error" ? error?.trimmedText(of: "Code") : nil
        let isRedirect = (301...308).contains(head.status)
        guard
            isRedirect || code == "AuthorizationHeaderMalformed"
                || code == "IllegalLocationConstraintException"
        else { return nil }
        guard let other = head["x-amz-bucket-region"] ?? error?.trimmedText(of: "Region"),
            other != region,
            S3Place.isRegion(other)
        else { return nil }
        return other
    }

    /// Returns the failure of an answer.
    ///
    /// - Parameters:
    ///   - head: Status and headers of the answer.
    ///   - error: The document of the answer's body, nil where the body is none.
    ///   - name: The object that the request was about.
    ///   - hasBody: Whether answers to such a request have a body. Answers to `HEAD` have none.
    ///   - now: Seconds since 1970.
    /// - Returns: Its code and sentence.
    package func failure(
        _ head: AnswerHead,
        error: XMLElement?,
        name: String?,
        hasBody: Bool,
        now: Double
    ) -> TransferFailure {
        let code = error?.name.local == "Error" ? error?.trimmedText(of: "Code") : nil
        if let code, let failure = self.failure(ofErrorCode: code, in: head, name: name, now: now) {
            return failure
        }
        if let failure = AnswerMeaning.commonFailure(of: head, host: host, now: now) {
            return failure
        }
        switch head.status {
        case 301, 302, 303, 307, 308:
            // A redirect without S3's error leads to a page, such as one where one signs in to a network.
            return code == nil && head["x-amz-bucket-region"] == nil
                ? AnswerMeaning.foreignAnswer(from: host) : otherRegion()
        case 401: return wrongKey
        case 403: return refusedRequest(code)
        case 404:
            // Another server's answer must not count as the loss of an object.
            if hasBody, code == nil { return AnswerMeaning.foreignAnswer(from: host) }
            if let name { return AnswerMeaning.missingObject(name) }
            return noBucket
        default:
            return code == nil && head.isSuccess
                ? AnswerMeaning.foreignAnswer(from: host)
                : refusedRequest(code ?? "status \(head.status)")
        }
    }

    private func failure(
        ofErrorCode code: String,
        in head: AnswerHead,
        name: String?,
        now: Double
    ) -> TransferFailure? {
        switch code {
        case "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken",
            "TokenRefreshRequired", "InvalidSecurity", "NotSignedUp", "AccountProblem":
            return wrongKey
        case "NoSuchBucket": return noBucket
        case "NoSuchKey": return name.map(AnswerMeaning.missingObject)
        case "RequestTimeTooSkewed", "RequestExpired": return clockOff(head, now: now)
        case "PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed",
            "IllegalLocationConstraintException":
            return otherRegion()
        case "QuotaExceeded", "InsufficientStorage", "XMinioStorageFull", "InsufficientCapacity":
            return AnswerMeaning.fullStorage(at: host)
        case "SlowDown", "ServiceUnavailable", "Throttling", "ThrottlingException",
            "RequestLimitExceeded", "TooManyRequests", "RequestThrottled":
            return TransferFailure(
                .limited,
                "\(host) asks for fewer requests. Try again later, or use fewer at a time.",
                retry: true,
                after: head.retryAfter(now: now)
            )
        case "InternalError", "OperationAborted", "RequestTimeout", "Busy":
            return TransferFailure(
                .refused,
                "\(host) has an internal problem (\(code)). Try again later.",
                retry: true,
                after: head.retryAfter(now: now)
            )
        case "BadDigest", "XAmzContentSHA256Mismatch", "IncompleteBody", "InvalidDigest":
            return TransferFailure(
                .cutOff,
                "The bytes of \(name ?? "the object") arrived damaged at \(host), which did not store them. Try again.",
                retry: true
            )
        case "NotImplemented", "MethodNotAllowed":
            return TransferFailure(.unsupported, "\(host) does not support this request (\(code)).")
        case "AccessDenied": return refusedRequest(code)
        default: return nil
        }
    }

    private var wrongKey: TransferFailure {
        TransferFailure(
            .wrongKey,
            "\(host) does not accept the keys. Check the key and its secret, and whether they have expired."
        )
    }

    private var noBucket: TransferFailure {
        TransferFailure(
            .noBucket,
            "The bucket \(bucket) does not exist at \(host). Create it, or check its name and the endpoint."
        )
    }

    package func otherRegion() -> TransferFailure {
        TransferFailure(
            .otherRegion,
            "The bucket \(bucket) is in another region, or at another endpoint. State its region."
        )
    }

    private func refusedRequest(_ code: String?) -> TransferFailure {
        let detail = code.map(Self.plainText(of:)).flatMap { $0.isEmpty ? nil : " (\($0))" } ?? ""
        return TransferFailure(
            .refused,
            "\(host) refuses this request\(detail). Check that the keys may read, write, list and delete in the bucket \(bucket)."
        )
    }

    private func clockOff(_ head: AnswerHead, now: Double) -> TransferFailure {
        let difference = head["date"].flatMap(HTTPDate.seconds).map { Int(abs($0 - now) / 60) }
        let detail = difference.map { " by \($0) minutes" } ?? ""
        return TransferFailure(
            .clockOff,
            "The clocks of this machine and of \(host) differ\(detail). Set this machine's clock, for example with timedatectl set-ntp true."
        )
    }

    // The remote chooses the text, so that only a plain word of it is shown.
    private static func plainText(of code: String) -> String {
        let isPlain: (Character) -> Bool = {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == " ")
        }
        return String(code.filter(isPlain).prefix(60))
    }
}
