import PhotosBase

/// Status and headers of an answer.
package struct AnswerHead: Hashable, Sendable {
    package let status: Int
    private let headers: [String: String]
    /// The header fields by names in lower case, with all values of a name in one text.
    ///
    /// Fields beyond 64 KiB are left out.
    package let fields: [String: String]

    private static let mostFieldBytes = 1 << 16

    /// Takes the first value of each header, and all for ``fields``.
    package init(status: Int, headers: [(String, String)]) {
        self.status = status
        var room = Self.mostFieldBytes
        var fields: [String: String] = [:]
        for (name, value) in headers {
            room -= name.utf8.count + value.utf8.count + 2
            guard room >= 0 else { break }
            let name = name.lowercased()
            fields[name] = fields[name].map { $0 + ", " + value } ?? value
        }
        self.fields = fields
        self.headers = Dictionary(
            headers.map { ($0.0.lowercased(), $0.1) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns the value of a header, whose name is in lower case.
    package subscript(name: String) -> String? { headers[name] }

    package var isSuccess: Bool { (200...299).contains(status) }

    /// The length of the body, as the header states it.
    package var length: Int64? { headers["content-length"].flatMap { Int64($0) } }

    /// The date of the object in seconds since 1970.
    package var modified: Double? { headers["last-modified"].flatMap(HTTPDate.seconds) }

    /// A tag that equal bytes alone have; weak ones do not count.
    package var strongTag: String? {
        guard let tag = headers["etag"], tag.hasPrefix("\"") else { return nil }
        return tag
    }

    /// The seconds that the server asks to wait, at most a day.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Returns: Seconds, or nil where the answer states none.
    package func retryAfter(now: Double) -> Double? {
        guard let text = headers["retry-after"] else { return nil }
        let seconds = Double(text) ?? HTTPDate.seconds(text).map { $0 - now }
        guard let seconds, seconds >= 0 else { return nil }
        return min(seconds, 86400)
    }
}
