/// Which part of a track is shown, and from when on: the content of its box `edts`.
struct MovieEdit: Hashable {
    /// The time before the track begins, in ticks of the movie.
    var delay = 0
    /// The time in the track's media at which it begins, in ticks of the track.
    var start = 0
    /// How long the track is shown, in ticks of the movie; nil up to its end.
    var duration: Int?

    init(delay: Int = 0, start: Int = 0, duration: Int? = nil) {
        self.delay = delay
        self.start = start
        self.duration = duration
    }

    /// Reads the box of a track.
    ///
    /// - Parameter edits: The content of `edts`.
    /// - Throws: `MediaFileError` if the box is damaged. Its code is `unsupported` if the track is shown in several parts, or
    ///   at another speed.
    init(_ edits: ArraySlice<UInt8>) throws(MediaFileError) {
        guard let box = try MovieBox.list(in: edits).first(where: { $0.type == "elst" }) else {
            return
        }
        let list = box.content
        let isLong = try list.unsigned(at: 0, bytes: 1) == 1
        let count = try list.unsigned(at: 4, bytes: 4)
        guard count <= 2 else { throw Self.severalParts }
        for number in 0..<count {
            let offset = 8 + number * (isLong ? 20 : 12)
            let length = try list.unsigned(at: offset, bytes: isLong ? 8 : 4)
            let begin: Int
            if isLong {
                let bits = (
                    try list.unsigned(at: offset + 8, bytes: 4),
                    try list.unsigned(at: offset + 12, bytes: 4)
                )
                begin = Int(truncatingIfNeeded: UInt64(bits.0) << 32 | UInt64(bits.1))
            } else {
                begin = try list.signed32(at: offset + 4)
            }
            guard length < 1 << 56, begin < 1 << 56 else {
                throw MediaFileError(.damaged, "a track that lasts too long")
            }
            let speed = try list.unsigned(at: offset + (isLong ? 16 : 8), bytes: 4)
            if begin == -1, number == 0 {
                delay = length
            } else {
                let isLast = number == count - 1
                guard begin >= 0, speed == 0x10000, isLast else { throw Self.severalParts }
                start = begin
                // A duration of 0 means up to the end, as in movies of fragments.
                duration = length > 0 ? length : nil
            }
        }
    }

    private static let severalParts = MediaFileError(
        .unsupported,
        "a track that is shown in several parts, or at another speed"
    )

    /// Writes the box `edts`.
    func write(to writer: inout ByteWriter) {
        writer.box("edts") { edits in
            edits.box("elst") { list in
                list.uint32(0x0100_0000)
                list.uint32(delay > 0 ? 2 : 1)
                if delay > 0 {
                    list.number(UInt64(delay), endian: .big)
                    list.number(Int64(-1), endian: .big)
                    list.uint32(0x10000)
                }
                list.number(UInt64(duration ?? 0), endian: .big)
                list.number(Int64(start), endian: .big)
                list.uint32(0x10000)
            }
        }
    }
}
