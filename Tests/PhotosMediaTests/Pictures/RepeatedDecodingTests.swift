import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Damaged files that decoders do not refuse: their pictures are the same each time.
@Suite(.permit) struct RepeatedDecodingTests {
    private static let noisy: RasterImage = {
        var random = SeededNumbers(seed: 71)
        let levels = random.bytes(count: 640 * 480)
        return RasterImage(width: 640, height: 480) { column, row in
            let level = levels[row * 640 + column]
            return .init(red: level, green: 255 - level, blue: level / 2)
        }
    }()

    /// The pictures of a file, or the reason why there are none.
    private struct Outcome: Equatable {
        var pictures: [Picture] = []
        var reason = ""

        init(_ file: FileHandle, _ client: MediaWorkerClient) {
            let request = PictureRequest(renditions: [.init(.full, .pixels)])
            do {
                pictures = try client.pictures(of: file.fileDescriptor, request)
            } catch {
                reason = "\(error)"
            }
        }
    }

    /// libde265 does not write the parts of a picture whose blocks are missing in the stream.
    @Test func `a damaged HEIC does not show the memory of earlier files`() throws {
        let part = RasterImage(width: 320, height: 240) { column, row in
            let first = (row * 640 + column) * 3
            let samples = Self.noisy.samples[first..<first + 3].map(\.self)
            return .init(red: samples[0], green: samples[1], blue: samples[2])
        }
        let whole = try OtherProgram.vips(part, "a.heic")
        let start = try #require(whole.firstRange(of: Array("mdat".utf8))).upperBound + 64
        let folder = try ScratchFolder()
        let others = try [JPEGEncoder(quality: 95).encode(Self.noisy), whole].map(folder.open)
        let used = try TestWorker.client()
        var random = SeededNumbers(seed: 72)
        var shown = 0
        for number in 0..<12 {
            var bytes = whole
            for _ in 0..<4 {
                let offset = start + random.number(below: bytes.count - start)
                bytes[offset] = UInt8(truncatingIfNeeded: random.next())
            }
            let damaged = try folder.open(bytes)
            let expected = Outcome(damaged, try TestWorker.client())
            for other in others + [damaged] { _ = Outcome(other, used) }
            let isSame = Outcome(damaged, used) == expected
            #expect(isSame, "damage \(number)")
            shown += expected.pictures.count
        }
        #expect(shown > 0)
    }

    /// LibRaw's threads interpolate rows at the same time, which suits Bayer's pattern alone.
    @Test func `a raw file with an unusual colour filter has one picture`() throws {
        var raw = TestCameraDNG(Self.noisy)
        (raw.make, raw.model, raw.isDNG) = ("PENTAX", "PENTAX K-x", false)
        raw.filter = [0, 1, 1, 1]
        let folder = try ScratchFolder()
        let file = try folder.open(raw.data())
        let client = try TestWorker.client()
        let expected = Outcome(file, client)
        #expect(expected.pictures.count == 1)
        for number in 0..<12 {
            let isSame = Outcome(file, client) == expected
            #expect(isSame, "decoding \(number)")
        }
    }
}
