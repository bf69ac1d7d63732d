import CLibAV
import CVips
import Foundation
import PhotosMedia

/// Decodes a movie's first complete frame, and pictures for which libvips has no loader.
///
/// A clip may begin within a group of frames, or with frames that become complete part by part. If no key frame can be
/// decoded, the stream is decoded from its beginning until a frame is complete. Colours are converted with the matrix,
/// range and primaries that the frame states. A frame of high dynamic range is shown as if it were of standard range:
/// darker or paler than it should be.
enum PosterFrame {
    /// The limits of decoding.
    ///
    /// A key frame comes at least every ten seconds, with some packets of audio for each frame. Some sixty frames of
    /// full HD are decoded in one or two seconds.
    static let budget = photos_av_budget(
        packets: 4000,
        bytes: 256 << 20,
        pixels: 120_000_000
    )

    static func decode(
        _ descriptor: Int32,
        header: MediaHeader,
        need: DecodingNeed
    ) throws -> DecodedPicture {
        av_log_set_level(AV_LOG_QUIET)
        do {
            return try decode(descriptor, header: header, need: need, find: photos_av_key_frame)
        } catch let error as NoFrame {
            guard error.mayRecover else { throw error.fault }
        }
        do {
            return try decode(
                descriptor,
                header: header,
                need: need,
                find: photos_av_recovered_frame
            )
        } catch let error as NoFrame {
            throw error.fault
        }
    }

    /// The error if a stream that can be decoded gave no frame by one of the two methods.
    struct NoFrame: Error {
        let code: Int32
        let codec: String
        /// The number of packets of all streams that were read.
        let packets: Int

        /// Whether the other method may find a frame.
        ///
        /// Streams of codecs other than H.264 have key frames, or nothing.
        var mayRecover: Bool { packets > 0 && codec == "h264" }

        var fault: MediaFileError {
            if packets == 0, photos_av_meaning_of(code) == photos_av_damaged {
                return MediaFileError(.damaged, "it ends before its first picture")
            }
            if code == photos_av_end {
                return MediaFileError(
                    .damaged,
                    "\(codec): its pictures need others that are not in the file"
                )
            }
            if photos_av_meaning_of(code) == photos_av_exhausted {
                return MediaFileError(
                    .noDecoder,
                    "\(codec): no frame can be shown among its first \(packets) packets"
                )
            }
            return MovieTags.error(code, codec: codec)
        }
    }

    /// Finds and decodes a frame of an opened movie.
    typealias FrameSearch = (
        UnsafeMutablePointer<AVFormatContext>?, UnsafeMutablePointer<AVCodecContext>?, Int32,
        UnsafeMutablePointer<photos_av_budget>?, UnsafeMutablePointer<Int32>?
    ) -> UnsafeMutablePointer<AVFrame>?

    /// Opens a movie, and decodes the frame that a closure finds.
    ///
    /// - Throws: ``NoFrame`` if the closure finds none, `MediaFileError` otherwise.
    static func decode(
        _ descriptor: Int32,
        header: MediaHeader,
        need: DecodingNeed,
        within limits: photos_av_budget = budget,
        find: FrameSearch
    ) throws -> DecodedPicture {
        let source = try DescriptorByteSource(descriptor: descriptor)
        var code: Int32 = 0
        let name = MovieTags.demuxer(of: header.type)
        guard let movie = photos_av_open(descriptor, source.byteCount, name, &code) else {
            throw MovieTags.error(code)
        }
        defer { photos_av_close(movie) }
        if header.type.needsDecoderForSize || header.type == .avi {
            code = avformat_find_stream_info(movie, nil)
            guard code >= 0 else { throw MovieTags.error(code) }
        }
        let index = photos_av_picture_stream(movie)
        guard index >= 0, let stream = movie.pointee.streams[Int(index)] else {
            throw MovieTags.holdsSoundAlone(movie)
                ? MediaFileError.soundAlone
                : MediaFileError(.noDecoder, "it holds no stream of pictures that is known here")
        }
        let codec = MovieTags.codec(of: stream)
        var decoder = photos_av_decoder(stream, &code)
        guard let opened = decoder else { throw MovieTags.error(code, codec: codec) }
        defer { avcodec_free_context(&decoder) }
        var budget = limits
        var frame = find(movie, opened, index, &budget, &code)
        guard let decoded = frame else {
            let packets = Int(limits.packets - budget.packets)
            throw NoFrame(code: code, codec: codec, packets: packets)
        }
        defer { av_frame_free(&frame) }
        let aspect = photos_av_pixel_aspect(movie, stream, decoded)
        let image = try pixels(of: decoded, aspect, need)
        return DecodedPicture(image, header.orientation)
    }

    private static func pixels(
        of frame: UnsafeMutablePointer<AVFrame>,
        _ aspect: Double,
        _ need: DecodingNeed
    ) throws(MediaFileError) -> PixelImage {
        var full = PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
        // Non-square pixels make the picture wider or higher, so that no pixels are lost.
        if (1.01...10).contains(aspect) {
            full.width = Int((Double(full.width) * aspect).rounded())
        } else if (0.1...0.99).contains(aspect) {
            full.height = Int((Double(full.height) / aspect).rounded())
        }
        let size = full.scaled(by: min(1, need.leastScale * (need.isResampled ? 2 : 16.0 / 15)))
        let bands = photos_av_has_alpha(frame) ? 4 : 3
        // Rows begin at offsets that suit the scaler, which may write some bytes beyond their end.
        let padded = (size.width + 31) & ~31
        let memory = PixelMemory(byteCount: (padded * size.height + 32) * bands)
        let code = photos_av_pixels(
            frame,
            Int32(size.width),
            Int32(size.height),
            Int32(bands),
            memory.start,
            Int32(padded * bands)
        )
        guard code >= 0 else { throw MovieTags.error(code) }
        let image = try PixelImage(
            photos_vips_pixels(
                memory.start,
                padded * size.height * bands,
                Int32(padded),
                Int32(size.height),
                Int32(bands)
            ),
            source: memory
        )
        let colors = ColorCode(
            primaries: Int(frame.pointee.color_primaries.rawValue),
            transfer: Int(frame.pointee.color_trc.rawValue)
        )
        return try image.then {
            photos_vips_crop($0, 0, 0, Int32(size.width), Int32(size.height))
        }.stating(colors)
    }
}

/// Memory for pixels.
private final class PixelMemory {
    let start: UnsafeMutablePointer<UInt8>

    init(byteCount: Int) {
        start = .allocate(capacity: byteCount)
    }

    deinit { start.deallocate() }
}
