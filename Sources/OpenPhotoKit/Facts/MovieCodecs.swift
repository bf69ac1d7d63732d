public import Foundation
import PhotosMedia

/// The codecs that a movie's file names for its pictures and its sound.
///
/// The names are those of the container. MP4 and QuickTime name sample descriptions, such as `avc1` and `mp4a`. WebM and
/// Matroska name tracks, such as `V_VP9` and `A_OPUS`.
public struct MovieCodecs: Hashable, Sendable {
    /// The names for pictures.
    public let video: Set<String>
    /// The names for sound; empty for a silent movie.
    public let audio: Set<String>

    /// Reads the names from the description in a file, without a decoder.
    ///
    /// Safe on any thread. The call blocks while at most some MiB are read.
    ///
    /// - Parameter file: The file of a movie.
    /// - Throws: ``FileFactsError`` for a file of another kind of container, for a damaged one, and for one that cannot be read.
    public init(of file: URL) throws {
        let names = try FileFactsError.reading(file) { descriptor in
            try CodecNames(of: DescriptorByteSource(descriptor: descriptor))
        }
        (video, audio) = (names.video, names.audio)
    }
}
