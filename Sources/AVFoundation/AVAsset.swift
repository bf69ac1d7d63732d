public import CoreMedia
public import Foundation
import Glibc
import PhotosMedia

/// A movie in a file.
///
/// This module plays no movies; ``AVAssetImageGenerator`` makes images of their frames.
open class AVAsset: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; its stored property is constant.

    /// The URL of the file; nil for an asset of a subclass without a file.
    package let file: URL?

    init(file: URL?) {
        self.file = file
        super.init()
    }

    /// Makes an asset of a movie's file, which is not opened yet.
    public convenience init(url URL: URL) { self.init(file: URL) }

    /// The duration of the movie in its header; `indefinite` if the header cannot be read.
    open var duration: CMTime {
        guard let seconds = try? read({ try MediaHeader.read(from: $0).duration }) else {
            return .indefinite
        }
        return CMTime(seconds: seconds, preferredTimescale: 600)
    }

    /// Opens the file and calls a closure with its bytes.
    func read<Result>(_ body: (DescriptorByteSource) throws -> Result) throws -> Result {
        try open { source, _ in try body(source) }
    }

    /// Opens the file and calls a closure with its bytes and its descriptor.
    func open<Result>(_ body: (DescriptorByteSource, Int32) throws -> Result) throws -> Result {
        guard let file, file.isFileURL else { throw AVError(.operationNotSupportedForAsset) }
        let descriptor = Glibc.open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw AVError(
                .fileFailedToParse,
                "\(file.path) cannot be opened: \(systemMessage(errno))"
            )
        }
        defer { close(descriptor) }
        do {
            return try body(DescriptorByteSource(descriptor: descriptor), descriptor)
        } catch let error as MediaFileError {
            throw AVError(.fileFailedToParse, "\(file.path) cannot be read: \(error)")
        }
    }
}

/// A movie in a file with a known URL.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    // Unchecked because the class is open; its stored property is constant.

    /// The URL of the file.
    ///
    /// A file of a photo library must not be changed.
    public let url: URL

    /// Makes an asset of a movie's file, which is not opened yet.
    ///
    /// - Parameters:
    ///   - URL: The URL of a file.
    ///   - options: Options without effect.
    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        super.init(file: URL)
    }

    /// Returns whether both assets have the same URL.
    open override func isEqual(_ object: Any?) -> Bool { (object as? AVURLAsset)?.url == url }

    /// The hash of the URL.
    open override var hash: Int { url.hashValue }
}
