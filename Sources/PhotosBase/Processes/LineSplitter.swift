/// Splits bytes that arrive in pieces into lines.
public struct LineSplitter: Sendable {
    private var bytes: [UInt8] = []
    /// Where the next line begins.
    private var start = 0

    /// Makes a splitter without bytes.
    public init() {}

    /// The number of bytes that no call of ``next()`` has returned.
    public var restCount: Int { bytes.count - start }

    /// Adds bytes behind those that are there.
    public mutating func add(_ more: some Sequence<UInt8>) {
        bytes.removeFirst(start)
        start = 0
        bytes += more
    }

    /// Returns the next line without its end; nil as long as it is not complete.
    public mutating func next() -> ArraySlice<UInt8>? {
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { start = end + 1 }
        return bytes[start..<end]
    }
}
