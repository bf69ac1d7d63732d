import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// The names of codecs in the descriptions of movies.
@Suite(.permit) struct CodecNamesTests {
    @Test(arguments: [
        ("MOV, H.264", "avc1"), ("MP4, HEVC", "hvc1"), ("M4V", "mp4v"), ("3GPP", "mp4v"),
        ("Matroska", "V_MPEG4/ISO/AVC"), ("WebM", "V_VP8"),
    ])
    func `containers of movies name their codecs`(format: String, codec: String) throws {
        let sample = try #require(
            FormatSample.standard.get().first { $0.format == format }
        )
        let names = try CodecNames(of: sample.bytes)
        #expect(names.video == [codec])
        #expect(names.audio.isEmpty)
    }

    @Test func `other containers and a cut off description name none`() throws {
        let samples = try FormatSample.standard.get()
        for format in ["AVI", "Ogg", "M4A"] {
            let sample = try #require(samples.first { $0.format == format })
            #expect(throws: MediaFileError.self) { try CodecNames(of: sample.bytes) }
        }
        let movie = try #require(samples.first { $0.format == "WebM" }).bytes
        #expect(throws: MediaFileError.self) { try CodecNames(of: Array(movie.prefix(60))) }
    }

    @Test(arguments: ["MP4, H.264", "WebM"], 0..<2)
    func `damage traps nowhere`(format: String, part: Int) throws {
        let sample = try #require(FormatSample.standard.get().first { $0.format == format })
        for position in stride(from: part, to: min(sample.bytes.count, 3000), by: 2) {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var bytes = sample.bytes
                bytes[position] = value
                _ = try? CodecNames(of: bytes)
            }
        }
    }
}
