import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// The parts of files around their metadata.
@Suite(.permit) struct EmbeddingContainerTests {
    private let folder: ScratchFolder
    private let client: MediaWorkerClient

    init() throws {
        folder = try ScratchFolder()
        client = try TestWorker.client()
    }

    private var metadata: WrittenMetadata {
        var metadata = WrittenMetadata()
        metadata.caption = .value("a caption")
        metadata.captureDate = .value(CaptureTime(localSeconds: 1_714_566_600, zoneOffset: 3600))
        return metadata
    }

    private func copy(
        of bytes: [UInt8],
        _ metadata: WrittenMetadata? = nil
    ) throws -> [UInt8] {
        let original = try folder.write(bytes, to: "original")
        let path = folder.path + "/copy"
        let count = try EmbeddingSamples.embed(metadata ?? self.metadata, original, path, client)
        let written = [UInt8](try Data(contentsOf: URL(filePath: path)))
        #expect(Int64(written.count) == count)
        // The original is as it was.
        #expect([UInt8](try Data(contentsOf: URL(filePath: original))) == bytes)
        return written
    }

    private func refusal(
        of bytes: [UInt8],
        _ metadata: WrittenMetadata? = nil
    ) -> MediaFileError? {
        let error = #expect(throws: MediaFileError.self) { try copy(of: bytes, metadata) }
        let left = try? Data(contentsOf: URL(filePath: folder.path + "/copy"))
        #expect(left?.isEmpty == true, "A refused copy is empty.")
        return error
    }

    @Test func `formats that take no metadata are refused with a word about sidecars`() throws {
        let samples = try FormatSample.standard.get()
        for sample in samples where !sample.type.takesEmbeddedMetadata {
            let error = refusal(of: sample.bytes)
            #expect(error?.code == .notEmbeddable, "\(sample.format): \(error?.reason ?? "")")
            #expect(error?.description.contains("Write a sidecar") == true)
        }
        let big = refusal(of: TestBigTIFF().data())
        #expect(big?.code == .notEmbeddable)
    }

    @Test func `bytes behind a JPEG stay`() throws {
        let movie = TestMovie(.mpeg4, width: 8, height: 8, frameCount: 1).data()
        let jpeg = TestJPEG(width: 40, height: 30).data()
        let written = try copy(of: jpeg + movie)
        #expect(Array(written.suffix(movie.count)) == movie)
        #expect(String(decoding: written, as: UTF8.self).contains("a caption"))
    }

    @Test func `large parts are copied by the library, byte for byte`() throws {
        var random = SeededNumbers(seed: 9)
        let trailer = (0..<700_000).map { _ in UInt8(random.number(below: 256)) }
        let jpeg = TestJPEG(width: 40, height: 30).data()
        let written = try copy(of: jpeg + trailer)
        #expect(Array(written.suffix(trailer.count)) == trailer)
        let png = TestPNG(width: 40, height: 30).data()
        let other = try copy(of: png + trailer)
        #expect(Array(other.suffix(trailer.count)) == trailer)
    }

    @Test func `a worker's parts must lie within both files`() {
        func isPossible(_ source: Int64, _ target: Int64, _ count: Int64) -> Bool {
            let part = EmbeddedCopy.Part(source: source, target: target, count: count)
            return EmbeddedCopy(byteCount: 100, parts: [part])
                .isPossible(source: 50, capacity: 120)
        }
        #expect(isPossible(0, 0, 50) && isPossible(10, 60, 40))
        #expect(!isPossible(1, 0, 50) && !isPossible(-1, 0, 10) && !isPossible(0, 60, 41))
        #expect(!isPossible(0, -1, 1) && !isPossible(0, 0, 0) && !isPossible(0, 0, .max))
        #expect(!EmbeddedCopy(byteCount: 121).isPossible(source: 50, capacity: 120))
        #expect(!EmbeddedCopy(byteCount: 0).isPossible(source: 50, capacity: 120))
    }

    @Test func `a maker's note stays, byte for byte`() throws {
        let exif = ExifFields(
            make: "Apple",
            contentIdentifier: "11111111-2222",
            burstIdentifier: "B"
        )
        let file = try folder.open(copy(of: TestJPEG(width: 40, height: 30, exif: exif).data()))
        let facts = try client.facts(of: file.fileDescriptor, zone: .gmt)
        #expect(facts.contentIdentifier == "11111111-2222" && facts.burstIdentifier == "B")
        #expect(facts.caption == "a caption")
    }

    @Test func `nothing but XMP is added for what Exif does not state`() throws {
        var metadata = WrittenMetadata()
        metadata.isHidden = true
        let jpeg = TestJPEG(width: 40, height: 30).data()
        let written = try copy(of: jpeg, metadata)
        let packet = try SidecarWriting.bytes(stating: metadata)
        let signature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
        #expect(written.count == jpeg.count + packet.count + signature.count + 4)
        #expect(!written.starts(with: [0xFF, 0xD8, 0xFF, 0xE1, 0, 0]))
    }

    @Test func `further pictures of a JPEG are found, or it is refused`() throws {
        let plain = TestJPEG(width: 40, height: 30).data()
        let list: [UInt8] = [0xFF, 0xE2, 0, 8] + Array("MPF\0".utf8) + [1, 2]
        let packet =
            Array("http://ns.adobe.com/xap/1.0/\0".utf8)
            + (try SidecarWriting.bytes(stating: metadata))
        let length = packet.count + 2
        let xmp = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + packet
        // New segments stand before the list, so its distance to what follows stays.
        let before = try copy(of: Array(plain[..<2]) + list + Array(plain[2...]))
        #expect(before.firstRange(of: list)?.lowerBound ?? 0 > 100)
        let after = Array(plain[..<2]) + list + xmp + Array(plain[2...])
        var longer = metadata
        longer.caption = .value("a much longer caption")
        #expect(refusal(of: after, longer)?.reason.contains("further pictures") == true)
    }

    @Test func `too long a packet for a JPEG is refused, and fits a PNG`() throws {
        var metadata = WrittenMetadata()
        metadata.caption = .value(String(repeating: "x", count: 70_000))
        #expect(
            refusal(of: TestJPEG(width: 40, height: 30).data(), metadata)?.code == .notEmbeddable
        )
        let written = try copy(of: TestPNG(width: 40, height: 30).data(), metadata)
        #expect(written.count > 140_000)
        metadata.caption = .value(String(repeating: "x", count: 200_000))
        #expect(
            refusal(of: TestPNG(width: 40, height: 30).data(), metadata)?.code == .notEmbeddable
        )
    }

    @Test func `records of IPTC in an unknown encoding lose the copy, and keep the rest`() throws {
        let path = try folder.write(TestJPEG(width: 40, height: 30).data(), to: "records.jpg")
        try Exiftool.write([
            "-q", "-overwrite_original", "-charset", "iptc=Latin", "-IPTC:By-line=Jörg",
            "-IPTC:Caption-Abstract=old", path,
        ])
        var metadata = metadata
        metadata.caption = .value("Gänse")
        let written = try copy(of: [UInt8](try Data(contentsOf: URL(filePath: path))), metadata)
        let copy = try folder.write(written, to: "written.jpg")
        let tags = try Exiftool.read(["-charset", "iptc=Latin", copy], groups: true)[0]
        #expect(tags["IPTC:By-line"] == "Jörg")
        #expect(tags["IPTC:Caption-Abstract"] == nil)
        #expect(tags["XMP-dc:Description"] == "Gänse")
    }

    @Test func `a simple WebP becomes an extended one`() throws {
        let drawn = Golden.gradient(64, 48)
        for option in ["a.webp[Q=80]", "a.webp[lossless]"] {
            let bytes = try OtherProgram.vips(drawn, option)
            let written = try copy(of: bytes)
            #expect(try StoredImage.isEqual(bytes, to: written, type: .webp))
            #expect(try MediaHeader.read(from: written).storedWidth == 64)
            #expect(try Golden.picture(written).bytes == Golden.picture(bytes).bytes)
        }
    }

    @Test func `a change of a single byte of pixels is noticed`() throws {
        let samples = try FormatSample.standard.get()
        for type in EmbeddingSamples.types {
            let sample = try #require(samples.first { $0.type == type })
            let copy = try copy(of: sample.bytes)
            #expect(try StoredImage.isEqual(sample.bytes, to: copy, type: type))
            var random = SeededNumbers(seed: 3)
            var noticed = 0
            for _ in 0..<200 {
                var changed = copy
                changed[random.number(below: copy.count)] ^= 0x55
                let isEqual =
                    (try? StoredImage.isEqual(sample.bytes, to: changed, type: type)) ?? false
                noticed += isEqual ? 0 : 1
            }
            // Some of the bytes are metadata.
            #expect(noticed > 20, "\(type)")
        }
    }

    @Test func `a copy that cannot be written is named`() throws {
        let original = try folder.open(TestJPEG(width: 40, height: 30).data())
        let unwritable = try folder.open([])
        let error = #expect(throws: CopyTargetError.self) {
            try client.embed(
                metadata,
                from: original.fileDescriptor,
                into: unwritable.fileDescriptor
            )
        }
        #expect(error?.code == EBADF)
    }
}
