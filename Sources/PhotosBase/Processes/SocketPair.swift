import Glibc

/// The two ends of a connection to a child process.
///
/// Writing to a socket, unlike to a pipe, needs no signal where the reader is gone, see ``DescriptorBytes/send(_:to:)``.
public struct SocketPair: Sendable {
    /// The end of this process, which the caller closes.
    public let own: Int32
    /// The end of the other process, which the caller closes once that process has started.
    public let other: Int32

    /// The kind of a connection.
    public enum Kind: Sendable {
        /// Bytes.
        case bytes
        /// Messages, each of which arrives as a whole.
        case messages
    }

    /// Makes a connection, whose ends no other program inherits.
    ///
    /// - Throws: ``SystemError``.
    public init(_ kind: Kind) throws(SystemError) {
        let type = kind == .bytes ? SOCK_STREAM : SOCK_SEQPACKET
        var ends: [Int32] = [-1, -1]
        try SystemCall.repeating {
            unsafe socketpair(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }
        (own, other) = (ends[0], ends[1])
    }

    /// Closes both ends.
    public func close() {
        Glibc.close(own)
        Glibc.close(other)
    }
}
