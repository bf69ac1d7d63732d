import CLibAV
import Foundation
import PhotosMedia

/// Decodes the frame of a movie at a moment.
///
/// Colours and pixels that are not square are treated as those of the ``PosterFrame``.
enum MomentFrame {
    /// The limits of decoding.
    ///
    /// Cameras write a key frame at least every ten seconds: some 300 frames, or 600 million pixels of full HD.
    private static let budget = photos_av_budget(
        packets: 20_000,
        bytes: 1 << 30,
        pixels: 1_200_000_000
    )

    /// Decodes the frame at a moment.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - header: The header of the file.
    ///   - need: The pixels that are needed.
    ///   - moment: The moment, and how far from it the frame may begin.
    /// - Returns: The frame, with the seconds at which it begins.
    /// - Throws: `MediaFileError` for a file that is no movie. A movie that is damaged or cannot be decoded throws
    ///   it, too.
    static func decode(
        _ descriptor: Int32,
        header: MediaHeader,
        need: DecodingNeed,
        at moment: MovieMoment
    ) throws -> DecodedPicture {
        guard header.type.kind == .video else {
            throw MediaFileError(.notMedia, "only movies have moments")
        }
        av_log_set_level(AV_LOG_QUIET)
        let wanted = photos_av_moment(
            seconds: moment.seconds,
            before: moment.before,
            after: moment.after
        )
        var seconds = 0.0
        do {
            var picture = try PosterFrame.decode(
                descriptor,
                header: header,
                need: need,
                within: budget
            ) {
                photos_av_moment_frame($0, $1, $2, $3, wanted, &seconds, $4)
            }
            picture.moment = min(seconds, MovieMoment.latest)
            return picture
        } catch let error as PosterFrame.NoFrame {
            throw error.fault
        }
    }
}
