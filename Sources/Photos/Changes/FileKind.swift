import Foundation
import Glibc
import PhotosMedia

/// Whether a file's content is an image or a video.
enum FileKind {
    case image
    case video

    /// Reads the header of a file; nil for other content, and for a file that cannot be read.
    init?(of url: URL) {
        let descriptor = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let source = try? DescriptorByteSource(descriptor: descriptor),
            let header = try? MediaHeader.read(from: source)
        else { return nil }
        switch header.type.kind {
        case .image: self = .image
        case .video: self = .video
        case .audio: return nil
        }
    }
}
