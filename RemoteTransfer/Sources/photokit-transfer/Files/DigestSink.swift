import Crypto
import NIOCore
import PhotosBase
import Synchronization
import TransferRules

/// Bytes that are read for their checksum alone, and for those of their parts if wanted.
///
/// The mutex guards the checksums.
final class DigestSink: ByteSink {
    fileprivate struct State {
        var position: Int64 = 0
        var hash = SHA256()
        var part = SHA256()
        var parts: [String] = []
    }

    private let state = Mutex(State())
    private let partSize: Int64?

    /// Makes a sink; `parts` is the number of bytes of the parts, nil where there are none.
    init(parts: Int64? = nil) { partSize = parts }

    var position: Int64 { state.withLock { $0.position } }

    func write(_ buffers: [ByteBuffer]) {
        state.withLock { state in
            for buffer in buffers {
                buffer.withUnsafeReadableBytes { unsafe state.hash.update(bufferPointer: $0) }
                if let partSize { addParts(buffer, of: partSize, to: &state) }
                state.position += Int64(buffer.readableBytes)
            }
        }
    }

    private func addParts(_ buffer: ByteBuffer, of size: Int64, to state: inout State) {
        var rest = buffer
        var position = state.position
        while rest.readableBytes > 0 {
            let room = size - position % size
            let count = Int(min(room, Int64(rest.readableBytes)))
            rest.readSlice(length: count)?.withUnsafeReadableBytes {
                unsafe state.part.update(bufferPointer: $0)
            }
            position += Int64(count)
            if Int64(count) == room { state.endPart() }
        }
    }

    func restart() { state.withLock { $0 = State() } }

    var digest: String? { state.withLock { Hexadecimal.digits(of: $0.hash.finalize()) } }

    /// The checksums of the parts, the last one of which may be shorter; nil where there are none.
    var partDigests: [String]? {
        guard let partSize else { return nil }
        return state.withLock { state in
            var state = state
            if state.position % partSize != 0 { state.endPart() }
            return state.parts
        }
    }
}

extension DigestSink.State {
    fileprivate mutating func endPart() {
        parts.append(Hexadecimal.digits(of: part.finalize()))
        part = SHA256()
    }
}
