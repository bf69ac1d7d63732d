import Foundation
import PhotosBase
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// The workers that make fragments, each of one movie.
@Suite(.permit) struct MovieMakersTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func movie() throws -> FileHandle {
        try folder.open(ColorMovie(seconds: 3).data())
    }

    @Test func `a worker keeps its movie, and makes no room for another one while it works`()
        throws
    {
        let client = try TestWorker.client()
        defer { client.close() }
        let file = try movie()
        func make(
            _ content: String,
            _ fragment: Int?
        ) throws -> (layout: MovieLayout, bytes: Data) {
            try client.moviePart(
                MovieRequest(longestSide: 64, fragment: fragment),
                of: file.fileDescriptor,
                content: content
            )
        }
        let start = try make("a", nil)
        let first = client.idleProcessIdentifiers
        #expect(first.count == 1)
        #expect(start.layout.grid.count == 2)
        for number in [0, 1, 0] {
            let part = try make("a", number)
            #expect(part.layout == start.layout)
            #expect(client.idleProcessIdentifiers == first)
        }
        _ = try make("b", 0)
        #expect(client.idleProcessIdentifiers.count == 2)
        // The third movie takes the place of the one that waited longest.
        _ = try make("c", 0)
        #expect(client.idleProcessIdentifiers.count == 2)
        #expect(!client.idleProcessIdentifiers.contains(first[0]))
    }

    @Test(.timeLimit(.minutes(5)))
    func `two movies are made at once, and a third one is refused`() async throws {
        // A script stands for a worker that never answers.
        let client = MediaWorkerClient(
            program: try folder.script("exec sleep 600"),
            environment: ProcessInfo.processInfo.environment
        )
        let file = try movie()
        let cancellation = WorkCancellation()
        let codes = await withTaskGroup(of: MediaWorkerError.Code?.self) { group in
            for content in ["a", "b", "c"] {
                group.addTask {
                    do {
                        try await BlockingWork.run { _ in
                            try WorkCancellation.$current.withValue(cancellation) {
                                _ = try client.moviePart(
                                    MovieRequest(longestSide: 64),
                                    of: file.fileDescriptor,
                                    content: content
                                )
                            }
                        }
                        return nil
                    } catch {
                        return (error as? MediaWorkerError)?.code
                    }
                }
            }
            var codes: [MediaWorkerError.Code?] = []
            for await code in group {
                codes.append(code)
                // The other two wait for their workers until here.
                cancellation.cancel()
            }
            return codes
        }
        #expect(codes == [.busy, .cancelled, .cancelled])
    }

    @Test func `a picture has no fragments`() throws {
        let file = try folder.open(TestJPEG(seed: 1).data())
        let error = #expect(throws: MediaFileError.self) {
            try TestWorker.client().moviePart(
                MovieRequest(longestSide: 64),
                of: file.fileDescriptor,
                content: "a"
            )
        }
        #expect(error?.code == .notMedia)
    }
}
