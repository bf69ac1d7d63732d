import CLibAV
import PhotosMedia
import WorkerService

/// Reads a movie's tags with libavformat.
///
/// The format is given by name, and references to other files are refused.
enum MovieTags {
    static func read(_ descriptor: Int32, byteCount: Int64, type: MediaType) throws -> MovieContent
    {
        av_log_set_level(AV_LOG_QUIET)
        var code: Int32 = 0
        guard let movie = photos_av_open(descriptor, byteCount, demuxer(of: type), &code) else {
            throw error(code)
        }
        defer { photos_av_close(movie) }

        // Streams without a header state size and duration only in their content.
        if type.needsDecoderForSize || (type.kind == .audio && type != .m4a) {
            code = avformat_find_stream_info(movie, nil)
            guard code >= 0 else { throw error(code) }
        }
        if type.kind == .video, holdsSoundAlone(movie) { throw MediaFileError.soundAlone }
        var result = MovieContent()
        collect(movie.pointee.metadata, type, &result.tags)
        if movie.pointee.duration > 0 {
            result.duration = Double(movie.pointee.duration) / Double(AV_TIME_BASE)
        }
        for index in 0..<Int(movie.pointee.nb_streams) {
            guard let stream = movie.pointee.streams[index] else { continue }
            // Ogg has no words of the whole: each stream has a list of comments.
            if type == .oggVideo { collect(stream.pointee.metadata, type, &result.tags) }
            guard stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO else {
                continue
            }
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

    /// Whether the frame rate that a container states can be correct.
    ///
    /// Programs that record WebM and Windows Media state the resolution of their clock, up to 1,000 a second. Cameras
    /// do not record these formats.
    private static func statesFrameRate(_ type: MediaType) -> Bool {
        switch type {
        case .webM, .matroska, .windowsMedia, .advancedSystems, .flashVideo: false
        default: true
        }
    }

    /// Returns libavformat's name for the format of a type.
    static func demuxer(of type: MediaType) -> String {
        switch type {
        case .matroska, .webM: "matroska"
        case .avi: "avi"
        case .transportStream, .avchd: "mpegts"
        case .mpeg: "mpeg"
        case .mpeg2Video: "mpegvideo"
        case .windowsMedia, .advancedSystems: "asf"
        case .flashVideo: "flv"
        case .oggVideo: "ogg"
        case .mp3: "mp3"
        case .wave: "wav"
        case .aiff, .aifc: "aiff"
        case .coreAudio: "caf"
        case .aac: "aac"
        case .flac: "flac"
        case .bmp: "bmp_pipe"
        case .openEXR: "exr_pipe"
        case .jpeg2000: "j2k_pipe"
        default: "mov"
        }
    }

    /// Returns the prefix of a container's tags in the table of facts.
    ///
    /// The same key has different meanings in different containers.
    private static func prefix(of type: MediaType) -> String {
        switch type {
        case .matroska, .webM: "Matroska."
        case .avi: "RIFF."
        case .windowsMedia, .advancedSystems: "ASF."
        case .oggVideo: "Ogg."
        case .flashVideo: "FLV."
        case .quickTimeMovie, .mpeg4, .m4v, .threeGPP, .threeGPP2, .m4a: "QuickTime."
        default: "Stream."
        }
    }

    private static func collect(
        _ dictionary: OpaquePointer?,
        _ type: MediaType,
        _ tags: inout MediaTags
    ) {
        let prefix = prefix(of: type)
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
            entry = next
            let key = String(cString: next.pointee.key)
            // The case of a comment's name means nothing (https://www.xiph.org/vorbis/doc/v-comment.html).
            let name = prefix + (type == .oggVideo ? key.lowercased() : key)
            tags.values[name, default: []].append(String(cString: next.pointee.value))
        }
    }

    /// Whether a movie has audio streams, but no video stream.
    static func holdsSoundAlone(_ movie: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        let kinds = (0..<Int(movie.pointee.nb_streams)).compactMap {
            movie.pointee.streams[$0]?.pointee.codecpar.pointee.codec_type
        }
        return kinds.contains(AVMEDIA_TYPE_AUDIO) && !kinds.contains(AVMEDIA_TYPE_VIDEO)
    }

    /// Converts an error of FFmpeg's libraries.
    ///
    /// The file counts as damaged if the library found a contradiction in it, or its end. Other errors are not the
    /// file's fault.
    ///
    /// - Parameters:
    ///   - code: The library's code, a negative number.
    ///   - codec: The codec that was tried; nil if the file could not be opened.
    /// - Returns: The error, whose reason names the codec.
    static func error(_ code: Int32, codec: String? = nil) -> MediaFileError {
        let reason = "libav\(codec.map { ", \($0)" } ?? ""): \(message(code))"
        switch photos_av_meaning_of(code) {
        case photos_av_damaged: return MediaFileError(.damaged, reason)
        case photos_av_memory: return MediaFileError(.memory, reason)
        case photos_av_unreadable: return MediaFileError(.unreadable, reason)
        default: return MediaFileError(.noDecoder, reason)
        }
    }

    /// Returns the name of a stream's codec.
    static func codec(of stream: UnsafePointer<AVStream>) -> String {
        text { photos_av_codec_name(stream, $0, $1) }
    }

    private static func message(_ code: Int32) -> String {
        text { if av_strerror(code, $0, Int($1)) != 0 { $0[0] = 0 } }
    }

    /// Returns a text that a library's function writes to a buffer of the given length.
    private static func text(_ write: (UnsafeMutablePointer<CChar>, Int32) -> Void) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        buffer.withUnsafeMutableBufferPointer { output in
            if let start = output.baseAddress { write(start, Int32(output.count)) }
        }
        let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return PlainText.line(String(decoding: text, as: UTF8.self))
    }
}
