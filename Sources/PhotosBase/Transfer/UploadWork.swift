/// A request to `photokit-transfer` that sends a file to an address of the caller's choice.
///
/// Unlike ``TransferWork`` it knows no remote: address, method and header fields are those of the caller, and whatever the server
/// answers is the result. Header fields and address may have keys in them.
public struct UploadWork: Codable, Hashable, Sendable {
    /// The operation, so that readers of lines tell this request from others.
    public enum Kind: String, Codable, Sendable {
        /// Sends a file.
        case upload
    }

    /// The number that all replies to this request have.
    public var id: Int64
    /// The operation.
    public var `do` = Kind.upload
    /// The `https://` address; `http://` reaches this machine alone.
    public var url: String
    /// The method, such as `PUT`.
    public var method: String
    /// The header fields.
    ///
    /// Those that state the length of the body and the handling of the connection are left out.
    public var headers: [String: String]
    /// The absolute path of the file that is the body.
    public var file: String
    /// The length of the file in bytes.
    public var bytes: Int64
    /// The SHA-256 that the file must have in hexadecimal digits; nil compares nothing but the length.
    public var sha256: String?
    /// The path of a PEM file with certificates to trust beside the system's.
    public var certificates: String?

    /// Makes a request without a checksum and certificates.
    ///
    /// - Parameters:
    ///   - id: The number of the request.
    ///   - url: The address.
    ///   - method: The method.
    ///   - headers: The header fields.
    ///   - file: The absolute path of the body.
    ///   - bytes: The length of the body.
    public init(
        id: Int64,
        url: String,
        method: String,
        headers: [String: String],
        file: String,
        bytes: Int64
    ) {
        self.id = id
        self.url = url
        self.method = method
        self.headers = headers
        self.file = file
        self.bytes = bytes
    }
}
