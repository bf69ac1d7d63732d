import CLibAV
import PhotosMedia

/// Reads a movie's keys by libavformat, its formats named and its names for other files refused.
enum MovieTags {
    struct Result {
        var tags = MediaTags()
        /// Seconds.
        var duration: Double?
        /// Pixels; 0 without pictures.
        var width = 0
        var height = 0
    }

    static func read(_ descriptor: Int32, byteCount: Int64, type: MediaType) throws -> Result {
        av_log_set_level(AV_LOG_QUIET)
        var code: Int32 = 0
        guard let movie = photos_av_open(descriptor, byteCount, demuxer(of: type), &code) else {
            throw error(code)
        }
        defer { photos_av_close(movie) }

        // Streams without a header tell sizes and lengths only in what they carry.
        if type.needsDecoderForSize || (type.kind == .audio && type != .m4a) {
            guard avformat_find_stream_info(movie, nil) >= 0 else {
                throw MediaFileError(.damaged, "libavformat: no stream can be read")
            }
        }
        var result = Result()
        collect(movie.pointee.metadata, prefix(of: type), &result.tags)
        if movie.pointee.duration > 0 {
            result.duration = Double(movie.pointee.duration) / Double(AV_TIME_BASE)
        }
        for index in 0..<Int(movie.pointee.nb_streams) {
            guard let stream = movie.pointee.streams[index],
                stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
            else { continue }
            if result.width == 0 {
                result.width = Int(stream.pointee.codecpar.pointee.width)
                result.height = Int(stream.pointee.codecpar.pointee.height)
            }
            let rate = statesFrameRate(type) ? photos_av_frame_rate(stream) : 0
            if rate > 0, result.tags.values["Video.frameRate"] == nil {
                result.tags.values["Video.frameRate"] = ["\(rate)"]
            }
        }
        return result
    }

    /// Whether the frame rate that a container states can be believed: programs that record WebM write the resolution of their
    /// clock, up to 1,000 a second, and no camera records it.
    private static func statesFrameRate(_ type: MediaType) -> Bool {
        type != .webM && type != .matroska
    }

    /// What libavformat calls the format of a type.
    static func demuxer(of type: MediaType) -> String {
        switch type {
        case .matroska, .webM: "matroska"
        case .avi: "avi"
        case .transportStream, .avchd: "mpegts"
        case .mp3: "mp3"
        case .wave: "wav"
        case .aiff, .aifc: "aiff"
        case .coreAudio: "caf"
        case .aac: "aac"
        case .flac: "flac"
        case .bmp: "bmp_pipe"
        default: "mov"
        }
    }

    /// What the table calls the tags of a container: keys of the same name mean different things in each.
    private static func prefix(of type: MediaType) -> String {
        switch type {
        case .matroska, .webM: "Matroska."
        case .avi: "RIFF."
        case .quickTimeMovie, .mpeg4, .m4v, .threeGPP, .threeGPP2, .m4a: "QuickTime."
        default: "Stream."
        }
    }

    private static func collect(
        _ dictionary: OpaquePointer?,
        _ prefix: String,
        _ tags: inout MediaTags
    ) {
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
            entry = next
            let name = prefix + String(cString: next.pointee.key)
            tags.values[name, default: []].append(String(cString: next.pointee.value))
        }
    }

    /// What went wrong in one of FFmpeg's libraries, as the fault of the file.
    static func error(_ code: Int32) -> MediaFileError {
        MediaFileError(.damaged, "libav: \(message(code))")
    }

    private static func message(_ code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard av_strerror(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return PlainText.line(String(decoding: text, as: UTF8.self))
    }
}
