import Foundation
import Glibc
import PhotosBase
import TestPermits
import Testing

/// Calls of the system that go on after signals, and after a part of the bytes.
@Suite(.permit) struct SystemTests {
    @Test func `a call that a signal ends is made again, and any other error is thrown`() throws {
        var codes = [EINTR, EINTR, 0]
        let result = try SystemCall.repeating { () -> Int in
            errno = codes.removeFirst()
            return errno == 0 ? 7 : -1
        }
        #expect(result == 7 && codes.isEmpty)
        #expect(throws: SystemError(code: EBADF)) {
            try SystemCall.repeating { Glibc.close(-1) }
        }
    }

    @Test func `all bytes go through a pipe that takes few of them at once`() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (input, output) = (ends[1], ends[0])
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let writing = Task.detached {
            defer { close(input) }
            try DescriptorBytes.write(bytes, to: input)
        }
        var came: [UInt8] = []
        while case let part = try DescriptorBytes.next(of: output, atMost: 9_999), !part.isEmpty {
            came += part
        }
        close(output)
        try await writing.value
        #expect(came == bytes)
    }

    @Test func `a file of the kernel is read to its end`() throws {
        // The kernel gives about a page in each call, and Foundation stops after the first.
        let text = try #require(SystemText.read("/proc/self/smaps"))
        #expect(text.utf8.count > 50_000 && text.hasSuffix("\n"))
        #expect(SystemText.read("/proc/self/none") == nil)
    }

    @Test func `a socket without a reader is an error`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { close(ends[0]) }
        close(ends[1])
        #expect(throws: SystemError(code: EPIPE)) {
            try DescriptorBytes.send([1, 2, 3] as [UInt8], to: ends[0])
        }
    }

    @Test func `a buffer is filled up to the end of the file`() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("photokit-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try DescriptorBytes.write([1, 2, 3, 4] as [UInt8], to: descriptor, at: 2)
        var buffer = [UInt8](repeating: 9, count: 8)
        let count = try buffer.withUnsafeMutableBytes {
            try DescriptorBytes.fill($0, from: descriptor, at: 1)
        }
        #expect(count == 5 && buffer == [0, 1, 2, 3, 4, 9, 9, 9])
        #expect(throws: SystemError(code: EBADF)) {
            try DescriptorBytes.write([1] as [UInt8], to: -1)
        }
    }
}
