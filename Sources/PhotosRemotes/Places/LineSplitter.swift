import Foundation

/// Splits bytes that arrive in pieces into lines.
struct LineSplitter {
    private var rest = Data()

    /// Adds bytes, and returns the lines that they complete.
    mutating func add(_ data: Data) -> [Data] {
        rest.append(data)
        var lines: [Data] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(Data(rest[rest.startIndex..<end]))
            rest = Data(rest[rest.index(after: end)...])
        }
        return lines
    }
}
