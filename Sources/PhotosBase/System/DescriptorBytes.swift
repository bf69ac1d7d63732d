public import Foundation
import Glibc

/// The bytes behind descriptors of files, pipes and sockets.
///
/// Each function goes on after signals and after calls that moved a part of the bytes.
public enum DescriptorBytes {
    /// Writes all bytes at the position of the descriptor.
    ///
    /// - Throws: ``SystemError``. Some of the bytes may be written then.
    public static func write(
        _ bytes: some ContiguousBytes,
        to descriptor: Int32
    ) throws(SystemError) {
        unsafe try transferAll(of: bytes) { rest, _ in
            unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        }
    }

    /// Writes all bytes at an offset in a file, whose position neither counts nor moves.
    ///
    /// - Throws: ``SystemError``. Some of the bytes may be written then.
    public static func write(
        _ bytes: some ContiguousBytes,
        to descriptor: Int32,
        at offset: Int64
    ) throws(SystemError) {
        unsafe try transferAll(of: bytes) { rest, done in
            unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
        }
    }

    /// Sends all bytes to a socket; a reader that is gone is an error, and no signal.
    ///
    /// - Throws: ``SystemError``. Some of the bytes may be sent then.
    public static func send(
        _ bytes: some ContiguousBytes,
        to socket: Int32
    ) throws(SystemError) {
        unsafe try transferAll(of: bytes) { rest, _ in
            unsafe Glibc.send(socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Reads the next bytes, as soon as there are any.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - count: The most bytes to read.
    /// - Returns: The bytes; none at the end.
    /// - Throws: ``SystemError``.
    public static func next(
        of descriptor: Int32,
        atMost count: Int = 1 << 16
    ) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let came = try SystemCall.repeating { unsafe Glibc.read(descriptor, &bytes, count) }
        bytes.removeLast(count - came)
        return bytes
    }

    /// Reads a part of a file, which may be shorter than the buffer also before the end.
    ///
    /// - Parameters:
    ///   - buffer: Where the bytes go.
    ///   - descriptor: The descriptor, whose position neither counts nor moves.
    ///   - offset: The offset of the part.
    /// - Returns: The number of bytes; 0 at the end.
    /// - Throws: ``SystemError``.
    public static func read(
        into buffer: UnsafeMutableRawBufferPointer,
        from descriptor: Int32,
        at offset: Int64
    ) throws(SystemError) -> Int {
        try SystemCall.repeating {
            unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        }
    }

    /// Fills a buffer with the bytes of a file from an offset on.
    ///
    /// - Parameters:
    ///   - buffer: Where the bytes go.
    ///   - descriptor: The descriptor, whose position neither counts nor moves.
    ///   - offset: The offset.
    /// - Returns: The number of bytes, which is smaller than that of the buffer only where the file ends.
    /// - Throws: ``SystemError``.
    public static func fill(
        _ buffer: UnsafeMutableRawBufferPointer,
        from descriptor: Int32,
        at offset: Int64
    ) throws(SystemError) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = unsafe try read(into: rest, from: descriptor, at: offset + Int64(done))
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Moves all bytes by a call that may move a part of them.
    private static func transferAll(
        of bytes: some ContiguousBytes,
        _ call: (_ rest: UnsafeRawBufferPointer, _ done: Int) -> Int
    ) throws(SystemError) {
        let outcome: Result<Void, SystemError> = unsafe bytes.withUnsafeBytes { bytes in
            var done = 0
            do throws(SystemError) {
                while done < bytes.count {
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
                    let count = try SystemCall.repeating { unsafe call(rest, done) }
                    // A call that takes nothing, and names no error, would take nothing the next time.
                    guard count > 0 else { throw SystemError(code: ENOSPC) }
                    done += count
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }
}
