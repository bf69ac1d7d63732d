/// The remote of a request to `photokit-transfer`, as its JSON has it.
public struct RemoteDescription: Codable, Hashable, Sendable {
    /// `s3://bucket/prefix`, or the `https://` address of a WebDAV folder.
    public var url: String
    /// The address of the S3 service; nil means Amazon's.
    public var endpoint: String?
    /// The region that S3 requests are signed for.
    public var region: String?
    /// Whether the bucket is a part of the path, not of the host's name.
    ///
    /// The default is true with `endpoint`.
    public var pathStyle: Bool?
    /// The path of a file of mode 0600 that has the keys.
    public var credentials: String?
    /// The path of a PEM file with certificates to trust beside the system's.
    public var certificates: String?
    /// The most bytes a second, for all requests of this remote together, in both directions.
    public var rate: Double?
    /// Whether `http://` is allowed beyond this machine.
    public var insecure: Bool?

    /// Describes a remote with nothing but its address.
    public init(url: String) { self.url = url }
}
