public import Foundation
import PhotosMedia

/// A picture in its encoded form, as photo libraries take it in.
///
/// It keeps the bytes of the file and knows its size from the header; nothing is decoded, so there
/// are no pixels to draw or to change. `NSImage` is the same class.
open class UIImage: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked because the class is open; all that it stores is constant.

    /// The bytes of the picture's file.
    package let data: Data

    /// The size in pixels as shown: width and height are swapped where the orientation asks for it.
    ///
    /// A pixel is a point, since the scale is always 1.
    open var size: CGSize { displayedSize }

    private let displayedSize: CGSize

    /// The number of pixels of a point, always 1.
    open var scale: CGFloat { 1 }

    /// Takes the bytes of a picture's file; nil if their header is not one of a picture.
    public init?(data: Data) {
        guard let size = sizeOfImage(in: data) else { return nil }
        self.data = data
        displayedSize = size
        super.init()
    }

    /// Reads a picture's file; nil if it cannot be read or its header is not one of a picture.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// The image itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }
}

/// The name of the class on macOS.
public typealias NSImage = UIImage

private func sizeOfImage(in data: Data) -> CGSize? {
    guard let header = try? MediaHeader.read(from: [UInt8](data)), header.type.kind == .image else {
        return nil
    }
    return CGSize(width: header.displayedWidth, height: header.displayedHeight)
}
