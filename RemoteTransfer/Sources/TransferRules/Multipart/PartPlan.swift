/// The parts of an upload to S3.
package struct PartPlan: Hashable, Sendable {
    /// Files up to this length are sent in one request: 64 MiB.
    package static let largestWhole: Int64 = 64 << 20

    package let bytes: Int64
    /// The length of every part but the last one: 8 MiB, or as many as 10,000 parts need.
    package let partBytes: Int64

    /// - Parameter bytes: The length of the file, from 1.
    package init(bytes: Int64) {
        self.bytes = bytes
        let needed = (bytes + 9_999) / 10_000
        let mebibyte: Int64 = 1 << 20
        partBytes = max(8 * mebibyte, (needed + mebibyte - 1) / mebibyte * mebibyte)
    }

    package var count: Int { Int((bytes + partBytes - 1) / partBytes) }

    /// Returns the bytes of a part.
    ///
    /// - Parameter index: The part's number, from 0.
    /// - Returns: The offsets in the file.
    package func byteRange(ofPart index: Int) -> Range<Int64> {
        let start = Int64(index) * partBytes
        return start..<min(bytes, start + partBytes)
    }

    /// Returns the document that completes an upload.
    ///
    /// - Parameter tags: The tags that the parts got, in their order.
    /// - Returns: The text of the document.
    package static func completionDocument(tags: [String]) -> String {
        let parts = tags.enumerated().map { index, tag in
            "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(xmlEscaped(tag))</ETag></Part>"
        }
        return "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
            + parts.joined() + "</CompleteMultipartUpload>"
    }

    private static func xmlEscaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
