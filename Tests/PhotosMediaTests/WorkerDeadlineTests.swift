import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct WorkerDeadlineTests {
    private func header(_ megapixels: Int, _ type: MediaType) -> MediaHeader {
        MediaHeader(type: type, storedWidth: megapixels * 1000, storedHeight: 1000)
    }

    private func time(
        _ megapixels: Int,
        _ type: MediaType,
        _ rendition: PictureRendition = .init(.about(longSide: 256), .jpeg(quality: 75))
    ) throws -> Duration {
        let header = header(megapixels, type)
        let plan = try PicturePlan([rendition], crop: nil, of: header)
        return WorkerDeadline(picturesOf: header, [rendition], plan).computing
    }

    @Test func `ordinary files have about two seconds`() throws {
        for type in [MediaType.jpeg, .png, .webp, .tiff, .gif] {
            #expect(
                (Duration.seconds(2)..<Duration.milliseconds(2100)).contains(try time(12, type))
            )
        }
        #expect(WorkerDeadline(factsOf: header(12, .jpeg)).computing == .seconds(2))
    }

    @Test func `formats that are slow to decode have more for many pixels`() throws {
        for type in [MediaType.heic, .avif, .jpegXL, .dng, .mpeg4] {
            #expect(try time(48, type) > time(48, .jpeg))
            #expect(try time(48, type) > time(12, type))
        }
        let full = PictureRendition(.full, .heic(quality: 90))
        #expect(try time(12, .jpeg, full) > time(12, .jpeg))
    }

    @Test func `nothing has more than the longest`() throws {
        #expect(try time(400, .heic) == WorkerDeadline.longest)
        #expect(
            WorkerDeadline(computing: .seconds(1000)).waiting == WorkerDeadline.longestWait
        )
        let limited = WorkerDeadline.ordinary.limited(to: .seconds(1))
        #expect(limited.computing == .seconds(1))
        #expect(limited.waiting == .seconds(1))
    }

    @Test func `a worker that computes without end is stopped by its computing time`() throws {
        let folder = try ScratchFolder()
        let client = MediaWorkerClient(
            program: try folder.script("while :; do :; done"),
            environment: [:]
        )
        let file = try folder.open(TestJPEG().data())
        let error = #expect(throws: MediaWorkerError.self) {
            try client.facts(of: file.fileDescriptor, zone: .gmt)
        }
        #expect(error?.code == .timedOut)
    }
}
