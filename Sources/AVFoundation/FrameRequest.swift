import CoreGraphics
import CoreMedia
import Foundation
import ImageIO
import PhotosMedia

/// A frame of a movie to make an image of.
struct FrameRequest: Sendable {
    /// The number of units of a second of returned times, which the usual frame rates divide.
    private static let timescale: CMTimeScale = 120_000

    var time: CMTime
    var toleranceBefore = CMTime.positiveInfinity
    var toleranceAfter = CMTime.positiveInfinity
    /// The largest size of the image in pixels; a side of 0 is not limited.
    var maximumSize = CGSize.zero
    /// Whether the image is turned as the movie is shown.
    var isUpright = false

    /// Decodes the frame, while the calling thread waits.
    ///
    /// - Throws: `AVError`; its code is `operationCancelled` if the work on this thread was cancelled.
    func image(of asset: AVAsset) throws -> (image: CGImage, actualTime: CMTime) {
        try asset.open { source, descriptor in
            let header = try Self.header(of: source)
            let request = PictureRequest(
                moment: try moment(within: header.duration),
                renditions: [PictureRendition(size(of: header), .pixels)]
            )
            guard let worker = MediaReader.ofProcess.worker else {
                throw AVError(.decoderNotFound, MediaReader.ofProcess.problem()?.description ?? "")
            }
            let made: Picture?
            do {
                made = try worker.pictures(of: descriptor, request).first
            } catch {
                throw AVError(decoding: error, missing: .decoderNotFound)
            }
            guard let made, let moment = made.moment,
                let image = CGImage(pixels: made.bytes, width: made.width, height: made.height)
            else { throw AVError(.decodeFailed, "The worker program made no image.") }
            return (
                isUpright ? image : image.turned(by: header.orientation.inverse),
                CMTime(seconds: moment, preferredTimescale: Self.timescale)
            )
        }
    }

    private static func header(of source: DescriptorByteSource) throws -> MediaHeader {
        let header: MediaHeader
        do {
            header = try MediaHeader.read(from: source)
        } catch {
            throw AVError(decoding: error, missing: .decoderNotFound)
        }
        guard header.type.kind == .video else {
            throw AVError(
                .fileFormatNotRecognized,
                "The file is of type \(header.type.identifier), and has no frames. Use the file of a movie."
            )
        }
        return header
    }

    /// Returns the moment to decode.
    ///
    /// - Parameter duration: The duration of the movie in seconds; nil if its header does not state it.
    /// - Returns: The moment, with its tolerances.
    /// - Throws: `AVError` if the movie has no frame within the tolerances.
    func moment(within duration: Double?) throws(AVError) -> MovieMoment {
        let before = Self.tolerance(toleranceBefore)
        let after = Self.tolerance(toleranceAfter)
        guard time.isNumeric, time.seconds <= MovieMoment.latest else {
            throw AVError(.noImageAtTime, "The time is not a number of seconds in a movie.")
        }
        if let duration, time.seconds - before >= duration {
            throw AVError(
                .noImageAtTime,
                "The movie ends after \(duration) seconds. Ask for an earlier time, or set requestedTimeToleranceBefore."
            )
        }
        guard time.seconds + after >= 0 else {
            throw AVError(.noImageAtTime, "A movie has no image before the time 0.")
        }
        guard time.seconds < 0 else {
            return MovieMoment(seconds: time.seconds, before: before, after: after)
        }
        return MovieMoment(seconds: 0, after: time.seconds + after)
    }

    private static func tolerance(_ time: CMTime) -> Double {
        time.seconds.isNaN ? 0 : max(0, time.seconds)
    }

    /// Returns the size of the upright image.
    func size(of header: MediaHeader) -> PictureRendition.Size {
        let isTurned = !isUpright && header.orientation.swapsSides
        let limits = [maximumSize.width, maximumSize.height].map { $0 >= 1 ? $0 : .infinity }
        let (width, height) = (limits[isTurned ? 1 : 0], limits[isTurned ? 0 : 1])
        let smaller = min(width, height, Double(MediaHeader.maximumSide))
        guard width.isFinite || height.isFinite else { return .full }
        let whole = PixelSize(width: header.displayedWidth, height: header.displayedHeight)
        // Streams without a header do not state their size.
        guard whole.width > 0, whole.height > 0 else { return .about(longSide: Int(smaller)) }
        let scale = min(width / Double(whole.width), height / Double(whole.height))
        guard scale < 1 else { return .full }
        return .exactly(
            width: max(1, Int((Double(whole.width) * scale).rounded())),
            height: max(1, Int((Double(whole.height) * scale).rounded()))
        )
    }
}
