package import PhotosBase

/// Uploads in parts that an earlier program left, as S3 lists them.
package enum S3Unfinished {
    /// Returns the identifier of the latest upload of an object.
    ///
    /// - Parameters:
    ///   - document: The answer to `ListMultipartUploads`.
    ///   - key: The object's whole name in the bucket.
    /// - Returns: Nil where there is none, or the document is another one.
    package static func latestUpload(in document: XMLElement, key: String) -> String? {
        guard document.name.local == "ListMultipartUploadsResult" else { return nil }
        let uploads = document.childElements(named: "Upload").filter { upload in
            guard let text = upload["Key"]?.text else { return false }
            // Ceph encodes names without saying so. With a wrong name, the identifier is unknown to the service.
            return text == key || PercentEncoding.decode(text, plusIsSpace: true) == key
        }
        let latest = uploads.max {
            ($0.trimmedText(of: "Initiated") ?? "") < ($1.trimmedText(of: "Initiated") ?? "")
        }
        return latest?.trimmedText(of: "UploadId").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A part that the service has.
    package struct Part: Hashable, Sendable {
        package let bytes: Int64
        /// The tag with its quotation marks.
        package let tag: String
    }

    /// Returns the parts of a page by their numbers from 0, and the number after which the next page begins.
    ///
    /// - Parameter document: The answer to `ListParts`.
    /// - Returns: Nil where the document is another one.
    package static func storedParts(in document: XMLElement) -> (parts: [Int: Part], next: Int?)? {
        guard document.name.local == "ListPartsResult" else { return nil }
        var parts: [Int: Part] = [:]
        for part in document.childElements(named: "Part") {
            guard let number = part.trimmedText(of: "PartNumber").flatMap({ Int($0) }), number > 0,
                let bytes = part.trimmedText(of: "Size").flatMap({ Int64($0) }),
                let tag = part.trimmedText(of: "ETag")
            else { continue }
            parts[number - 1] = Part(bytes: bytes, tag: tag)
        }
        let next = document.trimmedText(of: "NextPartNumberMarker").flatMap { Int($0) }
        return (parts, document.trimmedText(of: "IsTruncated") == "true" ? next : nil)
    }
}
