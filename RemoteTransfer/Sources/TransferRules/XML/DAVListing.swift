package import PhotosBase

/// An answer to `PROPFIND`: the members of a folder, or one resource.
package struct DAVListing: Hashable, Sendable {
    package struct Resource: Hashable, Sendable {
        /// The decoded path on the server, without a slash at its end.
        package var path: String
        package var isFolder: Bool
        package var bytes: Int64?
        package var modified: Double?

        package init(path: String, isFolder: Bool, bytes: Int64? = nil, modified: Double? = nil) {
            self.path = path
            self.isFolder = isFolder
            self.bytes = bytes
            self.modified = modified
        }
    }

    package var resources: [Resource]

    /// Reads an answer.
    ///
    /// - Returns: Nil where the document is no answer of WebDAV.
    package init?(_ document: XMLElement) {
        guard document.name.local == "multistatus" else { return nil }
        resources = []
        for response in document.childElements(named: "response") {
            guard let href = response.trimmedText(of: "href"), let path = Self.decodedPath(of: href)
            else { return nil }
            var resource = Resource(path: path, isFolder: false)
            for status in response.childElements(named: "propstat") {
                // A server states properties that it has not in a part of their own.
                guard let line = status.trimmedText(of: "status"), line.contains(" 200"),
                    let properties = status["prop"]
                else { continue }
                if properties["resourcetype"]?["collection"] != nil { resource.isFolder = true }
                if let length = properties.trimmedText(of: "getcontentlength").flatMap({ Int64($0) }
                ),
                    length >= 0
                {
                    resource.bytes = length
                }
                if let date = properties.trimmedText(of: "getlastmodified") {
                    resource.modified = HTTPDate.seconds(date)
                }
            }
            resources.append(resource)
        }
    }

    // Servers state paths or whole addresses, encoded in different ways.
    private static func decodedPath(of href: String) -> String? {
        var rest = Substring(href)
        if let scheme = rest.firstRange(of: "://"), !rest.hasPrefix("/") {
            rest = rest[scheme.upperBound...]
            guard let slash = rest.firstIndex(of: "/") else { return "" }
            rest = rest[slash...]
        }
        guard rest.hasPrefix("/"), let decoded = PercentEncoding.decode(rest) else { return nil }
        return decoded.hasSuffix("/") ? String(decoded.dropLast()) : decoded
    }
}
