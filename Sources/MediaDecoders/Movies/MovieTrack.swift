import CLibAV
import PhotosMedia

/// One stream of a movie: its pictures, or its sound.
final class MovieTrack {
    /// Where a stream was entered.
    enum Entry {
        case somewhere
        case atFirstPacket
    }

    private var track = photos_av_track()

    /// Opens the stream that a player would play.
    ///
    /// - Throws: `MediaFileError` if the file is at fault, or has no such stream.
    init(_ descriptor: Int32, byteCount: Int64, type: MediaType, isSound: Bool) throws {
        let format = MovieTags.demuxer(of: type)
        let code = photos_av_open_track(&track, descriptor, byteCount, format, isSound)
        guard code >= 0 else {
            let error =
                code == photos_av_no_stream
                ? MediaFileError(.notMedia, "it holds no pictures that move")
                : MovieTags.error(code, codec: codec)
            photos_av_close_track(&track)
            throw error
        }
    }

    deinit { photos_av_close_track(&track) }

    /// The name of the codec; nil before the stream was found.
    private var codec: String? {
        guard track.context != nil, track.stream >= 0, track.packet != nil,
            let stream = track.context.pointee.streams[Int(track.stream)]
        else { return nil }
        return MovieTags.codec(of: stream)
    }

    /// The frames per second that the stream states; 0 if it states none.
    var statedFrameRate: Double { photos_av_usual_rate(&track) }

    /// The seconds that the file states; negative if it states none.
    var statedDuration: Double { photos_av_stated_duration(&track) }

    /// Whether the stream's clock is too coarse for its samples.
    func isCoarse(forRate rate: Int) -> Bool {
        guard let stream = track.context.pointee.streams[Int(track.stream)] else { return true }
        let base = stream.pointee.time_base
        return Int(base.num) * rate > Int(base.den)
    }

    /// Returns the width of a frame's pixels divided by their height.
    func pixelAspect(of frame: UnsafeMutablePointer<AVFrame>) -> Double {
        let stream = track.context.pointee.streams[Int(track.stream)]
        return photos_av_pixel_aspect(track.context, stream, frame)
    }

    /// Grants what may be read and decoded for the next part.
    ///
    /// The frames since the last key frame are decoded, too: cameras write one at least every ten seconds.
    func grantBudget() {
        track.budget = photos_av_budget(
            packets: 40_000,
            bytes: 1 << 30,
            pixels: 8_000_000_000
        )
    }

    /// Returns the seconds at which the last packet ends; negative if the stream has none.
    func lastEnd(near seconds: Double) -> Double { photos_av_last_end(&track, seconds) }

    /// Enters the stream at or before a moment; nil if there is no further attempt.
    func enter(at seconds: Double, attempt: Int) -> Entry? {
        switch photos_av_seek_track(&track, seconds, Int32(attempt)) {
        case 0: nil
        case 1: .somewhere
        default: .atFirstPacket
        }
    }

    /// Decodes the next frame; false at the end.
    ///
    /// - Throws: `MediaFileError` if more must be decoded for a part than any camera asks for.
    func decode(into frame: UnsafeMutablePointer<AVFrame>, needed: Double) throws -> Bool {
        let code = photos_av_next_frame(&track, frame, needed)
        if code == photos_av_again {
            throw MediaFileError(.damaged, "too much must be decoded for a few of its seconds")
        }
        return code >= 0
    }

    /// Returns a frame's beginning in units of 1/`rate` s; nil if it has no time.
    func begin(of frame: UnsafeMutablePointer<AVFrame>, rate: Int) -> Int? {
        let begin = photos_av_frame_begin(&track, frame, Int32(rate))
        return begin == .min ? nil : Int(begin)
    }
}
