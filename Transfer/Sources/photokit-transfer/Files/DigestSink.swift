import Crypto
import NIOCore
import Synchronization
import TransferRules

/// Bytes that are read for their checksum alone.
///
/// The mutex guards the checksum.
final class DigestSink: ByteSink {
    private struct State {
        var position: Int64 = 0
        var hash = SHA256()
    }

    private let state = Mutex(State())

    var position: Int64 { state.withLock { $0.position } }

    func write(_ buffers: [ByteBuffer]) {
        state.withLock { state in
            for buffer in buffers {
                buffer.withUnsafeReadableBytes { unsafe state.hash.update(bufferPointer: $0) }
                state.position += Int64(buffer.readableBytes)
            }
        }
    }

    func restart() { state.withLock { $0 = State() } }

    var digest: String { state.withLock { Hexadecimal.text($0.hash.finalize()) } }
}
