import TransferRules

/// A request to S3 before it is signed.
struct S3Call: Sendable {
    var method: String
    /// The object, or nil for the bucket.
    var name: String?
    var query: [(String, String)] = []
    var headers: [(String, String)] = []
    var body: WireCall.Body = .none
    /// The SHA-256 of the body in hexadecimal digits.
    var payload = RequestSignature.emptyPayload
    /// The statuses of success.
    var success: Set<Int> = [200]
}
