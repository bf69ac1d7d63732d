package import PhotosBase

/// A folder of a WebDAV server.
package struct DAVPlace: Hashable, Sendable {
    package let address: WebAddress

    /// Reads the address of a remote.
    ///
    /// - Throws: `TransferFailure` with `unsupported`.
    package init(_ remote: RemoteDescription) throws(TransferFailure) {
        guard let address = WebAddress(remote.url) else {
            throw TransferFailure(
                .unsupported,
                "The remote's address is not of the form \(ServiceKind.addressForms). Keys belong in a file, not in the address."
            )
        }
        self.address = address
    }

    /// Returns the encoded path of an object.
    package func requestPath(of name: String) -> String {
        let path = address.path.isEmpty ? name : "\(address.path)/\(name)"
        return "/" + PercentEncoding.encode(path, keepsSlash: true)
    }

    /// Returns the encoded path of a folder, with a slash at its end.
    ///
    /// The empty name means the remote's own folder.
    package func folderPath(_ name: String) -> String {
        let parts = [address.path, name].filter { !$0.isEmpty }
        if parts.isEmpty { return "/" }
        return "/" + PercentEncoding.encode(parts.joined(separator: "/"), keepsSlash: true) + "/"
    }

    /// The encoded path of the folder above the remote's own, nil where the remote is the server's root.
    ///
    package var parentPath: String? {
        if address.path.isEmpty { return nil }
        guard let slash = address.path.lastIndex(of: "/") else { return "/" }
        return "/" + PercentEncoding.encode(String(address.path[..<slash]), keepsSlash: true) + "/"
    }

    /// The name of the folder where uploads lie under random names until they are complete.
    package static let uploads = "uploads-under-way"
}
