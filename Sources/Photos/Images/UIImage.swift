public import CPhotosTypes
public import CoreGraphics
public import Foundation
import ImageIO
package import PhotosMedia
import Synchronization

/// A picture: the bytes of its file, or pixels.
///
/// The worker program decodes a file once, when its pixels are read. If decoding is impossible, there are no
/// pixels. `NSImage` is the same class.
open class UIImage: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked because the class is open; its stored properties are constant or guarded by a mutex.

    private enum Content {
        /// No picture.
        case nothing
        /// The bytes of a file, and the displayed size in pixels.
        case file(Data, width: Int, height: Int)
        case pixels(CGImage)
    }

    private let content: Content
    private let pointScale: CGFloat
    private let orientation: Orientation
    /// The decoded pixels of a file, set on first access; the inner value is nil if the file cannot be decoded.
    private let decoded = Mutex<CGImage??>(nil)

    /// The orientation of pixels.
    public typealias Orientation = UIImageOrientation

    /// The displayed size in points: pixels divided by the scale.
    open var size: CGSize {
        let (width, height) = shownPixels
        return CGSize(width: CGFloat(width) / pointScale, height: CGFloat(height) / pointScale)
    }

    /// The number of pixels per point.
    open var scale: CGFloat { pointScale }

    /// The orientation of the pixels.
    ///
    /// Pixels from a file are always upright, because decoding applies the file's orientation.
    open var imageOrientation: Orientation { orientation }

    /// The pixels, decoded on first access; nil if the file is damaged or the worker program is missing.
    open var cgImage: CGImage? {
        switch content {
        case .nothing: return nil
        case .pixels(let pixels): return pixels
        case .file(let data, _, _):
            return decoded.withLock { decoded in
                if let decoded { return decoded }
                let pixels = try? PictureCoding.pixels(ofFile: data)
                decoded = .some(pixels)
                return pixels
            }
        }
    }

    /// Makes an image without a picture, whose size is zero.
    public override init() {
        content = .nothing
        pointScale = 1
        orientation = .up
        super.init()
    }

    /// Makes an image from the bytes of a picture's file; nil if the header is not that of a picture.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// Makes an image from the bytes of a picture's file; nil if the header is not that of a picture.
    public init?(data: Data, scale: CGFloat) {
        guard let header = try? MediaHeader.read(from: [UInt8](data)), header.type.kind == .image
        else { return nil }
        content = .file(data, width: header.displayedWidth, height: header.displayedHeight)
        pointScale = scale > 0 ? scale : 1
        orientation = .up
        super.init()
    }

    /// Reads a picture's file; nil if it cannot be read or its header is not that of a picture.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// Reads a picture's file; nil if it cannot be read or its header is not that of a picture.
    ///
    /// - Parameter url: The URL of a file; the result is nil for other URLs.
    public convenience init?(contentsOf url: URL) {
        guard url.isFileURL else { return nil }
        self.init(contentsOfFile: url.path)
    }

    /// Makes an image from upright pixels.
    public convenience init(cgImage: CGImage) {
        self.init(cgImage: cgImage, scale: 1, orientation: .up)
    }

    /// Makes an image from pixels and their orientation.
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        content = .pixels(cgImage)
        pointScale = scale > 0 ? scale : 1
        self.orientation = orientation
        super.init()
    }

    /// Makes an image from upright pixels and a size in points, as `NSImage` does.
    ///
    /// - Parameters:
    ///   - cgImage: The pixels.
    ///   - size: The size in points. Only the width is used; `zero` means one point per pixel.
    public convenience init(cgImage: CGImage, size: CGSize) {
        let scale = size.width > 0 ? CGFloat(cgImage.width) / size.width : 1
        self.init(cgImage: cgImage, scale: scale, orientation: .up)
    }

    /// Returns the picture as an upright PNG file; nil if it cannot be made, for example without the worker
    /// program.
    open func pngData() -> Data? { try? encoded(.png) }

    /// Returns the picture as an upright JPEG file.
    ///
    /// Transparent parts become white. The result is nil if the file cannot be made, for example without the worker
    /// program.
    ///
    /// - Parameter compressionQuality: A number from 0, the smallest file, to 1, the best quality.
    /// - Returns: The bytes of the file.
    open func jpegData(compressionQuality: CGFloat) -> Data? {
        let quality = compressionQuality.isNaN ? 1 : min(max(compressionQuality, 0), 1)
        return try? encoded(.jpeg(quality: max(1, Int((quality * 100).rounded()))))
    }

    /// Returns the picture as an upright HEIC file of quality 90.
    ///
    /// Transparent parts become white. The result is nil if the file cannot be made, for example without the worker
    /// program or without its encoder for HEVC.
    open func heicData() -> Data? { try? encoded(.heic(quality: 90)) }

    /// Returns the image itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: Implementation

    /// The bytes of the file that the image was made from.
    package var fileData: Data? {
        if case .file(let data, _, _) = content { data } else { nil }
    }

    /// Returns the picture as an upright file in some format.
    package func encoded(_ format: PictureRendition.Format) throws -> Data {
        switch content {
        case .nothing: throw MediaFileError(.notMedia, "the image has no picture")
        case .file(let data, _, _): try PictureCoding.file(format, ofFile: data)
        case .pixels(let pixels):
            try PictureCoding.file(format, of: pixels.turned(by: orientation.exif))
        }
    }

    /// Returns the original for an asset made from the picture: the file's bytes, or a JPEG of high quality.
    package func original() throws -> Data {
        if let fileData { return fileData }
        return try encoded(.jpeg(quality: 95))
    }

    /// The approximate memory size.
    var byteCount: Int {
        switch content {
        case .nothing: 512
        case .file(let data, _, _): data.count + 512
        case .pixels(let pixels): pixels.bytesPerRow * pixels.height + 512
        }
    }

    private var shownPixels: (Int, Int) {
        switch content {
        case .nothing: (0, 0)
        case .file(_, let width, let height): (width, height)
        case .pixels(let pixels):
            orientation.exif.swapsSides
                ? (pixels.height, pixels.width) : (pixels.width, pixels.height)
        }
    }
}

/// The name of the class on macOS.
public typealias NSImage = UIImage
