import AsyncHTTPClient
import NIOCore
import PhotosBase
import TransferRules

/// The answer to a request, whose body has not been read yet.
struct WireAnswer: Sendable {
    let head: AnswerHead
    private let body: HTTPClientResponse.Body
    private let activity: Activity
    private let limiter: RateLimiter?

    init(_ response: HTTPClientResponse, activity: Activity, limiter: RateLimiter?) {
        head = AnswerHead(
            status: Int(response.status.code),
            headers: response.headers.map { ($0.name, $0.value) }
        )
        body = response.body
        self.activity = activity
        self.limiter = limiter
    }

    /// Returns the body, or nil where it has more bytes than the limit.
    func bytes(upTo limit: Int) async throws -> [UInt8]? {
        var bytes: [UInt8] = []
        for try await chunk in body {
            activity.recordProgress()
            guard bytes.count + chunk.readableBytes <= limit else { return nil }
            bytes.append(contentsOf: chunk.readableBytesView)
        }
        return bytes
    }

    /// Returns the document of the body, or nil where the body is no XML or too long.
    func document(upTo limit: Int = 1 << 20) async throws -> XMLElement? {
        try await bytes(upTo: limit).flatMap { try? XMLDocument.root(of: Array($0)) }
    }

    /// Reads the rest of a short body, so that the connection can be used again.
    func drain() async throws { _ = try await bytes(upTo: 1 << 16) }

    /// Reads the rest of a short body, for so many seconds at most.
    func drain(forSeconds seconds: Double) async throws {
        let end = SteadyClock.now + seconds
        var room = 1 << 16
        for try await chunk in body {
            activity.recordProgress()
            room -= chunk.readableBytes
            guard room >= 0, SteadyClock.now < end else { return }
        }
    }

    /// Writes the body to a sink while the disk and the network work at the same time.
    ///
    /// - Parameters:
    ///   - sink: Where the bytes go.
    ///   - end: The position of the sink at which the body must end.
    ///   - meter: Counts the bytes.
    /// - Throws: `TooLong` where the body is longer.
    func writeBody(to sink: any ByteSink, until end: Int64, meter: ProgressMeter) async throws {
        var held: [ByteBuffer] = []
        var heldBytes = 0
        var expected = sink.position
        var writing: Task<Void, any Error>?
        do {
            for try await chunk in body {
                activity.recordProgress()
                expected += Int64(chunk.readableBytes)
                guard expected <= end else { throw TooLong() }
                held.append(chunk)
                heldBytes += chunk.readableBytes
                try await limiter?.delayTransfer(of: chunk.readableBytes, pausing: activity)
                guard heldBytes >= Self.batchBytes else { continue }
                let batch = held
                try await wait(for: writing)
                writing = Task { try await BlockingThreads.common.run { try sink.write(batch) } }
                meter.add(Int64(heldBytes))
                held = []
                heldBytes = 0
            }
        } catch {
            // Bytes that have arrived are kept, so that the next try goes on there.
            try await wait(for: writing)
            let batch = held
            if !(error is TooLong) {
                try await BlockingThreads.common.run { try sink.write(batch) }
            }
            throw error
        }
        try await wait(for: writing)
        let batch = held
        try await BlockingThreads.common.run { try sink.write(batch) }
        meter.add(Int64(heldBytes))
    }

    struct TooLong: Error {}

    private static let batchBytes = 1 << 19

    private func wait(for writing: Task<Void, any Error>?) async throws {
        guard let writing else { return }
        activity.pause()
        defer { activity.resume() }
        try await writing.value
    }
}
