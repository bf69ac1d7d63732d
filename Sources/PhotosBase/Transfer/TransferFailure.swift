/// The end of a request that failed: a word for programs, and a sentence that says what to do.
///
/// No sentence contains a key, a password or text of the remote's answer, except for the plain name of its error.
public struct TransferFailure: Error, Hashable, Sendable, Codable {
    /// The reason.
    public var code: RemoteFailureCode
    /// The problem, and the solution.
    public var sentence: String
    /// Whether the same request may succeed later without a change by a person.
    public var retry: Bool
    /// The seconds to wait before the next try, where the remote states them.
    public var after: Double?
    /// The greatest number of seconds for which the request is tried again; nil where its own patience alone counts.
    ///
    /// The number concerns the program itself, and is not in its replies.
    public var patience: Double?

    private enum CodingKeys: CodingKey {
        case code, sentence, retry, after
    }

    /// Makes a failure.
    public init(
        _ code: RemoteFailureCode,
        _ sentence: String,
        retry: Bool = false,
        after: Double? = nil
    ) {
        self.code = code
        self.sentence = sentence
        self.retry = retry
        self.after = after
    }

    /// Reads a failure; a reason that only a newer program knows counts as a refusal.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        code =
            RemoteFailureCode(rawValue: try values.decode(String.self, forKey: .code)) ?? .refused
        sentence = try values.decode(String.self, forKey: .sentence)
        retry = try values.decodeIfPresent(Bool.self, forKey: .retry) ?? false
        after = try values.decodeIfPresent(Double.self, forKey: .after)
    }

    /// The end of a request that was cancelled.
    public static let cancelled = TransferFailure(.cancelled, "The request was cancelled.")
}
