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
