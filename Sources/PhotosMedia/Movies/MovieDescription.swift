/// The description of a movie (the box `moov`), whose tracks can get other samples.
///
/// Everything else of it stays as it is: metadata, and what decoders need to know.
struct MovieDescription {
    /// A track that can get other samples.
    struct Track {
        /// The number of ticks per second of the track's media.
        let timescale: Int
        /// The kind of the track, such as `vide` or `soun`.
        let handler: FourCharacterCode
        var edit: MovieEdit
        var table: SampleTable
        fileprivate let boxes: [MovieBox]
    }

    /// The number of ticks per second of the movie.
    let timescale: Int
    var tracks: [Track] = []
    private let boxes: [MovieBox]

    /// The largest description that is read.
    static let mostBytes: Int64 = 64 << 20
    /// The most tracks, because each keeps the list of its boxes.
    static let mostTracks = 64

    /// Reads a description.
    ///
    /// - Parameters:
    ///   - bytes: The content of `moov`.
    ///   - byteCount: The size of the file.
    ///   - isEmpty: Whether the samples are elsewhere, in fragments.
    /// - Throws: `MediaFileError`; its code is `unsupported` for forms whose tracks cannot get other samples.
    init(
        _ bytes: ArraySlice<UInt8>,
        fileOf byteCount: Int64,
        isEmpty: Bool = false
    ) throws(MediaFileError) {
        boxes = try MovieBox.list(in: bytes).filter { $0.type != "mvex" }
        timescale = try Self.timescale(in: MovieBox.content(of: "mvhd", in: boxes))
        // A table of few bytes can state many samples, so all tracks share one limit.
        var left = SampleTable.most
        for box in boxes where box.type == "trak" {
            guard tracks.count < Self.mostTracks else {
                throw MediaFileError(.unsupported, "a movie of more than \(Self.mostTracks) tracks")
            }
            let track = try Self.track(box.content, fileOf: byteCount, most: isEmpty ? nil : left)
            left -= track.table.samples.count
            tracks.append(track)
        }
    }

    /// Reads a track, with at most so many samples; nil leaves its table empty.
    private static func track(
        _ content: ArraySlice<UInt8>,
        fileOf byteCount: Int64,
        most: Int?
    ) throws(MediaFileError) -> Track {
        let boxes = try MovieBox.list(in: content)
        let media = try MovieBox.list(in: MovieBox.content(of: "mdia", in: boxes))
        let information = try MovieBox.list(in: MovieBox.content(of: "minf", in: media))
        let table = try MovieBox.content(of: "stbl", in: information)
        if let references = information.first(where: { $0.type == "dinf" }) {
            try checkReferences(references.content)
        }
        let handler = try MovieBox.content(of: "hdlr", in: media)
        let edits = boxes.first { $0.type == "edts" }
        let descriptions = try MovieBox.content(of: "stsd", in: MovieBox.list(in: table))
        let samples: SampleTable
        if let most {
            samples = try SampleTable(table, fileOf: byteCount, most: most)
        } else {
            samples = SampleTable(descriptions: descriptions)
        }
        return Track(
            timescale: try timescale(in: MovieBox.content(of: "mdhd", in: media)),
            handler: FourCharacterCode(handler.dropFirst(8).prefix(4)),
            edit: try edits.map { (box) throws(MediaFileError) in try MovieEdit(box.content) }
                ?? MovieEdit(),
            table: samples,
            boxes: boxes
        )
    }

    /// Throws if samples are in another file.
    private static func checkReferences(_ content: ArraySlice<UInt8>) throws(MediaFileError) {
        let list = try MovieBox.content(of: "dref", in: MovieBox.list(in: content))
        for box in try MovieBox.list(in: list.dropFirst(8)) {
            guard try box.content.unsigned(at: 3, bytes: 1) & 1 == 1 else {
                throw MediaFileError(.unsupported, "a track whose samples are in another file")
            }
        }
    }

    /// Reads the ticks per second of `mvhd` or `mdhd`.
    private static func timescale(in header: ArraySlice<UInt8>) throws(MediaFileError) -> Int {
        let isLong = try header.unsigned(at: 0, bytes: 1) == 1
        let scale = try header.unsigned(at: isLong ? 20 : 12, bytes: 4)
        guard scale > 0 else { throw MediaFileError(.damaged, "its clock stands still") }
        return scale
    }

    /// Returns the box `moov`.
    func bytes() -> [UInt8] {
        var left = tracks[...]
        let durations = tracks.map { duration(of: $0) }
        return ByteWriter { writer in
            writer.box("moov") { movie in
                for box in boxes {
                    switch box.type {
                    case "mvhd":
                        movie.box("mvhd") {
                            $0.append(
                                Self.header(
                                    box.content,
                                    duration: durations.max() ?? 0,
                                    numbersBefore: 1,
                                    clearing: 72..<96
                                )
                            )
                        }
                    case "trak":
                        guard let track = left.popFirst() else { continue }
                        movie.box("trak") { write(track, to: &$0) }
                    default: movie.box(box)
                    }
                }
            }
        }.bytes
    }

    /// How long a track is shown, with its delay, in ticks of the movie.
    private func duration(of track: Track) -> Int {
        guard !track.table.samples.isEmpty else { return 0 }
        if let duration = track.edit.duration { return track.edit.delay + duration }
        let media = track.table.samples.reduce(0) { $0 + $1.ticks } - track.edit.start
        return track.edit.delay
            + Int(ticks: Double(max(0, media)) / Double(track.timescale) * Double(timescale))
    }

    private func write(_ track: Track, to writer: inout ByteWriter) {
        for box in track.boxes {
            switch box.type {
            case "tkhd":
                writer.box("tkhd") {
                    $0.append(
                        Self.header(
                            box.content,
                            duration: duration(of: track),
                            numbersBefore: 2
                        )
                    )
                }
                if !track.table.samples.isEmpty, track.edit != MovieEdit() {
                    track.edit.write(to: &writer)
                }
            case "edts": continue
            case "mdia": writer.box("mdia") { Self.writeMedia(box.content, of: track, to: &$0) }
            default: writer.box(box)
            }
        }
    }

    private static func writeMedia(
        _ content: ArraySlice<UInt8>,
        of track: Track,
        to writer: inout ByteWriter
    ) {
        // The boxes were read before, so none is cut off.
        for box in (try? MovieBox.list(in: content)) ?? [] {
            switch box.type {
            case "mdhd":
                let ticks = track.table.samples.reduce(0) { $0 + $1.ticks }
                writer.box("mdhd") {
                    $0.append(header(box.content, duration: ticks, numbersBefore: 1))
                }
            case "minf":
                writer.box("minf") { information in
                    for box in (try? MovieBox.list(in: box.content)) ?? [] {
                        if box.type == "stbl" {
                            track.table.write(to: &information)
                        } else {
                            information.box(box)
                        }
                    }
                }
            default: writer.box(box)
            }
        }
    }

    /// Returns the content of `mvhd`, `tkhd` or `mdhd` with another duration.
    ///
    /// - Parameters:
    ///   - content: The content of the box.
    ///   - duration: The new duration.
    ///   - numbersBefore: How many numbers of 32 bits stand between the dates and the duration.
    ///   - cleared: The bytes of the short form that become 0: times of players.
    /// - Returns: The content; in its long form if the duration needs that.
    private static func header(
        _ content: ArraySlice<UInt8>,
        duration: Int,
        numbersBefore: Int,
        clearing cleared: Range<Int> = 0..<0
    ) -> [UInt8] {
        let bytes = Array(content)
        let isLong = bytes.first == 1
        let dates = isLong ? 16 : 8
        let numbers = 4 + dates..<4 + dates + 4 * numbersBefore
        let end = numbers.upperBound + (isLong ? 8 : 4)
        guard bytes.count >= end else { return bytes }
        var rest = Array(bytes[end...])
        // The rest of both forms is the same.
        let shortEnd = 4 + 8 + 4 * numbersBefore + 4
        for index in cleared where rest.indices.contains(index - shortEnd) {
            rest[index - shortEnd] = 0
        }
        let becomesLong = isLong || duration > Int(UInt32.max)
        return ByteWriter { writer in
            writer.byte(becomesLong ? 1 : 0)
            writer.append(bytes[1..<4])
            if becomesLong, !isLong {
                for date in 0..<2 {
                    writer.zeros(4)
                    writer.append(bytes[4 + 4 * date..<8 + 4 * date])
                }
            } else {
                writer.append(bytes[4..<4 + dates])
            }
            writer.append(bytes[numbers])
            if becomesLong {
                writer.number(UInt64(duration), endian: .big)
            } else {
                writer.uint32(duration)
            }
            writer.append(rest)
        }.bytes
    }
}
