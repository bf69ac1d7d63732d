/// The part of a file that a header `Range` asks for.
public enum ByteRange: Hashable, Sendable {
    /// The whole file.
    case whole
    /// The bytes of this range, never empty.
    case part(Range<Int64>)
    /// No byte of the file.
    case unsatisfiable

    /// Reads the header.
    ///
    /// A malformed header, another unit and several ranges ask for the whole file, as RFC 9110 allows.
    ///
    /// - Parameters:
    ///   - header: The value of the header; nil asks for the whole file.
    ///   - size: The bytes of the file, 0 or more.
    public init(_ header: String?, size: Int64) {
        guard let header, header.utf8.count <= 100, header.lowercased().hasPrefix("bytes=") else {
            self = .whole
            return
        }
        let parts = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ Self.isNumber($0) }), parts[0] + parts[1] != ""
        else {
            self = .whole
            return
        }
        // A number with more than 18 digits is beyond the end of every file.
        let first = Self.clampedNumber(parts[0])
        let last = Self.clampedNumber(parts[1])
        if parts[0].isEmpty {
            let length = min(last, size)
            self = length > 0 ? .part((size - length)..<size) : .unsatisfiable
        } else if !parts[1].isEmpty, last < first {
            self = .whole
        } else {
            let end = parts[1].isEmpty || last >= size ? size : last + 1
            self = first < size ? .part(first..<end) : .unsatisfiable
        }
    }

    private static func isNumber(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func clampedNumber(_ text: Substring) -> Int64 { Int64(text) ?? .max - 1 }
}
