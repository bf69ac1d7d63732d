import CLibAV
import PhotosMedia

/// Encodes samples of sound as AAC.
final class SoundEncoder {
    private var encoder: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    private let channels: Int
    private var encoded: [(begin: Int, bytes: [UInt8])] = []

    init(channels: Int, rate: Int) throws {
        self.channels = channels
        var code: Int32 = 0
        encoder = photos_av_sound_encoder(Int32(channels), Int32(rate), &code)
        guard let encoder else { throw MovieTags.error(code, codec: "aac") }
        packet = av_packet_alloc()
        frame = photos_av_empty_sound(encoder)
        guard packet != nil, frame != nil else {
            free()
            throw MediaFileError(.memory, "its sound")
        }
    }

    deinit { free() }

    private func free() {
        avcodec_free_context(&encoder)
        av_packet_free(&packet)
        av_frame_free(&frame)
    }

    /// The configuration of the decoder.
    var header: [UInt8] {
        guard let encoder, let start = encoder.pointee.extradata else { return [] }
        return Array(UnsafeBufferPointer(start: start, count: Int(encoder.pointee.extradata_size)))
    }

    /// Encodes whole packets of samples.
    ///
    /// - Parameter samples: The samples of each channel.
    /// - Returns: The packets, with the sample at which the sound of each begins.
    /// - Throws: `MediaFileError` if there is no memory, or the encoder fails.
    func packets(of samples: [[Float]]) throws -> [(begin: Int, bytes: [UInt8])] {
        let length = FragmentGrid.packetSamples
        for begin in stride(from: 0, to: samples[0].count - length + 1, by: length) {
            guard let frame, av_frame_make_writable(frame) >= 0 else {
                throw MediaFileError(.memory, "its sound")
            }
            for channel in 0..<channels {
                let plane = UnsafeMutableRawPointer(frame.pointee.extended_data[channel])
                samples[channel].withUnsafeBufferPointer { source in
                    guard let plane, let start = source.baseAddress else { return }
                    plane.copyMemory(from: start + begin, byteCount: length * 4)
                }
            }
            frame.pointee.pts = Int64(begin)
            try send(frame)
        }
        try send(nil)
        return encoded
    }

    private func send(_ frame: UnsafeMutablePointer<AVFrame>?) throws {
        let code = avcodec_send_frame(encoder, frame)
        guard code >= 0, let packet else { throw MovieTags.error(code, codec: "aac") }
        while true {
            let code = avcodec_receive_packet(encoder, packet)
            if code == photos_av_again || code == photos_av_end { return }
            guard code >= 0 else { throw MovieTags.error(code, codec: "aac") }
            let bytes = UnsafeBufferPointer(
                start: packet.pointee.data,
                count: Int(packet.pointee.size)
            )
            encoded.append((Int(packet.pointee.pts), Array(bytes)))
            av_packet_unref(packet)
        }
    }
}
