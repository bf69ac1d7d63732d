public import CPhotosTypes
public import CoreGraphics
public import Foundation
import ImageIO
package import PhotosMedia
import Synchronization

/// A picture: the bytes of its file, or pixels.
///
/// A file is decoded when its pixels are asked for, once, by the worker program; where that cannot be, there are none.
/// `NSImage` is the same class.
open class UIImage: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked because the class is open; what it stores is constant, or guarded by a mutex.

    private enum Content {
        /// The size is that of the picture as shown.
        case file(Data, width: Int, height: Int)
        case pixels(CGImage)
    }

    private let content: Content
    private let pointScale: CGFloat
    private let orientation: Orientation
    /// The pixels of a file, once somebody asked for them; nil inside where it cannot be decoded.
    private let decoded = Mutex<CGImage??>(nil)

    /// How pixels are turned to be shown.
    public typealias Orientation = UIImageOrientation

    /// The size in points as shown: pixels, divided by the scale.
    open var size: CGSize {
        let (width, height) = shownPixels
        return CGSize(width: CGFloat(width) / pointScale, height: CGFloat(height) / pointScale)
    }

    /// The number of pixels of a point.
    open var scale: CGFloat { pointScale }

    /// How the pixels are turned to be shown.
    ///
    /// Those of files are upright already, whatever the file says of its orientation.
    open var imageOrientation: Orientation { orientation }

    /// The pixels, which are decoded the first time; nil where the file is damaged, or the worker program is missing.
    open var cgImage: CGImage? {
        switch content {
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

    /// Takes the bytes of a picture's file; nil if their header is not one of a picture.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// Takes the bytes of a picture's file; nil if their header is not one of a picture.
    public init?(data: Data, scale: CGFloat) {
        guard let header = try? MediaHeader.read(from: [UInt8](data)), header.type.kind == .image
        else { return nil }
        content = .file(data, width: header.displayedWidth, height: header.displayedHeight)
        pointScale = scale > 0 ? scale : 1
        orientation = .up
        super.init()
    }

    /// Reads a picture's file; nil if it cannot be read or its header is not one of a picture.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// Takes pixels that are upright.
    public convenience init(cgImage: CGImage) {
        self.init(cgImage: cgImage, scale: 1, orientation: .up)
    }

    /// Takes pixels, and how they are turned to be shown.
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        content = .pixels(cgImage)
        pointScale = scale > 0 ? scale : 1
        self.orientation = orientation
        super.init()
    }

    /// Takes pixels that are upright, and how large they are shown, as `NSImage` does.
    ///
    /// - Parameters:
    ///   - cgImage: The pixels.
    ///   - size: In points; its width decides, and `zero` stands for a point to a pixel.
    public convenience init(cgImage: CGImage, size: CGSize) {
        let scale = size.width > 0 ? CGFloat(cgImage.width) / size.width : 1
        self.init(cgImage: cgImage, scale: scale, orientation: .up)
    }

    /// The picture as a PNG file, upright; nil where it cannot be made, as without the worker program.
    open func pngData() -> Data? { try? encoded(.png) }

    /// The picture as a JPEG file, upright and white where it is transparent; nil where it cannot be made, as without
    /// the worker program.
    ///
    /// - Parameter compressionQuality: From 0, the smallest file, to 1, the best one.
    /// - Returns: The bytes of the file.
    open func jpegData(compressionQuality: CGFloat) -> Data? {
        let quality = compressionQuality.isNaN ? 1 : min(max(compressionQuality, 0), 1)
        return try? encoded(.jpeg(quality: max(1, Int((quality * 100).rounded()))))
    }

    /// The image itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: Inside

    /// The bytes of the file it was made of.
    package var fileData: Data? {
        if case .file(let data, _, _) = content { data } else { nil }
    }

    /// The picture as a file of some format, upright.
    package func encoded(_ format: PictureRendition.Format) throws -> Data {
        switch content {
        case .file(let data, _, _): try PictureCoding.file(format, ofFile: data)
        case .pixels(let pixels):
            try PictureCoding.file(format, of: pixels.turned(by: orientation.exif))
        }
    }

    /// What an asset made of the picture gets as its original: the file as it is, or a JPEG of high quality.
    package func original() throws -> Data {
        if let fileData { return fileData }
        return try encoded(.jpeg(quality: 95))
    }

    /// About what it takes in memory.
    var byteCount: Int {
        switch content {
        case .file(let data, _, _): data.count + 512
        case .pixels(let pixels): pixels.bytesPerRow * pixels.height + 512
        }
    }

    private var shownPixels: (Int, Int) {
        switch content {
        case .file(_, let width, let height): (width, height)
        case .pixels(let pixels):
            orientation.exif.swapsSides
                ? (pixels.height, pixels.width) : (pixels.width, pixels.height)
        }
    }
}

/// The name of the class on macOS.
public typealias NSImage = UIImage
