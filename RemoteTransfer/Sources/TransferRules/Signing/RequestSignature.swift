import Crypto
import Foundation
import PhotosBase

/// AWS's Signature Version 4 in the header `Authorization`, with the form that S3 asks for: each path is encoded once.
package struct RequestSignature: Sendable {
    package let keys: AWSKeys
    package let region: String

    package init(keys: AWSKeys, region: String) {
        self.keys = keys
        self.region = region
    }

    /// The SHA-256 of no bytes.
    package static let emptyPayload =
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    /// Signs a request.
    ///
    /// - Parameters:
    ///   - method: The method of HTTP.
    ///   - path: The encoded path as it is sent, from the first slash.
    ///   - query: Names and values, not encoded.
    ///   - headers: All headers to sign, among them `host`. `x-amz-date`, `x-amz-content-sha256` and, for temporary keys,
    ///     `x-amz-security-token` are added.
    ///   - payload: The SHA-256 of the body in hexadecimal digits.
    ///   - time: Seconds since 1970.
    /// - Returns: The headers to send, with `authorization`.
    package func signedHeaders(
        method: String,
        path: String,
        query: [(String, String)],
        headers: [(String, String)],
        payload: String,
        at time: Double
    ) -> [(String, String)] {
        let date = HTTPDate.compact(secondsSince1970: time)
        var headers = headers
        headers.append(("x-amz-date", date))
        headers.append(("x-amz-content-sha256", payload))
        if let token = keys.sessionToken { headers.append(("x-amz-security-token", token)) }
        let (lines, names) = Self.canonicalHeaders(headers)
        let canonical = [
            method, path.isEmpty ? "/" : path, Self.queryText(query), lines, names, payload,
        ].joined(separator: "\n")
        let day = String(date.prefix(8))
        let scope = "\(day)/\(region)/s3/aws4_request"
        let digest = Hexadecimal.digits(of: SHA256.hash(data: Array(canonical.utf8)))
        let text = "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n\(digest)"
        let signature = Hexadecimal.digits(
            of: Self.authenticationCode(of: text, key: signingKey(day))
        )
        headers.append(
            (
                "authorization",
                "AWS4-HMAC-SHA256 Credential=\(keys.identifier)/\(scope), SignedHeaders=\(names), Signature=\(signature)"
            )
        )
        return headers
    }

    /// Returns the query as it is signed and sent: encoded, and in the order of names, then values.
    package static func queryText(_ query: [(String, String)]) -> String {
        query.map { item in
            (
                PercentEncoding.encode(item.0, keepsSlash: false),
                PercentEncoding.encode(item.1, keepsSlash: false)
            )
        }
        .sorted {
            Array($0.0.utf8).lexicographicallyPrecedes(Array($1.0.utf8))
                || ($0.0 == $1.0 && $0.1 < $1.1)
        }
        .map { "\($0.0)=\($0.1)" }
        .joined(separator: "&")
    }

    private static func canonicalHeaders(
        _ headers: [(String, String)]
    ) -> (lines: String, names: String) {
        var values: [String: [String]] = [:]
        for (name, value) in headers {
            let words = value.split(whereSeparator: { $0 == " " || $0 == "\t" })
            values[name.lowercased(), default: []].append(words.joined(separator: " "))
        }
        let names = values.keys.sorted()
        let lines = names.map { "\($0):\((values[$0] ?? []).joined(separator: ","))\n" }.joined()
        return (lines, names.joined(separator: ";"))
    }

    private func signingKey(_ day: String) -> [UInt8] {
        [day, region, "s3", "aws4_request"].reduce(Array("AWS4\(keys.secret)".utf8)) { key, text in
            Self.authenticationCode(of: text, key: key)
        }
    }

    private static func authenticationCode(of text: String, key: [UInt8]) -> [UInt8] {
        Array(
            HMAC<SHA256>.authenticationCode(
                for: Array(text.utf8),
                using: SymmetricKey(data: key)
            )
        )
    }
}
