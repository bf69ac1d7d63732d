/// The header `Content-Range` of a part.
package struct ContentRange: Hashable, Sendable {
    package let first: Int64
    package let last: Int64
    /// The length of the whole object, nil where the server does not state it.
    package let total: Int64?

    /// Reads `bytes 0-9/100`.
    package init?(_ text: String) {
        guard text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/")
        guard parts.count == 2 else { return nil }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int64(ends[0]), let last = Int64(ends[1]), first >= 0,
            last >= first
        else { return nil }
        if parts[1] == "*" {
            total = nil
        } else {
            guard let number = Int64(parts[1]), number > last else { return nil }
            total = number
        }
        self.first = first
        self.last = last
    }
}
