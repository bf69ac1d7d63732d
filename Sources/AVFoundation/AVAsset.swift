public import CoreMedia
public import Foundation
import Glibc
import PhotosMedia

/// A movie in a file.
///
/// Nothing here decodes or plays one.
open class AVAsset: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; what it stores is constant.

    /// Where the file stands; nil for an asset of a subclass that has none.
    package let file: URL?

    init(file: URL?) {
        self.file = file
        super.init()
    }

    /// Names a movie's file, which is not opened yet.
    public convenience init(url URL: URL) { self.init(file: URL) }

    /// How long the movie lasts, as its header says; `indefinite` where that cannot be read.
    open var duration: CMTime {
        guard let seconds = try? read({ try MediaHeader.read(from: $0).duration }) else {
            return .indefinite
        }
        return CMTime(seconds: seconds, preferredTimescale: 600)
    }

    /// Lends the bytes of the file.
    func read<Result>(_ body: (DescriptorByteSource) throws -> Result) throws -> Result {
        guard let file, file.isFileURL else { throw AVError(.operationNotSupportedForAsset) }
        let descriptor = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw AVError(
                .fileFailedToParse,
                "\(file.path) cannot be opened: \(systemMessage(errno))"
            )
        }
        defer { close(descriptor) }
        do {
            return try body(DescriptorByteSource(descriptor: descriptor))
        } catch let error as MediaFileError {
            throw AVError(.fileFailedToParse, "\(file.path) cannot be read: \(error)")
        }
    }
}

/// A movie in a file, whose place is known.
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
        super.init(file: URL)
    }

    /// Whether both name the same file.
    open override func isEqual(_ object: Any?) -> Bool { (object as? AVURLAsset)?.url == url }

    /// Follows from the file's place.
    open override var hash: Int { url.hashValue }
}
