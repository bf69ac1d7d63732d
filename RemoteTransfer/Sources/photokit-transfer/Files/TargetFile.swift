import Crypto
import NIOCore
import PhotosBase
import Synchronization
import TransferRules

/// A local file that is downloaded.
///
/// The mutex guards its length and its checksum, which is nil where nobody compares it.
final class TargetFile: ByteSink {
    private struct State {
        var position: Int64 = 0
        var hash: SHA256?
    }

    private let state: Mutex<State>
    private let isHashed: Bool
    private let target: LocalTarget

    /// Opens a new or partial file, and reads the part that is there.
    ///
    /// May wait for a disk.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - bytes: The length of the whole file.
    ///   - continues: Whether a part that is there is kept.
    ///   - isHashed: Whether the checksum is wanted.
    /// - Throws: `TransferFailure`.
    init(_ path: String, bytes: Int64, continues: Bool, isHashed: Bool) throws {
        let (target, length) = try LocalTarget.openFile(at: path, largest: continues ? bytes : .max)
        self.target = target
        self.isHashed = isHashed
        state = Mutex(State(hash: isHashed ? SHA256() : nil))
        do {
            if continues { try readPart(length) } else { try target.truncate() }
        } catch {
            target.close()
            throw error
        }
    }

    deinit { target.close() }

    private func readPart(_ length: Int64) throws {
        guard length > 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        try state.withLock { state in
            while state.position < length {
                let count = try buffer.withUnsafeMutableBytes {
                    unsafe try target.read($0, at: state.position)
                }
                if count == 0 { break }
                state.hash?.update(data: buffer[..<count])
                state.position += Int64(count)
            }
        }
    }

    var position: Int64 { state.withLock { $0.position } }

    func write(_ buffers: [ByteBuffer]) throws {
        try state.withLock { state in
            for buffer in buffers {
                try buffer.withUnsafeReadableBytes { bytes in
                    unsafe state.hash?.update(bufferPointer: bytes)
                    unsafe try target.write(bytes, at: state.position)
                }
                state.position += Int64(buffer.readableBytes)
            }
        }
    }

    func restart() throws {
        try state.withLock { state in
            state = State(hash: isHashed ? SHA256() : nil)
            try target.truncate()
        }
    }

    /// Waits until the bytes are on the disk.
    func sync() throws { try target.sync() }

    var digest: String? { state.withLock { $0.hash.map { Hexadecimal.digits(of: $0.finalize()) } } }
}
