/// A request to `photokit-transfer` for work on one remote.
///
/// `RemoteTransfer/README.md` describes the requests.
public struct TransferWork: Codable, Hashable, Sendable {
    /// The operation.
    public enum Kind: String, Codable, Sendable {
        /// Stores a file as an object.
        case put
        /// Fetches an object, or a range of it, into a file.
        case get
        /// Reads an object, and compares its bytes with a checksum.
        case prove
        /// Asks whether an object exists, and for its length.
        case look
        /// Asks for names.
        case list
        /// Removes an object.
        case delete
        /// Writes, reads and removes an object of a random name.
        case probe
    }

    /// The number that all replies to this request have.
    public var id: Int64
    /// The operation.
    public var `do`: Kind
    /// Where it is to be done.
    public var remote: RemoteDescription
    /// The object's name below the remote's prefix.
    public var name: String?
    /// The local file of `put` and `get`.
    public var file: String?
    /// The length of the object in bytes.
    public var bytes: Int64?
    /// The SHA-256 of the object in hexadecimal digits.
    ///
    /// `put` and `get` compare nothing but the length without it.
    public var sha256: String?
    /// The first byte that `get` asks for, where it asks for a range.
    public var offset: Int64?
    /// The number of bytes of that range.
    public var length: Int64?
    /// The number of bytes of the parts whose checksums `prove` gives, at least 1 MiB.
    public var parts: Int64?
    /// Whether `get` waits until the bytes are on the disk.
    ///
    /// The default is true; the caller of false syncs by itself.
    public var durable: Bool?
    /// The beginning of the names that `list` gives.
    public var prefix: String?
    /// `list` gives the names after this one.
    public var after: String?
    /// The most names that `list` gives, from 1 to 10,000.
    ///
    /// The default is 1,000.
    public var limit: Int?

    /// Makes a request without its other parts.
    public init(id: Int64, do kind: Kind, remote: RemoteDescription) {
        self.id = id
        self.do = kind
        self.remote = remote
    }
}
