public import CoreMedia
public import Foundation
import Glibc
import PhotosMedia

/// A movie.
///
/// On Linux each is a file: ``AVURLAsset``. Nothing here decodes or plays one.
open class AVAsset: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; it stores nothing.

    override init() { super.init() }

    /// How long the movie lasts; `indefinite` where that cannot be read.
    open var duration: CMTime { .indefinite }
}

/// A movie in a file.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    // Unchecked because the class is open; what it stores is constant.

    /// Where the file stands.
    ///
    /// A file of a photo library must not be changed.
    public let url: URL

    /// Names a movie's file, which is not opened yet.
    ///
    /// - Parameters:
    ///   - URL: A file's URL.
    ///   - options: Of no effect.
    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        super.init()
    }

    /// How long the movie lasts, as its header says; `indefinite` where that cannot be read.
    open override var duration: CMTime {
        let descriptor = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return .indefinite }
        defer { close(descriptor) }
        guard let source = try? DescriptorByteSource(descriptor: descriptor),
            let seconds = try? MediaHeader.read(from: source).duration
        else { return .indefinite }
        return CMTime(seconds: seconds, preferredTimescale: 600)
    }

    /// Whether both name the same file.
    open override func isEqual(_ object: Any?) -> Bool { (object as? AVURLAsset)?.url == url }

    /// Follows from the file's place.
    open override var hash: Int { url.hashValue }
}
