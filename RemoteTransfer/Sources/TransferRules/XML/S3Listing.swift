package import PhotosBase

/// A page of S3's `ListObjectsV2`.
package struct S3Listing: Hashable, Sendable {
    package var objects: [ListedObject]
    /// Where the next page begins; nil on the last page.
    package var continuation: String?

    /// Reads an answer; nil where the document is no list, or has a name outside the prefix.
    ///
    /// - Parameters:
    ///   - document: The answer's body.
    ///   - prefix: The remote's prefix, which the names lose.
    package init?(_ document: XMLElement, prefix: String) {
        guard document.name.local == "ListBucketResult",
            let isTruncated = document.trimmedText(of: "IsTruncated")
        else { return nil }
        let isEncoded = document.trimmedText(of: "EncodingType") == "url"
        objects = []
        for entry in document.childElements(named: "Contents") {
            // White space belongs to a name.
            guard let key = entry["Key"]?.text,
                let name = isEncoded ? PercentEncoding.decode(key, plusIsSpace: true) : key,
                name.utf8.starts(with: prefix.utf8),
                let bytes = entry.trimmedText(of: "Size").flatMap({ Int64($0) }),
                bytes >= 0
            else { return nil }
            let date = entry.trimmedText(of: "LastModified").flatMap(HTTPDate.secondsOfList)
            let own = String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
            // Other programs mark folders with empty objects.
            if own.isEmpty || own.hasSuffix("/") { continue }
            objects.append(ListedObject(name: own, bytes: bytes, modified: date))
        }
        if isTruncated == "true" {
            guard let token = document["NextContinuationToken"]?.text, !token.isEmpty else {
                return nil
            }
            continuation = token
        } else {
            guard isTruncated == "false" else { return nil }
        }
    }
}
