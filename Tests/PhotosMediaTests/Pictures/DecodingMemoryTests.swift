import Foundation
import PhotosMedia
import PhotosTestSupport
import Testing

/// How much memory the worker is given for a picture, and what it says of one that takes more.
struct DecodingMemoryTests {
    /// A black PNG of some millions of pixels, which takes some kilobytes.
    private func blackPNG(_ width: Int, _ height: Int, in folder: ScratchFolder) throws -> String {
        let file = "\(folder.path)/black.png"
        try OtherProgram.run("vips", ["black", file, "\(width)", "\(height)", "--bands", "3"])
        return file
    }

    @Test func `memory follows the size, up to a maximum`() {
        #expect(DecodingMemory.limit(pixels: 0) == 512 << 20)
        #expect(DecodingMemory.limit(pixels: 8_000_000) == 512 << 20)
        let camera = DecodingMemory.limit(pixels: 33_000_000)
        #expect(camera > 1_000 << 20 && camera < 1_200 << 20)
        #expect(DecodingMemory.limit(pixels: 400_000_000) == 2 << 30)
        #expect(DecodingMemory.limit(pixels: .max) == 2 << 30)
        #expect(DecodingMemory.need(pixels: 200_000_000) > DecodingMemory.maximum)
    }

    @Test func `the worker's limit is that of its last file`() throws {
        let folder = try ScratchFolder()
        let client = try TestWorker.client()
        let request = PictureRequest(renditions: [PictureRendition(.about(longSide: 64), .pixels)])
        let sizes = [(5_000, DecodingMemory.limit(pixels: 25_000_000)), (64, 512 << 20)]
        for (side, expected) in sizes {
            let file = try FileHandle(
                forReadingFrom: URL(filePath: blackPNG(side, side, in: folder))
            )
            _ = try client.pictures(of: file.fileDescriptor, request)
            let worker = try #require(client.idleProcessIdentifiers.first)
            let limits = try String(contentsOfFile: "/proc/\(worker)/limits", encoding: .utf8)
            let memory = try #require(
                limits.split(separator: "\n").first { $0.hasPrefix("Max data size") }
            )
            let numbers = memory.split(separator: " ").compactMap { Int($0) }
            #expect(numbers == [expected, DecodingMemory.maximum])
        }
    }

    @Test func `what takes more memory than there is is too large, and not damaged`() throws {
        let folder = try ScratchFolder()
        let program = try TestWorker.program()
        let client = MediaWorkerClient(
            program: try folder.script("ulimit -d 250000; exec \(program) \"$@\""),
            environment: ProcessInfo.processInfo.environment
        )
        let png = [UInt8](
            try Data(contentsOf: URL(filePath: blackPNG(6_000, 5_000, in: folder)))
        )
        let heic = try OtherProgram.heif(png, "black.heic", ["-p", "preset=ultrafast"])
        let file = try folder.open(heic)
        let request = PictureRequest(
            renditions: [PictureRendition(.about(longSide: 256), .jpeg(quality: 75))]
        )
        let error = #expect(throws: MediaFileError.self) {
            try client.pictures(of: file.fileDescriptor, request)
        }
        #expect(error?.code == .memory)
        #expect(error?.reason == "30 megapixels, limit 244 MiB of memory")
        #expect(error?.description.hasPrefix("The picture is too large to decode here") == true)
        // With the memory that its size allows, it is decoded.
        let picture = try #require(Golden.pictures(heic, request).first)
        #expect((240...256).contains(picture.width))
    }
}
