import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// How much memory the worker is given for a picture, and what it says of one that takes more.
@Suite(.permit) struct DecodingMemoryTests {
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

    /// 25 megapixels with the part of the greatest memory that they are of 200 megapixels, which would take longer.
    @Test func `a HEIC of many tiles fits into a part of the memory for the largest`() throws {
        let size = PixelSize(width: 12 * 512, height: 8 * 512)
        let memory = DecodingMemory.maximum / 1024 * (size.width * size.height / 1024) / 195_312
        let drawn = Golden.gradient(512, 512)
        let png = try OtherProgram.vips(drawn, "tile.png")
        let tile = try OtherProgram.heif(png, "tile.heic", ["-p", "preset=ultrafast"])
        var file = try AssembledHEIF(
            .gradient(width: 64, height: 64),
            columns: 1,
            rows: 1,
            size: size
        )
        file.tiles = Array(repeating: try AssembledHEIF.Tile(tile), count: 96)
        (file.columns, file.tileSize) = (12, PixelSize(width: 512, height: 512))
        let folder = try ScratchFolder()
        let heic = try folder.open(file.data())
        let program = try TestWorker.program()
        let request = PictureRequest(renditions: [.init(.about(longSide: 1024), .pixels)])
        let client = MediaWorkerClient(
            program: try folder.script("ulimit -d \(memory); exec \(program) \"$@\""),
            environment: ProcessInfo.processInfo.environment
        )
        let made = try #require(client.pictures(of: heic.fileDescriptor, request).first)
        #expect(made.width >= 1024 && made.width < 1100)
        // The last tile begins black but for its blue, and ends white but for that.
        let (width, height) = (made.width, made.height)
        let first = Golden.pixel(made, width * 11 / 12 + 8, height * 7 / 8 + 8)
        #expect(first[0] < 60 && first[1] < 60)
        let last = Golden.pixel(made, width - 3, height - 3)
        #expect(last[0] > 200 && last[1] > 200)
    }
}
