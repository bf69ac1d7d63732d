import AVFoundation
import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct MovieFramesTests {
    private let frames = MovieFrames()

    private static func second(of image: CGImage, column: Int? = nil) -> Int? {
        let start = image.height / 2 * image.bytesPerRow + (column ?? image.width / 2) * 4
        guard let data = image.dataProvider?.data, let bytes = CFDataGetBytePtr(data) else {
            return nil
        }
        return ClientSandbox.second(
            red: bytes[start],
            green: bytes[start + 1],
            blue: bytes[start + 2]
        )
    }

    @Test func `each second of a movie has its frame`() async throws {
        try await ClientSandbox.files { sandbox in
            let movie = try sandbox.colorMovie("colors.mov", seconds: 4)
            for second in 0..<4 {
                let (image, time) = try await frames.frame(movie, seconds: Double(second) + 0.6)
                #expect(Self.second(of: image) == second)
                #expect(time == CMTime(seconds: Double(second) + 0.5, preferredTimescale: 600))
                #expect((image.width, image.height) == (64, 48))
            }
            let strip = try await frames.strip(movie, count: 8)
            #expect(strip.map { Self.second(of: $0) } == [0, 0, 1, 1, 2, 2, 3, 3])
        }
    }

    @Test func `a turned movie is turned only on request`() async throws {
        try await ClientSandbox.files { sandbox in
            let movie = try sandbox.colorMovie("turned.mov", seconds: 1, isTurned: true)
            let cover = try await frames.cover(movie, side: 32)
            #expect(cover.size == CGSize(width: 24, height: 32))
            let generator = AVAssetImageGenerator(asset: AVAsset(url: movie))
            generator.maximumSize = CGSize(width: 32, height: 0)
            let stored = try generator.copyCGImage(at: .zero, actualTime: nil)
            #expect((stored.width, stored.height) == (32, 24))
            // The white edge is at the left of the stored frame, and at the top of the turned one.
            #expect(Self.second(of: stored, column: 0) == nil)
            let upright = try #require(cover.cgImage)
            #expect(Self.second(of: upright, column: 0) == 0)
        }
    }

    @Test func `a time beyond the end has no frame, except within the tolerance`() async throws {
        try await ClientSandbox.files { sandbox in
            let movie = try sandbox.colorMovie("colors.mov", seconds: 2)
            let error = await #expect(throws: AVError.self) {
                try await frames.frame(movie, seconds: 2)
            }
            #expect(error?.code == .noImageAtTime && error?.errorCode == -11832)
            await #expect(throws: AVError(.noImageAtTime)) {
                try await frames.frame(movie, seconds: -1)
            }
            let found = await frames.images(movie, at: [0, 1.5, 7])
            #expect(found.keys.sorted() == [0, 1.5])
            var actual = CMTime.invalid
            let generator = AVAssetImageGenerator(asset: AVAsset(url: movie))
            let last = try generator.copyCGImage(
                at: CMTime(value: 90, timescale: 1),
                actualTime: &actual
            )
            #expect(Self.second(of: last) == 1 && actual.seconds == 1.75)
        }
    }

    @Test func `damaged, missing and other files have errors of their own`() async throws {
        try await ClientSandbox.files { sandbox in
            let whole = try Data(contentsOf: sandbox.colorMovie("colors.mov", seconds: 4))
            let damaged = sandbox.folder.appendingPathComponent("damaged.mov")
            try whole.prefix(whole.count / 8).write(to: damaged)
            await #expect(throws: AVError(.decodeFailed)) {
                try await frames.frame(damaged, seconds: 3)
            }
            let missing = sandbox.folder.appendingPathComponent("missing.mov")
            await #expect(throws: AVError(.fileFailedToParse)) {
                try await frames.frame(missing, seconds: 0)
            }
            let picture = try sandbox.picture("picture.jpg")
            await #expect(throws: AVError(.fileFormatNotRecognized)) {
                try await frames.frame(picture, seconds: 0)
            }
            let text = sandbox.folder.appendingPathComponent("text.mov")
            try Data("no movie".utf8).write(to: text)
            await #expect(throws: AVError(.fileFormatNotRecognized)) {
                try await frames.frame(text, seconds: 0)
            }
        }
    }

    @Test func `a cancelled task gets no image`() async throws {
        try await ClientSandbox.files { sandbox in
            let movie = try sandbox.colorMovie("colors.mov", seconds: 1)
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await frames.frame(movie, seconds: 0).1
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}
