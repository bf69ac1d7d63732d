import Foundation
import OpenPhotoKit
import ServeRules

/// The movies that browsers play.
enum PlayableMovie {
    /// Returns the type that browsers take a movie for.
    ///
    /// Browsers refuse `video/quicktime` by its name, although most such movies are MPEG-4 inside.
    static func mediaType(_ type: UTType) -> String {
        type.identifier == "com.apple.quicktime-movie" || type.identifier == "com.apple.m4v-video"
            ? "video/mp4" : type.preferredMIMEType ?? "application/octet-stream"
    }

    /// Whether Chromium and Firefox play a movie, by its container and its codecs; false where its file is away.
    static func isPlayable(_ resource: PHAssetResource) -> Bool {
        guard ["video/mp4", "video/webm"].contains(mediaType(resource.contentType)),
            let url = resource.value(forKey: "fileURL") as? URL,
            let file = try? OpenFile(url.path)
        else { return false }
        let codecs = MovieCodecs(size: file.size) { range in
            // An empty answer ends the reading.
            let bytes = try? file.read(range.count, at: range.lowerBound)
            return bytes.map { Array($0.readableBytesView) } ?? []
        }
        return codecs?.isPlayable ?? false
    }
}
