// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
public import Foundation
import PhotosBase
import PhotosMedia

/// Returns properties of the whole file: its size in bytes, under ``kCGImagePropertyFileSize``.
///
/// - Parameters:
///   - isrc: The source.
///   - options: Options without effect.
/// - Returns: The properties; nil for a file that is no picture.
public func CGImageSourceCopyProperties(
    _ isrc: CGImageSource,
    _ options: CFDictionary?
) -> CFDictionary? {
    guard isrc.header != nil else { return nil }
    return PictureValue.dictionary(["FileSize": .integer(isrc.byteCount)])
}

/// Returns the properties of an image in a file, under the keys `kCGImageProperty…`.
///
/// The properties are the stored size in pixels, the orientation, the resolution, and one dictionary each for TIFF,
/// Exif, GPS, IPTC, DNG, JFIF, PNG and Apple's maker note. Depth and colour model are those of JPEG and PNG. Numbers are
/// `NSNumber`. Dates are texts as in the file. The documentation of a constant says if it is not read.
///
/// - Parameters:
///   - isrc: The source.
///   - index: The index of the image: 0.
///   - options: Options without effect.
/// - Returns: The properties; nil for a file that is no picture, and for other indexes.
public func CGImageSourceCopyPropertiesAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CFDictionary? {
    guard let header = isrc.header, isrc.has(index) else { return nil }
    switch isrc.content {
    case .file(let file):
        guard let source = try? DescriptorByteSource(descriptor: file.number) else {
            return nil
        }
        return PictureValue.dictionary(PictureProperties.read(header, from: source))
    case .bytes(let data):
        return PictureValue.dictionary(PictureProperties.read(header, from: DataByteSource(data)))
    }
}

extension CGImageSource {
    fileprivate var byteCount: Int {
        switch content {
        case .file(let file):
            (try? DescriptorByteSource(descriptor: file.number)).map { Int($0.byteCount) } ?? 0
        case .bytes(let data): data.count
        }
    }
}
