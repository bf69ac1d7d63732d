/// The end of a request that failed: a word for programs, and a sentence that says what to do.
///
/// No sentence contains a key, a password or text of the remote's answer, except for the plain name of its error.
package struct TransferFailure: Error, Hashable, Sendable {
    package var code: FailureCode
    package var sentence: String
    /// Whether the same request may succeed later without a change by a person.
    package var retry: Bool
    /// The seconds to wait before the next try, where the remote states them.
    package var after: Double?
    /// The greatest number of seconds for which the request is tried again; nil where its own patience alone counts.
    package var patience: Double?

    package init(
        _ code: FailureCode,
        _ sentence: String,
        retry: Bool = false,
        after: Double? = nil
    ) {
        self.code = code
        self.sentence = sentence
        self.retry = retry
        self.after = after
    }

    package static let cancelled = TransferFailure(.cancelled, "The request was cancelled.")
}
