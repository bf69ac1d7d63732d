package import PhotosBase

/// Whether the answer to an upload is its last one.
package enum UploadMeaning {
    /// Returns the reason to send the request again; nil where the answer is the result, whatever its status.
    ///
    /// - Parameters:
    ///   - head: Status and headers of the answer.
    ///   - host: The server.
    ///   - now: Seconds since 1970.
    /// - Returns: A failure with `retry`.
    package static func passingFailure(
        of head: AnswerHead,
        host: String,
        now: Double
    ) -> TransferFailure? {
        guard [408, 425, 429, 500, 502, 503, 504].contains(head.status) else { return nil }
        return TransferFailure(
            .limited,
            "\(host) cannot take the upload now (status \(head.status)). Try again later.",
            retry: true,
            after: head.retryAfter(now: now)
        )
    }
}
