import PhotosMedia
import TestPermits
import Testing

/// Metadata and copies in the messages between the library and its worker.
@Suite(.permit) struct EmbeddingMessageTests {
    @Test func `metadata make the way to the worker unchanged`() throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = RandomMetadata(seed: seed)
            let request = WorkerRequest(.embed, metadata: random.metadata(withMarks: true))
            #expect(try WorkerCoding.decodedRequest(in: WorkerCoding.encode(request)) == request)
        }
    }

    @Test func `the answer about a copy makes the way back`() throws {
        let parts = [EmbeddedCopy.Part(source: 1, target: 2, count: 3)]
        let reply = WorkerReply(embedded: EmbeddedCopy(byteCount: 9, parts: parts))
        #expect(try WorkerCoding.decodedReply(in: WorkerCoding.encode(reply)) == reply)
    }
}
