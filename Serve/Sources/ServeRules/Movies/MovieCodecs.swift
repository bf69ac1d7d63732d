/// The codecs that a movie's file names for its pictures and its sound.
///
/// Containers are MP4 and QuickTime, with the names of sample descriptions such as `avc1`, and WebM and Matroska, with names
/// such as `V_VP9`.
public struct MovieCodecs: Hashable, Sendable {
    /// The names for pictures.
    public internal(set) var video: Set<String> = []
    /// The names for sound; empty for a silent movie.
    public internal(set) var audio: Set<String> = []

    /// What Chromium and Firefox play: H.264, VP8, VP9 and AV1.
    private static let knownVideo: Set<String> = [
        "avc1", "avc3", "vp08", "vp09", "av01", "V_VP8", "V_VP9", "V_AV1",
    ]
    /// What Chromium and Firefox play: AAC, MP3, Opus, Vorbis and FLAC.
    private static let knownAudio: Set<String> = [
        "mp4a", ".mp3", "Opus", "fLaC", "A_OPUS", "A_VORBIS",
    ]

    /// Whether Chromium and Firefox play the pictures and the sound.
    public var isPlayable: Bool {
        !video.isEmpty && video.isSubset(of: Self.knownVideo) && audio.isSubset(of: Self.knownAudio)
    }

    /// Reads the names.
    ///
    /// Nil results from a file of another container, from a damaged one, and from one with more than some thousand parts.
    ///
    /// - Parameters:
    ///   - size: The number of bytes of the file.
    ///   - read: Returns the bytes of a range; fewer where the file ends before.
    public init?(size: Int64, _ read: @escaping (Range<Int64>) -> [UInt8]) {
        var file = MovieBytes(size: size, read: read)
        do {
            let head = try file.bytes(at: 0, count: 8)
            if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
                try readElements(&file)
            } else {
                try readBoxes(&file)
            }
        } catch {
            return nil
        }
    }
}

/// The file behind a reading of codecs, with a limit of steps: hostile files nest and repeat without end.
struct MovieBytes {
    struct Unreadable: Error {}

    let size: Int64
    let read: (Range<Int64>) -> [UInt8]
    private var steps = 20_000

    init(size: Int64, read: @escaping (Range<Int64>) -> [UInt8]) {
        self.size = size
        self.read = read
    }

    mutating func bytes(at offset: Int64, count: Int64) throws -> [UInt8] {
        steps -= 1
        guard steps > 0, offset >= 0, count >= 0, offset <= size - count else { throw Unreadable() }
        let bytes = read(offset..<offset + count)
        guard bytes.count == Int(count) else { throw Unreadable() }
        return bytes
    }

    /// Returns a number of up to eight bytes, the most significant first.
    mutating func number(at offset: Int64, count: Int64) throws -> UInt64 {
        try bytes(at: offset, count: count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func text(at offset: Int64, count: Int64) throws -> String {
        String(decoding: try bytes(at: offset, count: count), as: UTF8.self)
    }
}
