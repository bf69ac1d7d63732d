import AVFoundation
import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct LegacyMovieFramesTests {
    private func load(
        _ frames: LegacyMovieFrames,
        _ url: URL,
        at seconds: [Double],
        endsAtFirst: Bool = false
    ) async {
        await withCheckedContinuation { continuation in
            frames.load(url, at: seconds, endsAtFirst: endsAtFirst) { continuation.resume() }
        }
    }

    @Test func `frames of a movie come to a handler`() async throws {
        try await ClientSandbox.files { sandbox in
            let movie = try sandbox.colorMovie("colors.mov", seconds: 3)
            let frames = LegacyMovieFrames()
            await load(frames, movie, at: [0.5, 1.5, 9])
            #expect(frames.images.keys.sorted() == [0.5, 1.5])
            #expect(frames.images[1.5]?.size == CGSize(width: 64, height: 48))
            #expect(frames.failures.map { ($0 as NSError).code } == [-11832])
            #expect(frames.failures.map { ($0 as NSError).domain } == [AVFoundationErrorDomain])
        }
    }

    @Test func `cancelling ends all requests`() async throws {
        try await ClientSandbox.files { sandbox in
            let movie = try sandbox.colorMovie("colors.mov", seconds: 3)
            let frames = LegacyMovieFrames()
            let times = (0..<40).map { Double($0) / 20 }
            await load(frames, movie, at: times, endsAtFirst: true)
            #expect(frames.images.count == 1 && frames.failures.count == times.count - 1)
            #expect(frames.failures.allSatisfy { ($0 as? AVError)?.code == .operationCancelled })
        }
    }

    @Test func `a cover is upright, and a file that is no movie has none`() async throws {
        try await ClientSandbox.files { sandbox in
            let movie = try sandbox.colorMovie("turned.mov", seconds: 1, isTurned: true)
            #expect(LegacyMovieFrames.cover(movie)?.size == CGSize(width: 48, height: 64))
            #expect(LegacyMovieFrames.cover(try sandbox.picture("picture.jpg")) == nil)
        }
    }

    @Test func `a value keeps a time`() {
        let time = CMTime(value: 1001, timescale: 30_000)
        #expect(NSValue(time: time).timeValue == time)
        #expect(NSValue(time: .positiveInfinity).timeValue == .positiveInfinity)
        #expect(NSNumber(value: 3).timeValue.isValid == false)
    }
}
