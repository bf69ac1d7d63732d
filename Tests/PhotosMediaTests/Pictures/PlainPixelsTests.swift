import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// The short way from a library's own preview to its pixels.
@Suite(.permit) struct PlainPixelsTests {
    private let client: MediaWorkerClient

    init() throws { client = try TestWorker.client() }

    /// A JPEG in colour, as the worker writes previews.
    private func jpeg(_ width: Int, _ height: Int) throws -> Data {
        let pixels = Data(
            (0..<width * height).flatMap { index -> [UInt8] in
                [UInt8(index % width * 255 / width), UInt8(index / width * 255 / height), 90, 255]
            }
        )
        let request = PictureRequest(
            .pixels(width: width, height: height),
            renditions: [PictureRendition(.full, .jpeg(quality: 75))]
        )
        return try MemoryFile.withDescriptor(of: pixels) {
            try client.pictures(of: $0, request)[0].bytes
        }
    }

    private func decoded(_ jpeg: Data) throws -> Picture {
        let request = PictureRequest(renditions: [PictureRendition(.full, .pixels)])
        return try MemoryFile.withDescriptor(of: jpeg) { try client.pictures(of: $0, request)[0] }
    }

    @Test(arguments: [(256, 192), (192, 256), (1024, 768), (8, 8), (2048, 1536)])
    func `Both ways give the same pixels`(width: Int, height: Int) throws {
        let jpeg = try jpeg(width, height)
        let picture = try client.plainPixels(ofJPEG: jpeg, PixelSize(width: width, height: height))
        #expect(try picture == decoded(jpeg))
    }

    @Test func `Pictures of different sizes follow each other in one worker`() throws {
        let (small, large) = (try jpeg(64, 48), try jpeg(2048, 1536))
        let first = try client.plainPixels(ofJPEG: small, PixelSize(width: 64, height: 48))
        let second = try client.plainPixels(ofJPEG: large, PixelSize(width: 2048, height: 1536))
        let third = try client.plainPixels(ofJPEG: small, PixelSize(width: 64, height: 48))
        #expect(try first == decoded(small) && third == first)
        #expect(try second == decoded(large))
    }

    @Test func `A file that is not as it is said to be needs the other way`() throws {
        let jpeg = try jpeg(64, 48)
        #expect(try client.plainPixels(ofJPEG: jpeg, PixelSize(width: 64, height: 49)) == nil)
        #expect(try client.plainPixels(ofJPEG: jpeg, PixelSize(width: 0, height: 48)) == nil)
        #expect(
            try client.plainPixels(ofJPEG: jpeg, PixelSize(width: 1 << 19, height: 1 << 19)) == nil
        )
        #expect(
            try client.plainPixels(ofJPEG: jpeg.prefix(300), PixelSize(width: 64, height: 48))
                == nil
        )
        #expect(try client.plainPixels(ofJPEG: Data(), PixelSize(width: 64, height: 48)) == nil)
        #expect(
            try client.plainPixels(ofJPEG: Data("no JPEG".utf8), PixelSize(width: 64, height: 48))
                == nil
        )
        #expect(
            try client.plainPixels(ofJPEG: jpeg, PixelSize(width: 64, height: 48)) == decoded(jpeg)
        )
    }
}
