import Glibc
import PhotosMedia

/// Copies a movie's file, or a part of the movie, without encoding: completely or not at all.
struct MovieCopy {
    var source: String
    /// The path of the copy, which must not exist yet.
    var target: String
    /// The part to copy, in seconds; nil for the whole file.
    var part: Range<Double>?
    /// The most bytes that the copy may have.
    var mostBytes: Int64?

    /// The bytes of one piece: few enough to cancel quickly, and enough for the full speed of the disk.
    private static let pieceSize = 1 << 20

    /// Copies the file.
    ///
    /// - Parameters:
    ///   - progress: Called with the written part, from 0 to 1.
    ///   - isCancelled: Called before each piece.
    /// - Throws: `AVError`, or `CancellationError` if the copy was cancelled. Then the partial copy is removed.
    func run(progress: (Float) -> Void, isCancelled: () -> Bool) throws {
        let descriptor = open(source, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw AVError.ofFile("\(source) cannot be opened", errno) }
        defer { close(descriptor) }
        let (input, beginning, ranges) = try plan(descriptor)
        let total = Int64(beginning.count) + ranges.reduce(0) { $0 + Int64($1.count) }
        if let mostBytes, total > mostBytes { throw AVError.longerThanAllowed(mostBytes) }
        try NewMovieFile.write(to: target) { output in
            try output.append(beginning)
            var done = Int64(beginning.count)
            for range in ranges {
                var next = range.lowerBound
                while next < range.upperBound {
                    guard !isCancelled() else { throw CancellationError() }
                    let piece = try piece(of: range, from: next, input)
                    try output.append(piece)
                    next += Int64(piece.count)
                    done += Int64(piece.count)
                    progress(min(1, Float(done) / Float(max(1, total))))
                }
            }
            guard !isCancelled() else { throw CancellationError() }
        }
    }

    /// Returns the source, new bytes, and the ranges of the source that follow them.
    private func plan(
        _ descriptor: Int32
    ) throws -> (input: DescriptorByteSource, beginning: [UInt8], ranges: [Range<Int64>]) {
        do throws(MediaFileError) {
            let input = try DescriptorByteSource(descriptor: descriptor)
            guard let part else { return (input, [], [0..<input.byteCount]) }
            let trim = try MovieTrim(part, of: input)
            return (input, trim.beginning, trim.data)
        } catch {
            guard error.code == .unsupported else { throw unreadable(error) }
            throw AVError(
                .operationNotSupportedForAsset,
                "No part of this movie can be copied without encoding (\(error.reason)). Export it with AVAssetExportPresetHighestQuality."
            )
        }
    }

    private func piece(
        of range: Range<Int64>,
        from start: Int64,
        _ input: DescriptorByteSource
    ) throws -> [UInt8] {
        let count = Int(min(Int64(Self.pieceSize), range.upperBound - start))
        let piece: [UInt8]
        do throws(MediaFileError) {
            piece = try input.bytes(at: start, count: count)
        } catch {
            throw unreadable(error)
        }
        guard piece.count == count else {
            throw AVError(
                .exportFailed,
                "\(source) became shorter while it was copied. Export it again."
            )
        }
        return piece
    }

    private func unreadable(_ error: MediaFileError) -> AVError {
        AVError(.fileFailedToParse, "\(source) cannot be read: \(error)")
    }
}

extension AVError {
    /// The error for a file that would become longer than `fileLengthLimit`.
    static func longerThanAllowed(_ bytes: Int64) -> AVError {
        AVError(
            .maximumFileSizeReached,
            "The file would have more than \(bytes) bytes. Raise fileLengthLimit, choose a preset of smaller pictures, or a shorter timeRange."
        )
    }
}
