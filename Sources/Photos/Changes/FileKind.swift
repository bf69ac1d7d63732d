import Foundation
import Glibc
import PhotosMedia

/// What a file is by its content, as far as requests must know it at once.
enum FileKind {
    case image
    case video

    /// Nil for anything that is neither, or cannot be read.
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
