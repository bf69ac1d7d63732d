import Foundation
import OpenPhotoKit

/// The movies that browsers play.
enum PlayableMovie {
    /// Returns the type that browsers take a movie for.
    ///
    /// Browsers refuse `video/quicktime` by its name, although most such movies are MPEG-4 inside.
    static func mediaType(for type: UTType) -> String {
        type.identifier == "com.apple.quicktime-movie" || type.identifier == "com.apple.m4v-video"
            ? "video/mp4" : type.preferredMIMEType ?? "application/octet-stream"
    }

    /// Whether Chromium and Firefox play a movie, by its container and its codecs; false where its file is away.
    static func isPlayable(_ resource: PHAssetResource) -> Bool {
        guard ["video/mp4", "video/webm"].contains(mediaType(for: resource.contentType)),
            let url = resource.fileURL, let codecs = try? MovieCodecs(of: url)
        else { return false }
        return isPlayable(codecs)
    }

    /// Whether Chromium and Firefox play the pictures and the sound.
    static func isPlayable(_ codecs: MovieCodecs) -> Bool {
        !codecs.video.isEmpty && codecs.video.isSubset(of: knownVideo)
            && codecs.audio.isSubset(of: knownAudio)
    }

    /// H.264, VP8, VP9 and AV1.
    private static let knownVideo: Set<String> = [
        "avc1", "avc3", "vp08", "vp09", "av01", "V_VP8", "V_VP9", "V_AV1",
    ]
    /// AAC, MP3, Opus, Vorbis and FLAC.
    private static let knownAudio: Set<String> = [
        "mp4a", ".mp3", "Opus", "fLaC", "A_OPUS", "A_VORBIS",
    ]
}
