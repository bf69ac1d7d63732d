/// The remote of a request, as its JSON has it.
package struct RemoteDescription: Codable, Hashable, Sendable {
    /// `s3://bucket/prefix`, or the `https://` address of a WebDAV folder.
    package var url: String
    /// The address of the S3 service; nil means Amazon's.
    package var endpoint: String?
    /// The region that S3 requests are signed for.
    package var region: String?
    /// Whether the bucket is a part of the path, not of the host's name.
    ///
    /// The default is true with `endpoint`.
    package var pathStyle: Bool?
    /// The path of a file of mode 0600 that has the keys.
    ///
    package var credentials: String?
    /// The path of a PEM file with certificates to trust beside the system's.
    package var certificates: String?
    /// The most bytes a second, for all requests of this remote together, in both directions.
    package var rate: Double?
    /// Whether `http://` is allowed beyond this machine.
    package var insecure: Bool?

    package init(url: String) { self.url = url }
}
