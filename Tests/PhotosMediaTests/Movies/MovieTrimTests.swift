import Foundation
import MediaSynthesis
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Parts of movies as files of their own, without encoding.
@Suite(.permit) struct MovieTrimTests {
    /// A movie of ten frames a second, each of which is a key frame.
    private static func movie(_ container: MovieWriter.Container = .quickTime) -> TestMovie {
        TestMovie(
            container,
            frameCount: 20,
            orientation: .right,
            metadata: ["com.apple.quicktime.make": "Apple"],
            seed: 3
        )
    }

    private func bytes(of trim: MovieTrim, from source: [UInt8]) -> [UInt8] {
        trim.beginning
            + trim.data.flatMap { source[Int($0.lowerBound)..<Int($0.upperBound)] }
    }

    @Test(arguments: [MovieWriter.Container.quickTime, .mpeg4])
    func `a part has its duration, its frames, and everything else of the file`(
        container: MovieWriter.Container
    ) throws {
        let movie = Self.movie(container)
        let source = movie.data()
        let trim = try MovieTrim(0.5..<1.25, of: source)
        #expect(trim.hiddenSeconds == 0)
        let part = bytes(of: trim, from: source)
        let whole = try MediaHeader.read(from: source)
        var header = try MediaHeader.read(from: part)
        #expect(try abs(#require(header.duration) - 0.75) < 0.001)
        header.duration = whole.duration
        #expect(header == whole)
        // The frames from 0.5 s to 1.2 s are there, and no others.
        let frames = Array(movie.writer.frames[5...12].joined())
        #expect(Array(part.suffix(frames.count)) == frames)
        #expect(trim.data.reduce(0) { $0 + $1.count } == frames.count)
        #expect(part.contains("com.apple.quicktime.make".utf8))
    }

    @Test func `a part between two frames begins with the frame that is shown then`() throws {
        let source = Self.movie().data()
        let trim = try MovieTrim(0.55..<10, of: source)
        #expect(abs(trim.hiddenSeconds - 0.05) < 0.001)
        let header = try MediaHeader.read(from: bytes(of: trim, from: source))
        #expect(try abs(#require(header.duration) - 1.45) < 0.001)
    }

    @Test func `a part of a part is right`() throws {
        let source = Self.movie().data()
        let first = bytes(of: try MovieTrim(0.55..<1.5, of: source), from: source)
        let second = try MovieTrim(0.1..<0.4, of: first)
        #expect(try abs(#require(MediaHeader.read(from: first).duration) - 0.95) < 0.001)
        let header = try MediaHeader.read(from: bytes(of: second, from: first))
        #expect(try abs(#require(header.duration) - 0.3) < 0.001)
        // 0.65 s to 0.95 s of the whole movie are shown.
        #expect(abs(second.hiddenSeconds - 0.05) < 0.001)
    }

    @Test func `a part without pictures is refused`() {
        let source = Self.movie().data()
        #expect(throws: MediaFileError.self) { try MovieTrim(5..<6, of: source) }
    }

    @Test func `other formats are not supported`() {
        let source = TestJPEG(width: 32, height: 24, seed: 1).data()
        let error = #expect(throws: MediaFileError.self) { try MovieTrim(0..<1, of: source) }
        #expect(error?.code == .unsupported)
    }

    /// Returns the content of a small track that states many samples of two bytes.
    private static func track(samples count: Int) -> ByteWriter {
        ByteWriter { track in
            track.box("tkhd") { box in
                var header = [UInt8](repeating: 0, count: 84)
                // Enabled, 32 pixels wide and 24 high
                (header[3], header[77], header[81]) = (1, 32, 24)
                box.append(header)
            }
            track.box("mdia") { media in
                media.box("mdhd") { $0.append([UInt8](repeating: 1, count: 36)) }
                media.box("hdlr") { box in
                    box.zeros(8)
                    box.text("vide")
                }
                media.box("minf") { information in
                    information.box("stbl") { table in
                        table.box("stsd") { $0.zeros(8) }
                        table.box("stts") { box in
                            for number in [0, 1, count, 1] { box.uint32(number) }
                        }
                        table.box("stsz") { box in
                            for number in [0, 2, count] { box.uint32(number) }
                        }
                        table.box("stsc") { box in
                            for number in [0, 1, 1, count, 1] { box.uint32(number) }
                        }
                        table.box("stco") { box in
                            for number in [0, 1, 0] { box.uint32(number) }
                        }
                    }
                }
            }
        }
    }

    /// Returns the error for a file of 2 MiB with tracks that share their bytes.
    private static func refusal(
        tracks: Int,
        samples: Int = 1,
        boxes: Int = 0
    ) -> MediaFileError.Code? {
        let file = ByteWriter { file in
            file.box("ftyp") { $0.text("qt  \0\0\0\0qt  ") }
            file.box("moov") { movie in
                movie.box("mvhd") { $0.append([UInt8](repeating: 1, count: 112)) }
                for _ in 0..<boxes { movie.box("free") { _ in } }
                for _ in 0..<tracks {
                    movie.box("trak") { $0.append(track(samples: samples).bytes) }
                }
            }
            file.box("mdat") { $0.zeros(2 << 20) }
        }
        do throws(MediaFileError) {
            _ = try MovieTrim(0..<1, of: file.bytes)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `small tables cannot state samples without end`() {
        #expect(Self.refusal(tracks: 3, samples: 1 << 20) == .unsupported)
    }

    @Test func `a movie of very many tracks or boxes is not supported`() {
        #expect(Self.refusal(tracks: 64) == nil)
        #expect(Self.refusal(tracks: 65) == .unsupported)
        #expect(Self.refusal(tracks: 1, boxes: 5_000) == .unsupported)
    }

    @Test func `any changed byte gives a part or an error`() {
        let source = Self.movie().data()
        guard let start = source.firstRange(of: Array("moov".utf8))?.lowerBound else { return }
        for index in start..<min(start + 600, source.count) {
            var changed = source
            for value in [0, 0xFF] as [UInt8] {
                changed[index] = value
                guard let trim = try? MovieTrim(0.5..<1, of: changed) else { continue }
                #expect(trim.data.allSatisfy { $0.upperBound <= Int64(changed.count) })
            }
        }
    }
}
