/// A part of a movie as a file of its own, whose pictures and sound are copied and not encoded.
///
/// The part begins at any picture. Decoders need those since the key frame before, so these are in the file, too. Its
/// edit list says that they are not shown.
package struct MovieTrim: Sendable {
    /// The boxes before the data.
    package let beginning: [UInt8]
    /// The ranges of the movie's file that follow, in this order.
    package let data: [Range<Int64>]
    /// The seconds before the part that are in the file without being shown.
    package let hiddenSeconds: Double

    /// The packets of sound before the first heard one that decoders need.
    fileprivate static let packetsBefore = 2

    /// Chooses the samples of a part of a movie.
    ///
    /// - Parameters:
    ///   - seconds: The part, in seconds from the movie's beginning. The end may be later than the movie's.
    ///   - source: The file: QuickTime or MPEG-4.
    /// - Throws: `MediaFileError`. The code is `unsupported` for files whose parts cannot be copied: those in fragments or of
    ///   another format, and those of which a track is shown in several parts.
    package init(_ seconds: Range<Double>, of source: some ByteSource) throws(MediaFileError) {
        let boxes = try FileBoxes(source)
        var movie = try MovieDescription(boxes.movie[...], fileOf: source.byteCount)
        var hidden = 0.0
        for index in movie.tracks.indices {
            hidden = max(
                hidden,
                try movie.tracks[index].trim(to: seconds, movieTimescale: movie.timescale)
            )
        }
        guard movie.tracks.contains(where: { $0.handler == "vide" && !$0.table.samples.isEmpty })
        else { throw MediaFileError(.damaged, "it has no pictures in this part") }
        hiddenSeconds = hidden
        data = Self.ranges(of: movie)
        let byteCount = data.reduce(0) { $0 + Int64($1.count) }
        let isLong = byteCount > Int64(UInt32.max) - 16
        let header = isLong ? 16 : 8
        // The size of the description depends on where the data are: beyond 4 GiB its tables are longer.
        var bytes: [UInt8] = []
        var size = 0
        repeat {
            size = bytes.count
            let start = Int64(boxes.kept.count + size + header)
            bytes = Self.moved(movie, data, to: start).bytes()
        } while bytes.count > size
        beginning =
            ByteWriter { writer in
                writer.append(boxes.kept)
                writer.append(bytes)
                writer.uint32(isLong ? 1 : Int(byteCount) + header)
                writer.text("mdat")
                if isLong { writer.number(UInt64(byteCount) + UInt64(header), endian: .big) }
            }.bytes
    }

    /// The ranges of the samples of all tracks in their order in the file, joined where they touch.
    private static func ranges(of movie: MovieDescription) -> [Range<Int64>] {
        var ranges: [Range<Int64>] = []
        let all = movie.tracks.flatMap(\.table.samples)
            .map { $0.offset..<$0.offset + Int64($0.byteCount) }
            .sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        for range in all where !range.isEmpty {
            if let last = ranges.last, range.lowerBound <= last.upperBound {
                let end = max(last.upperBound, range.upperBound)
                ranges[ranges.count - 1] = last.lowerBound..<end
            } else {
                ranges.append(range)
            }
        }
        return ranges
    }

    /// Returns a description whose samples are where their ranges will be in the new file.
    private static func moved(
        _ movie: MovieDescription,
        _ ranges: [Range<Int64>],
        to start: Int64
    ) -> MovieDescription {
        var movie = movie
        var starts: [Int64] = []
        var next = start
        for range in ranges {
            starts.append(next)
            next += Int64(range.count)
        }
        for track in movie.tracks.indices {
            for sample in movie.tracks[track].table.samples.indices {
                let offset = movie.tracks[track].table.samples[sample].offset
                // The last range that does not begin behind the sample.
                var (low, high) = (0, ranges.count)
                while low < high {
                    let middle = (low + high) / 2
                    if ranges[middle].lowerBound <= offset {
                        low = middle + 1
                    } else {
                        high = middle
                    }
                }
                // An empty sample may lie before all ranges.
                guard low > 0 else { continue }
                movie.tracks[track].table.samples[sample].offset =
                    starts[low - 1] + offset - ranges[low - 1].lowerBound
            }
        }
        return movie
    }

    /// The boxes of the file that the new file has, too.
    private struct FileBoxes {
        /// The content of `moov`.
        var movie: [UInt8] = []
        /// The box `ftyp`, and small boxes that an identifier names, such as XMP.
        var kept: [UInt8] = []

        /// The most bytes of all boxes that are kept.
        private static let most: Int64 = 1 << 20

        init(_ source: some ByteSource) throws(MediaFileError) {
            let type = try MediaHeader.read(from: source).type
            switch type {
            case .quickTimeMovie, .mpeg4, .m4v, .threeGPP, .threeGPP2: break
            default:
                throw MediaFileError(.unsupported, "a movie of the type \(type.identifier)")
            }
            var reader = BoundedReader(source)
            var list = BoxList(in: 0..<source.byteCount)
            while let box = try? list.next(from: &reader) {
                switch box.type {
                case "moov" where movie.isEmpty:
                    movie = try Self.bytes(box.content, most: MovieDescription.mostBytes, source)
                case "moof":
                    throw MediaFileError(.unsupported, "a movie in fragments")
                case "ftyp", "uuid":
                    guard box.content.count <= Self.most - Int64(kept.count) else { continue }
                    let content = try Self.bytes(box.content, most: Self.most, source)
                    kept +=
                        ByteWriter { $0.box(MovieBox(type: box.type, content: content[...])) }.bytes
                default: continue
                }
            }
            guard !movie.isEmpty else {
                throw MediaFileError(.damaged, "a movie without its description")
            }
        }

        private static func bytes(
            _ range: Range<Int64>,
            most: Int64,
            _ source: some ByteSource
        ) throws(MediaFileError) -> [UInt8] {
            guard Int64(range.count) <= most else {
                throw MediaFileError(.unsupported, "a description of more than \(most) bytes")
            }
            let bytes = try source.bytes(at: range.lowerBound, count: range.count)
            guard bytes.count == range.count else {
                throw MediaFileError(.damaged, "it ends early")
            }
            return bytes
        }
    }
}

extension MovieDescription.Track {
    /// Keeps the samples that a part of the movie needs.
    ///
    /// - Parameters:
    ///   - seconds: The part, in seconds of the movie.
    ///   - movieTimescale: The number of ticks per second of the movie.
    /// - Returns: The seconds of pictures before the part that decoders need.
    /// - Throws: `MediaFileError` if the samples last longer than any movie.
    fileprivate mutating func trim(
        to seconds: Range<Double>,
        movieTimescale: Int
    ) throws(MediaFileError) -> Double {
        let delay = Double(edit.delay) / Double(movieTimescale)
        func ticks(_ seconds: Double) -> Int { Int(ticks: seconds * Double(timescale)) }
        var end = edit.start + ticks(seconds.upperBound - delay)
        if let duration = edit.duration {
            end = min(end, edit.start + ticks(Double(duration) / Double(movieTimescale)))
        }
        let start = edit.start + ticks(seconds.lowerBound - delay)
        let samples = table.samples
        var time = 0
        var kept: (first: Int, time: Int, shown: Int)?
        var last: Int?
        var mediaEnd = 0
        for (index, sample) in samples.enumerated() {
            let shown = time + sample.shift
            if sample.isKey, shown <= start || kept == nil { kept = (index, time, shown) }
            if shown < end { last = index }
            mediaEnd = max(mediaEnd, shown + sample.ticks)
            let (sum, isTooLate) = time.addingReportingOverflow(sample.ticks)
            guard !isTooLate, sum < 1 << 60 else {
                throw MediaFileError(.damaged, "its samples last too long")
            }
            time = sum
        }
        end = min(end, mediaEnd)
        guard var kept, let last, last >= kept.first, start < end else {
            table.samples = []
            return 0
        }
        if handler == "soun" {
            for _ in 0..<MovieTrim.packetsBefore where kept.first > 0 {
                kept.first -= 1
                kept.time -= samples[kept.first].ticks
            }
        }
        table.samples = Array(samples[kept.first...last])
        let passed = Int(ticks: seconds.lowerBound * Double(movieTimescale))
        let rest = max(0, edit.delay - passed)
        edit = MovieEdit(
            delay: rest,
            start: max(0, start - kept.time),
            duration: max(
                1,
                Int(ticks: Double(end - start) / Double(timescale) * Double(movieTimescale))
            )
        )
        return handler == "vide" ? max(0, Double(start - kept.shown) / Double(timescale)) : 0
    }
}
