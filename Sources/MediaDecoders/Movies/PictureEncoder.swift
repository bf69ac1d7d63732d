import CLibAV
import Foundation
import PhotosMedia

/// Encodes the pictures of one fragment as H.264.
///
/// The first picture needs no other one. Encoders with the same settings write the same parameter sets.
final class PictureEncoder {
    private var encoder: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    /// The picture before it is turned, and as it is shown; the same one if nothing is turned.
    private var stored: UnsafeMutablePointer<AVFrame>?
    private var shown: UnsafeMutablePointer<AVFrame>?
    private let orientation: ImageOrientation
    private var encoded: [(begin: Int, bytes: [UInt8])] = []

    init(_ settings: photos_av_picture_settings, _ orientation: ImageOrientation) throws {
        self.orientation = orientation
        guard photos_av_has_picture_encoder() else {
            throw MediaFileError(
                .noDecoder,
                "FFmpeg lacks the encoder libx264; Debian's package libavcodec59 brings it"
            )
        }
        var code: Int32 = 0
        encoder = photos_av_picture_encoder(settings, &code)
        guard encoder != nil else { throw MovieTags.error(code, codec: "libx264") }
        packet = av_packet_alloc()
        shown = photos_av_empty_picture(settings.width, settings.height, AV_PIX_FMT_YUV420P)
        if orientation != .up {
            let turns = orientation.swapsSides
            stored = photos_av_empty_picture(
                turns ? settings.height : settings.width,
                turns ? settings.width : settings.height,
                AV_PIX_FMT_YUV420P
            )
        }
        guard packet != nil, shown != nil, orientation == .up || stored != nil else {
            free()
            throw MediaFileError(.memory, "its pictures")
        }
    }

    deinit { free() }

    private func free() {
        avcodec_free_context(&encoder)
        av_packet_free(&packet)
        av_frame_free(&stored)
        av_frame_free(&shown)
    }

    /// The byte stream with the parameter sets.
    var header: [UInt8] {
        guard let encoder, let start = encoder.pointee.extradata else { return [] }
        return Array(UnsafeBufferPointer(start: start, count: Int(encoder.pointee.extradata_size)))
    }

    /// Encodes a frame that is shown from a time on, in ticks since the fragment's beginning.
    func add(
        _ frame: UnsafeMutablePointer<AVFrame>,
        at begin: Int,
        by converter: inout photos_av_converter
    ) throws {
        guard let shown, av_frame_make_writable(shown) >= 0 else {
            throw MediaFileError(.memory, "its pictures")
        }
        photos_av_mix_fields(frame)
        let code = photos_av_convert(&converter, frame, stored ?? shown)
        guard code >= 0 else { throw MovieTags.error(code) }
        if let stored {
            let turn = orientation.coefficients.map(Int32.init)
            photos_av_turn(stored, shown, turn[0], turn[1], turn[2], turn[3])
        }
        shown.pointee.pts = Int64(begin)
        try send(shown)
    }

    /// Returns the encoded pictures, the last of which is shown up to an end.
    func finish(end: Int) throws -> [MovieFragment.Sample] {
        try send(nil)
        let ends = encoded.dropFirst().map(\.begin) + [end]
        return zip(encoded, ends).map { picture, end in
            MovieFragment.Sample(
                bytes: H264Stream.sample(picture.bytes),
                ticks: max(1, end - picture.begin)
            )
        }
    }

    private func send(_ picture: UnsafeMutablePointer<AVFrame>?) throws {
        let code = avcodec_send_frame(encoder, picture)
        guard code >= 0, let packet else { throw MovieTags.error(code, codec: "libx264") }
        while true {
            let code = avcodec_receive_packet(encoder, packet)
            if code == photos_av_again || code == photos_av_end { return }
            guard code >= 0 else { throw MovieTags.error(code, codec: "libx264") }
            let bytes = UnsafeBufferPointer(
                start: packet.pointee.data,
                count: Int(packet.pointee.size)
            )
            encoded.append((Int(packet.pointee.pts), Array(bytes)))
            av_packet_unref(packet)
        }
    }
}
