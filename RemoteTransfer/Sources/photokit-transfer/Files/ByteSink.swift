import NIOCore

/// Where the bytes of an object go that is read.
///
/// A sink is used by one reading at a time.
protocol ByteSink: Sendable {
    /// The number of bytes that have arrived. Blocks no disk.
    var position: Int64 { get }
    /// Takes the next bytes. May wait for a disk.
    func write(_ buffers: [ByteBuffer]) throws
    /// Forgets all bytes. May wait for a disk.
    func restart() throws
    /// The SHA-256 of all bytes, in hexadecimal digits; nil where it is not wanted.
    var digest: String? { get }
}
