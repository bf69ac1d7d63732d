import PhotosBase
import TransferRules

/// An upload in parts that an earlier request left, with the parts that the service has.
struct S3UnfinishedUpload: Sendable {
    var identifier: String
    var parts: [Int: S3Unfinished.Part]

    /// Finds the latest upload of an object.
    ///
    /// - Parameters:
    ///   - name: The object's name.
    ///   - remote: The bucket.
    /// - Returns: Nil without one. Keys that may not list uploads find none.
    /// - Throws: `TransferFailure`, where a later try may succeed.
    static func latestUpload(
        of name: String,
        at remote: S3Remote
    ) async throws -> S3UnfinishedUpload? {
        do {
            return try await readLatestUpload(of: name, at: remote)
        } catch let failure as TransferFailure where !failure.retry && failure.code != .cancelled {
            // The upload itself says what is wrong, if anything is.
            return nil
        }
    }

    private static func readLatestUpload(
        of name: String,
        at remote: S3Remote
    ) async throws -> S3UnfinishedUpload? {
        let key = remote.fullKey(of: name)
        let list = S3Call(
            method: "GET",
            query: [("uploads", ""), ("prefix", key), ("encoding-type", "url")]
        )
        let document = try await remote.requestDocument(list)
        guard let identifier = S3Unfinished.latestUpload(in: document, key: key) else { return nil }
        var parts: [Int: S3Unfinished.Part] = [:]
        var marker: Int?
        repeat {
            var query = [("uploadId", identifier)]
            if let marker { query.append(("part-number-marker", String(marker))) }
            let answer = try await remote.requestDocument(
                S3Call(method: "GET", name: name, query: query)
            )
            guard let page = S3Unfinished.storedParts(in: answer) else { return nil }
            parts.merge(page.parts) { first, _ in first }
            // A page that leads back would be read for ever.
            guard page.next == nil || page.next ?? 0 > marker ?? 0 else { break }
            marker = page.next
        } while marker != nil
        return S3UnfinishedUpload(identifier: identifier, parts: parts)
    }

    /// Whether the service has a part with these bytes.
    ///
    /// - Parameters:
    ///   - index: The part's number, from 0.
    ///   - bytes: Its length.
    ///   - md5: Its MD5 in hexadecimal digits, which most services have as the tag.
    /// - Returns: The tag; nil where the part has to be sent.
    func tag(of index: Int, bytes: Int64, md5: String) -> String? {
        guard let part = parts[index], part.bytes == bytes,
            part.tag.lowercased().filter({ $0 != "\"" }) == md5
        else { return nil }
        return part.tag
    }
}
