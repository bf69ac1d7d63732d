import Foundation
import PhotosBase

/// The address of an upload, taken apart.
///
/// Path, query and user may have keys in them, so that texts for debugging show the server alone.
package struct UploadAddress: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// Scheme, host and port.
    package let server: WebAddress
    /// The encoded path with the query, as it is sent.
    package let target: String
    /// Name and password with a colon between them, where the address has them.
    package let user: String?

    /// Reads an address.
    ///
    /// - Returns: Nil where it has another scheme than `https` and `http`, no host, or characters that addresses do not have.
    package init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }),
            let scheme = text.firstRange(of: "://")
        else { return nil }
        let rest = text[scheme.upperBound...].prefix { $0 != "#" }
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        var authority = rest[..<end]
        var user: String?
        if let at = authority.lastIndex(of: "@") {
            guard let decoded = PercentEncoding.decode(authority[..<at]) else { return nil }
            user = decoded.contains(":") ? decoded : decoded + ":"
            authority = authority[authority.index(after: at)...]
        }
        guard let server = WebAddress(String(text[..<scheme.upperBound]) + String(authority)) else {
            return nil
        }
        self.server = server
        self.user = user
        target = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
    }

    /// Returns the address that a reference of an answer leads to, without user and fragment; nil where it leads nowhere.
    func resolvedAddress(of reference: String) -> UploadAddress? {
        guard let base = URL(string: server.origin + target),
            let url = URL(string: reference, relativeTo: base)
        else { return nil }
        return UploadAddress(url.absoluteString)?.withoutUser
    }

    private var withoutUser: UploadAddress {
        UploadAddress(server: server, target: target)
    }

    private init(server: WebAddress, target: String) {
        self.server = server
        self.target = target
        user = nil
    }

    package var description: String { "UploadAddress(\(server.origin))" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
