import Crypto
import NIOCore
import PhotosBase
import Synchronization
import TransferRules

/// A part of a local file as the body of a request.
///
/// The last chunk is held back unless all bytes have the stated checksum, if one is stated.
struct FileBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    /// The most bytes that are read at a time: 256 KiB.
    static let chunkBytes = 1 << 18

    let file: UploadFile
    let range: Range<Int64>
    /// The SHA-256 of the part, in hexadecimal digits; nil where nobody compares it.
    let sha256: String?
    let meter: BodyMeter
    let activity: Activity
    let limiter: RateLimiter?

    func makeAsyncIterator() -> Iterator { Iterator(body: self) }

    struct Iterator: AsyncIteratorProtocol {
        private let body: FileBody
        private var position: Int64
        private var hash: SHA256?

        init(body: FileBody) {
            self.body = body
            position = body.range.lowerBound
            hash = body.sha256 == nil ? nil : SHA256()
        }

        mutating func next() async throws -> ByteBuffer? {
            let body = body
            let start = position
            let left = body.range.upperBound - start
            guard left > 0 else { return nil }
            let count = Int(Swift.min(left, Int64(body.limiter?.step ?? FileBody.chunkBytes)))
            // A slow disk is no stall of the network.
            body.activity.pause()
            defer { body.activity.resume() }
            let earlier = hash
            let (buffer, later) = try await BlockingThreads.common.run {
                var hash = earlier
                var buffer = ByteBufferAllocator().buffer(capacity: count)
                try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { room in
                    try unsafe body.file.read(
                        UnsafeMutableRawBufferPointer(rebasing: room[..<count]),
                        at: start
                    )
                    return count
                }
                buffer.withUnsafeReadableBytes { unsafe hash?.update(bufferPointer: $0) }
                return (buffer, hash)
            }
            hash = later
            position += Int64(count)
            if position == body.range.upperBound,
                later.map({ Hexadecimal.digits(of: $0.finalize()) }) != body.sha256
            {
                throw FileProblem.changedFile(body.file.path)
            }
            try await body.limiter?.delayTransfer(of: count, pausing: body.activity)
            body.meter.add(Int64(count))
            return buffer
        }
    }
}
