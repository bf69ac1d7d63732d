package import Foundation

/// The request with which a resource is uploaded.
///
/// Requests carry credentials. They are in files of ``UploadFiles`` alone, and in no row, log or message.
package struct UploadRequest: Codable, Hashable, Sendable {
    package var url: String
    package var method: String
    package var headerFields: [String: String]
    /// The body that the client gave to the request; the file of the resource is sent in its place.
    package var body: Data?
    /// The number of seconds after which a connection without progress counts as failed.
    package var timeout: Double

    package init(
        url: String,
        method: String = "GET",
        headerFields: [String: String] = [:],
        body: Data? = nil,
        timeout: Double = 60
    ) {
        self.url = url
        self.method = method
        self.headerFields = headerFields
        self.body = body
        self.timeout = timeout
    }

    /// The name of the host in the address; nil where the address has none.
    package var host: String? { URLComponents(string: url)?.host.flatMap { $0.isEmpty ? nil : $0 } }
}
