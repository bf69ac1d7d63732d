package import PhotosBase

/// A bucket, the prefix in it, and how its service is addressed.
package struct S3Place: Hashable, Sendable {
    package let bucket: String
    /// The beginning of all names, empty or with a slash at its end.
    package let prefix: String
    package var region: String
    /// The address of the service, or nil for Amazon's.
    package let endpoint: WebAddress?
    package let pathStyle: Bool

    /// Reads the address of a remote.
    ///
    /// - Parameters:
    ///   - remote: The remote of a request.
    ///   - endpoint: The service's address where the remote states none.
    ///   - region: The region where the remote states none.
    /// - Throws: `TransferFailure` with `unsupported`.
    package init(
        _ remote: RemoteDescription,
        endpoint: String?,
        region: String?
    ) throws(TransferFailure) {
        guard remote.url.hasPrefix("s3://"), !remote.url.hasPrefix("s3:///") else {
            throw Self.unsupportedAddress(remote.url)
        }
        let parts = remote.url.dropFirst(5).split(separator: "/", omittingEmptySubsequences: true)
        guard let bucket = parts.first.map(String.init), !bucket.contains("@"),
            bucket.utf8.allSatisfy(Self.isPlain), (1...255).contains(bucket.utf8.count)
        else { throw Self.unsupportedAddress(remote.url) }
        let prefix = parts.dropFirst().joined(separator: "/")
        guard RemoteObjectName.prefixProblem(prefix) == nil else {
            throw Self.unsupportedAddress(remote.url)
        }
        self.bucket = bucket
        self.prefix = prefix.isEmpty ? "" : prefix + "/"
        if let text = remote.endpoint ?? endpoint {
            guard let address = WebAddress(text) else {
                throw TransferFailure(
                    .unsupported,
                    "The endpoint is no address of a service. It has the form https://s3.example.org."
                )
            }
            self.endpoint = address
        } else {
            self.endpoint = nil
        }
        let stated = remote.region ?? region ?? "us-east-1"
        guard Self.isRegion(stated) else {
            throw TransferFailure(
                .unsupported,
                "The region is no name of letters, digits and \"-\"."
            )
        }
        self.region = stated
        // A bucket with dots has no certificate as a part of a host's name.
        pathStyle = remote.pathStyle ?? (self.endpoint != nil || bucket.contains("."))
    }

    /// Whether a text may be the name of a region.
    package static func isRegion(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { isPlain($0) && $0 != UInt8(ascii: ".") }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func unsupportedAddress(_ url: String) -> TransferFailure {
        TransferFailure(
            .unsupported,
            "The remote's address is not of the form s3://bucket/prefix."
        )
    }

    /// The address of the service, of Amazon's region where the remote states none.
    package var service: WebAddress {
        if let endpoint { return endpoint }
        let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
        return WebAddress(isEncrypted: true, host: "s3.\(region).\(domain)", port: nil, path: "")
    }

    /// The host and port that requests name.
    package var authority: String {
        pathStyle ? service.authority : "\(bucket).\(service.authority)"
    }

    /// Scheme, host and port of requests.
    package var origin: String { "\(service.isEncrypted ? "https" : "http")://\(authority)" }

    /// Returns the encoded path of an object, or of the bucket without a name.
    package func requestPath(of name: String?) -> String {
        var parts = service.path.isEmpty ? [] : [service.path]
        if pathStyle { parts.append(bucket) }
        if let name { parts.append(prefix + name) }
        return "/" + PercentEncoding.encode(parts.joined(separator: "/"), keepsSlash: true)
    }
}
