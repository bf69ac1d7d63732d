import TransferRules

/// A request as it is sent.
struct WireCall: Sendable {
    enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// A part of a file, with the SHA-256 that it must have in hexadecimal digits; nil where nobody compares it.
        case file(UploadFile, Range<Int64>, sha256: String?, BodyMeter)
    }

    var method: String
    /// Scheme, host and port.
    var origin: String
    /// The encoded path with the query.
    var path: String
    var headers: [(String, String)]
    var body: Body = .none
}

/// How a remote is reached.
struct WireLink: Sendable {
    var host: String
    var certificates: String?
    var proxy: ProxyAddress?
    var limiter: RateLimiter?
}
