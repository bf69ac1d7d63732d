import Foundation
package import PhotosBase

/// The address of a place: an absolute path, or a URL without keys.
package struct RemoteAddress: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case folder
        case service(ServiceKind)
    }

    package let kind: Kind
    /// The path or the URL without a slash at its end, the scheme in lower case.
    package let text: String

    /// Reads an address as people write it.
    ///
    /// - Throws: ``RemoteFailure`` with code `unsupported` for other texts, and for URLs with keys.
    package init(_ text: String) throws {
        if text.hasPrefix("/") {
            kind = .folder
            self.text = URL(fileURLWithPath: text, isDirectory: true).standardizedFileURL.path
            return
        }
        guard let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(),
            let host = url.host, !host.isEmpty
        else {
            throw RemoteFailure(
                .unsupported,
                "\(text) is not the address of a remote. Give an absolute path of a folder, \(ServiceKind.addressForms)."
            )
        }
        guard url.user == nil, url.password == nil, url.query == nil, url.fragment == nil else {
            throw RemoteFailure(
                .unsupported,
                "The address of a remote must contain no keys, no user name, and no part after ? or #. Put keys into a file of mode 0600, and name the file with --credentials."
            )
        }
        guard let service = ServiceKind(address: text) else {
            throw RemoteFailure(
                .unsupported,
                "\(scheme):// is not a kind of remote. Give an absolute path of a folder, \(ServiceKind.addressForms)."
            )
        }
        kind = .service(service)
        let rest = text.dropFirst(scheme.count)
        self.text = scheme + (rest.hasSuffix("/") ? rest.dropLast() : rest)
    }

    /// The name that a remote gets unless its owner chooses another one.
    package var suggestedName: String {
        let last = text.split(separator: "/").last.map(String.init) ?? text
        return last.isEmpty ? text : last
    }
}
