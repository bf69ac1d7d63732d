import Foundation

/// The header fields of an upload's request that are sent.
package enum SentFields {
    /// Names of fields that the connection itself decides.
    private static let reserved: Set<String> = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-authenticate",
        "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Returns a sentence where a name or a value is none of HTTP, without the value.
    package static func fieldProblem(_ fields: [String: String]) -> String? {
        for (name, value) in fields {
            guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
                return "The name of a header field has letters, digits and hyphens alone."
            }
            guard value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7f) || $0 == 0x09 }) else {
                return "The value of a header field has no control characters."
            }
        }
        return nil
    }

    /// Whether a text is a method or a name of a header field.
    package static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
    }

    /// Returns the fields to send, in the order of their names.
    ///
    /// - Parameters:
    ///   - fields: The fields of the request.
    ///   - user: Name and password of the address, which count where the fields have no authorization.
    /// - Returns: Names in lower case, with their values.
    package static func sentFields(
        of fields: [String: String],
        user: String?
    ) -> [(String, String)] {
        var sent: [String: String] = [:]
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            let name = name.lowercased()
            if !reserved.contains(name) { sent[name] = value }
        }
        if let user, sent["authorization"] == nil {
            sent["authorization"] = "Basic " + Data(user.utf8).base64EncodedString()
        }
        return sent.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
